/** The node answers with what no chain has. */
export class UnsoundAnswerError extends Error {
  override name = 'UnsoundAnswerError'
}

type Header = { number?: unknown; hash?: unknown; parentHash?: unknown; timestamp?: unknown }

/** Before the first chain whose blocks had a time, and long after this program; a genesis block may have none. */
const [earliest, latest] = [1_400_000_000, 4_000_000_000]
const ofBlocks = ['eth_getBlockByNumber', 'eth_getBlockByHash']

/** Throws where no answer to this method can look like that. */
export function assertSound(method: string, result: unknown): void {
  const why = unsound(method, result)
  if (why) throw new UnsoundAnswerError(why)
}

function unsound(method: string, result: unknown): string | undefined {
  if (!ofBlocks.includes(method) || result === null) return undefined
  if (typeof result !== 'object') return 'It answers with a block that is none.'
  const { number, hash, parentHash, timestamp } = result as Header
  const missing = Object.entries({ number, hash, parentHash, timestamp }).find(([, value]) => !isHex(value))
  if (missing) return `It answers with a block without ${missing[0]}.`
  const seconds = Number(timestamp)
  const isTimely = Number(number) === 0 || (seconds > earliest && seconds < latest)
  return isTimely ? undefined : 'It answers with a block of an impossible time.'
}

function isHex(value: unknown): boolean {
  return typeof value === 'string' && /^0x[0-9a-f]+$/i.test(value)
}
