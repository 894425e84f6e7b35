import { type Hex, keccak256, toRlp } from 'viem'

/** The fields of a header in the order in which Ethereum hashes them, by their JSON names; later forks appended theirs. */
const quantities = new Set([
  'difficulty',
  'number',
  'gasLimit',
  'gasUsed',
  'timestamp',
  'baseFeePerGas',
  'blobGasUsed',
  'excessBlobGas',
])
const always = [
  'parentHash',
  'sha3Uncles',
  'miner',
  'stateRoot',
  'transactionsRoot',
  'receiptsRoot',
  'logsBloom',
  'difficulty',
  'number',
  'gasLimit',
  'gasUsed',
  'timestamp',
  'extraData',
  'mixHash',
  'nonce',
]
const since = [
  'baseFeePerGas',
  'withdrawalsRoot',
  'blobGasUsed',
  'excessBlobGas',
  'parentBeaconBlockRoot',
  'requestsHash',
]

/**
 * The hash of a block as its fields give it; undefined where a field is missing, as on chains whose headers are others.
 */
export function headerHash(block: Record<string, unknown>): Hex | undefined {
  const names = [...always, ...since.filter((name) => typeof block[name] === 'string')]
  const fields: Hex[] = []
  for (const name of names) {
    const value = block[name]
    if (typeof value !== 'string' || !/^0x[0-9a-f]*$/i.test(value)) return undefined
    fields.push(quantities.has(name) ? toQuantity(value) : (value.toLowerCase() as Hex))
  }
  return keccak256(toRlp(fields))
}

/** Without leading zeros, and empty for zero. */
function toQuantity(value: string): Hex {
  const digits = value.slice(2).toLowerCase().replace(/^0+/, '')
  return digits.length % 2 === 0 ? `0x${digits}` : `0x0${digits}`
}
