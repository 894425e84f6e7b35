import { type Abi, toFunctionSelector } from 'viem'
import { expect, test } from 'vitest'
import { erc20Abi } from '../chain/abi/erc20.ts'
import { jobEscrowAbi } from '../chain/abi/job-escrow.ts'
import { selectors } from './wallet-call.ts'

test('a page names the functions of token and escrow by the bytes that the wallet shows', () => {
  const abi: Abi = [...erc20Abi, ...jobEscrowAbi]
  const found = abi.flatMap((item) =>
    item.type === 'function' && item.name in selectors ? [[item.name, toFunctionSelector(item)]] : [],
  )
  expect(Object.fromEntries(found)).toEqual(selectors)
})
