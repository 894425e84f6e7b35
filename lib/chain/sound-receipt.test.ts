import { expect, test } from 'vitest'
import { assertSound } from './sound-answer.ts'

const hash = `0x${'a'.repeat(64)}`
const blockHash = `0x${'b'.repeat(64)}`
const other = `0x${'c'.repeat(64)}`
const placed = { transactionHash: hash, blockHash, blockNumber: '0x7' }
const log = { ...placed, address: `0x${'1'.repeat(40)}`, topics: [other], data: '0x', logIndex: '0x3' }
const receipt = { ...placed, status: '0x1', logs: [log, { ...log, logIndex: '0x5' }] }
const ask =
  (result: unknown, method = 'eth_getTransactionReceipt') =>
  () =>
    assertSound({ method, params: [hash] }, result, 'ethereum')

test('a receipt as nodes give it is believed, and so is none', () => {
  expect(ask(receipt)).not.toThrow()
  expect(ask({ ...receipt, status: '0x0', logs: [] })).not.toThrow()
  expect(ask({ ...receipt, logs: [{ ...log, removed: false, address: `0x${'Ab'.repeat(20)}` }] })).not.toThrow()
  expect(ask(null)).not.toThrow()
  expect(ask([receipt, { ...receipt, logs: [{ ...log, logIndex: '0x6' }] }], 'eth_getBlockReceipts')).not.toThrow()
  expect(ask([log], 'eth_getLogs')).not.toThrow()
})

test.each<[string, object]>([
  ['a status with a leading zero', { status: '0x01' }],
  ['no status', { status: undefined }],
  ['another transaction', { transactionHash: other, logs: [] }],
  ['no logs', { logs: undefined }],
  ['no block', { blockHash: null }],
  ['logs in the wrong order', { logs: receipt.logs.toReversed() }],
])('a receipt with %s decides nothing', (_, change) => {
  expect(ask({ ...receipt, ...change })).toThrow(/^It answers with /)
})

test.each(['eth_chainId', 'eth_getBalance', 'eth_getTransactionCount'])(
  '%s without a number is no answer',
  (method) => {
    for (const result of [null, '0x', 7, {}])
      expect(ask(result, method)).toThrow(`It answers ${method} with what is no number.`)
  },
)
