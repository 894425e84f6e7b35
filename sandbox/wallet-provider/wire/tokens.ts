import { createHash } from 'node:crypto'
import { formatUnits } from 'viem'
import type { Provider } from '../provider.ts'
import { toDate } from './shapes.ts'

export type WireToken = {
  id: string
  name: string
  symbol: string
  blockchain: string
  decimals: number
  isNative: boolean
  standard?: string
  tokenAddress?: string
  createDate: string
  updateDate: string
}
export type WireBalance = { amount: string; token: WireToken; updateDate: string }

export const tokenDecimals = 6

/** One pool of money seen twice: as the chain's native currency with 18 decimals, and as its ERC-20 token with 6. */
export function listTokens(provider: Provider): { native: WireToken; erc20: WireToken } {
  const common = { name: 'USDC', symbol: 'USDC', blockchain: provider.blockchain, ...dates }
  const tokenAddress = provider.chainOptions.token.toLowerCase()
  return {
    native: { id: idOf(provider, 'native'), ...common, decimals: 18, isNative: true },
    erc20: {
      id: idOf(provider, tokenAddress),
      ...common,
      decimals: tokenDecimals,
      isNative: false,
      standard: 'ERC20',
      tokenAddress,
    },
  }
}

export function findToken(provider: Provider, id: string): WireToken | undefined {
  return Object.values(listTokens(provider)).find((token) => token.id === id)
}

/** The rows of a wallet that holds this many base units of the token; none when it is empty. */
export function toBalances(provider: Provider, units: bigint, now: Date): WireBalance[] {
  if (units === 0n) return []
  const { native, erc20 } = listTokens(provider)
  const row = { amount: formatUnits(units, tokenDecimals), updateDate: toDate(now.getTime()) }
  return [
    { ...row, token: native },
    { ...row, token: erc20 },
  ]
}

const dates = { createDate: '2025-10-28T00:00:00Z', updateDate: '2025-10-28T00:00:00Z' }

/** The same id for the same token, whichever process asks. */
function idOf(provider: Provider, token: string): string {
  const hex = createHash('sha256').update(`${provider.blockchain}/${token}`).digest('hex')
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `5${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join('-')
}
