import { BaseError } from 'viem'
import { headerHash } from './header-hash.ts'
import { isQuantity, unsoundRecords } from './sound-receipt.ts'

/** The node answers with what no chain has. */
export class UnsoundAnswerError extends Error {
  override name = 'UnsoundAnswerError'
}

/** The answer is longer than any that is read; one about fewer blocks may be shorter. */
export class TooLongAnswerError extends UnsoundAnswerError {}

/** What is unsound behind an error of the RPC library. */
export function unsoundIn(error: unknown): UnsoundAnswerError | undefined {
  if (error instanceof UnsoundAnswerError) return error
  const cause = error instanceof BaseError ? error.walk((each) => each instanceof UnsoundAnswerError) : null
  return cause instanceof UnsoundAnswerError ? cause : undefined
}

type Header = { number?: unknown; hash?: unknown; parentHash?: unknown; timestamp?: unknown }

/** Before the first chain whose blocks had a time, and long after this program; a genesis block may have none. */
const [earliest, latest] = [1_400_000_000, 4_000_000_000]
const ofBlocks = ['eth_getBlockByNumber', 'eth_getBlockByHash']

/** `ethereum`: a block's hash is that of its fields. `other`: the chain makes it in another way, so it is not checked. */
export type HeaderKind = 'ethereum' | 'other'

/** Throws where no answer to this call can look like that. */
export function assertSound(
  { method, params }: { method: string; params?: unknown },
  result: unknown,
  headers: HeaderKind,
): void {
  const asked = Array.isArray(params) ? params[0] : undefined
  const why =
    unsound(method, result) ??
    unsoundRecords(method, asked, result) ??
    (headers === 'ethereum' ? forged(method, asked, result) : undefined)
  if (why) throw new UnsoundAnswerError(why)
}

/** What a block says about itself, such as its time and which logs it may hold, is bound to the hash that the next one names. */
function forged(method: string, asked: unknown, result: unknown): string | undefined {
  if (!ofBlocks.includes(method) || result === null) return undefined
  const block = result as Record<string, unknown>
  if (headerHash(block) !== block.hash) return 'It answers with a block whose hash is not that of its fields.'
  if (typeof asked !== 'string' || !asked.startsWith('0x')) return undefined
  const isAsked = method === 'eth_getBlockByHash' ? block.hash === asked : Number(block.number) === Number(asked)
  return isAsked ? undefined : 'It answers with another block than was asked for.'
}

/** What is a number in each answer of a node. */
const ofNumbers = [
  'eth_chainId',
  'eth_blockNumber',
  'eth_gasPrice',
  'eth_getBalance',
  'eth_getTransactionCount',
  'eth_estimateGas',
]

/** Of one account; what is stored of a nonce ends there. */
const mostTransactions = 2 ** 31 - 1

function unsound(method: string, result: unknown): string | undefined {
  if (ofNumbers.includes(method) && !isQuantity(result)) return `It answers ${method} with what is no number.`
  if (method === 'eth_getTransactionCount' && Number(result) > mostTransactions)
    return 'It says that an account has sent more transactions than any has.'
  if (!ofBlocks.includes(method) || result === null) return undefined
  if (typeof result !== 'object') return 'It answers with a block that is none.'
  const { number, hash, parentHash, timestamp } = result as Header
  const missing = Object.entries({ number, hash, parentHash, timestamp }).find(([, value]) => !isQuantity(value))
  if (missing) return `It answers with a block without ${missing[0]}.`
  const seconds = Number(timestamp)
  const isTimely = Number(number) === 0 || (seconds > earliest && seconds < latest)
  return isTimely ? undefined : 'It answers with a block of an impossible time.'
}
