import { type Address, encodeFunctionData, getAddress, isAddress, parseUnits, zeroAddress } from 'viem'
import { z } from 'zod'
import { tokenAbi } from '../chain/abis.ts'
import type { Provider } from '../provider.ts'
import type { TransactionPlan } from '../runner/plans.ts'
import { WireError } from './errors.ts'
import { feeFields, requireFeeLevel } from './fee.ts'
import { assertCanAct, estimate, toEstimatedFee } from './plan-call.ts'
import { requireSource, sourceFields } from './source-wallet.ts'
import { findToken, listTokens, tokenDecimals, type WireToken } from './tokens.ts'

export const transferFields = {
  refId: z.string().max(500).default(''),
  destinationAddress: z.string(),
  amounts: z.array(z.string()),
  tokenId: z.string().optional(),
  tokenAddress: z.string().optional(),
  ...sourceFields,
  ...feeFields,
}
const request = z.object(transferFields)
type TransferRequest = z.output<typeof request>

/** The transaction that sends money from one of the holder's wallets. Amounts are decimals of the token. */
export async function planTransfer(
  provider: Provider,
  holderId: string,
  body: TransferRequest,
): Promise<TransactionPlan> {
  // With a token's address the chain is named too, which alone does not name a wallet.
  const { blockchain, ...source } = body
  if (blockchain && blockchain !== provider.blockchain) throw new WireError(155220)
  const wallet = requireSource(provider, holderId, source)
  const feeLevel = requireFeeLevel(body, wallet.account_type)
  const token = requireToken(provider, body)
  const to = requireDestination(body.destinationAddress)
  const [amount = ''] = body.amounts
  const units = readUnits(body.amounts)
  assertCanAct(provider, wallet)

  const from = getAddress(wallet.address)
  if ((await provider.chain.tokenBalance(from)) < units) throw new WireError(155201)
  const data = encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [to, units] })
  const contract = getAddress(provider.chainOptions.token)
  const gas = await estimate(provider, { from, to: contract, value: 0n, data })
  return {
    walletId: wallet.id,
    operation: 'TRANSFER',
    refId: body.refId,
    call: { to: contract, value: '0', data, gas: gas.toString() },
    shown: {
      feeLevel,
      estimatedFee: await toEstimatedFee(provider, gas),
      tokenId: token.id,
      amounts: [amount],
      destinationAddress: to.toLowerCase(),
    },
  }
}

function requireToken(provider: Provider, { tokenId, tokenAddress }: TransferRequest): WireToken {
  if (tokenId) {
    const token = findToken(provider, tokenId)
    if (!token) throw new WireError(156002)
    return token
  }
  if (tokenAddress === undefined) throw new WireError(155228)
  // No address means the native currency, which is the same money.
  const { native, erc20 } = listTokens(provider)
  if (tokenAddress === '') return native
  if (tokenAddress.toLowerCase() !== erc20.tokenAddress) throw new WireError(155239)
  return erc20
}

function requireDestination(text: string): Address {
  if (!isAddress(text, { strict: false }) || getAddress(text) === zeroAddress) throw new WireError(155219)
  return getAddress(text)
}

function readUnits(amounts: string[]): bigint {
  const [amount = ''] = amounts
  if (amounts.length !== 1 || !/^\d{1,30}(\.\d{1,6})?$/.test(amount)) throw new WireError(155221)
  const units = parseUnits(amount, tokenDecimals)
  if (units === 0n) throw new WireError(155221)
  return units
}
