import { type Address, createPublicClient, decodeEventLog, type Hex, type PublicClient, parseAbi } from 'viem'
import { jobEscrowAbi } from '#lib/chain/abi/job-escrow.ts'
import { timelyHttp } from '#lib/chain/timely-http.ts'

/** A log of the escrow or a transfer of the token, decoded; addresses and hashes in lower case. */
export type BookLog = {
  name: string
  args: Record<string, unknown>
  block: bigint
  index: number
  transaction: Hex
}

export type ChainLogs = {
  token: Address
  chainId: number
  through: bigint
  logs: BookLog[]
  times: Map<bigint, string>
}

export type LogRange = { rpcUrl: string; escrow: Address; wallets: readonly Address[]; from: bigint; through?: bigint }

const tokenAbi = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'function token() view returns (address)',
])
const [transferEvent] = tokenAbi
const blocksPerRequest = 2_000n

/** Reads nothing but logs of the escrow and transfers of its token, with the days of their blocks. */
export async function readLogs({ rpcUrl, escrow, wallets, from, through }: LogRange): Promise<ChainLogs> {
  const client = createPublicClient({ transport: timelyHttp(rpcUrl, 20_000, { retryCount: 3 }) })
  const [final, chainId, token] = await Promise.all([
    client.getBlock({ blockTag: 'finalized' }),
    client.getChainId(),
    client.readContract({ address: escrow, abi: tokenAbi, functionName: 'token' }),
  ])
  const last = through ?? final.number
  if (last > final.number) throw new Error(`Block ${last} is not final; the newest final block is ${final.number}.`)
  const logs = new Map<string, BookLog>()
  for (let start = from; start <= last; start += blocksPerRequest) {
    const end = start + blocksPerRequest - 1n
    const range = { fromBlock: start, toBlock: end < last ? end : last }
    for (const log of await readRange(client, { escrow, token, wallets }, range))
      logs.set(`${log.block}/${log.index}`, log)
  }
  const ordered = [...logs.values()].toSorted((a, b) => Number(a.block - b.block) || a.index - b.index)
  return { token, chainId, through: last, logs: ordered, times: await readTimes(client, ordered) }
}

type Parties = { escrow: Address; token: Address; wallets: readonly Address[] }

async function readRange(
  client: PublicClient,
  { escrow, token, wallets }: Parties,
  range: { fromBlock: bigint; toBlock: bigint },
): Promise<BookLog[]> {
  const accounts = [escrow, ...wallets]
  const ofToken = { address: token, event: transferEvent, ...range }
  const [events, out, into] = await Promise.all([
    client.getLogs({ address: escrow, ...range }),
    client.getLogs({ ...ofToken, args: { from: accounts } }),
    client.getLogs({ ...ofToken, args: { to: accounts } }),
  ])
  const place = (log: { blockNumber: bigint; logIndex: number; transactionHash: Hex }) => ({
    block: log.blockNumber,
    index: log.logIndex,
    transaction: log.transactionHash,
  })
  const decoded = events.flatMap((log) => {
    try {
      const { eventName, args } = decodeEventLog({ abi: jobEscrowAbi, data: log.data, topics: log.topics })
      return [{ name: eventName as string, args: lower(args), ...place(log) }]
    } catch {
      return []
    }
  })
  const transfers = [...out, ...into].map((log) => ({ name: 'Transfer', args: lower(log.args), ...place(log) }))
  return [...decoded, ...transfers]
}

function lower(args: object | readonly unknown[] | undefined): Record<string, unknown> {
  const entries = Object.entries(args ?? {}).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === 'string' ? value.toLowerCase() : value,
  ])
  return Object.fromEntries(entries) as Record<string, unknown>
}

/** The time (ISO 8601, UTC) of each block with one of these logs. */
async function readTimes(client: PublicClient, logs: readonly BookLog[]): Promise<Map<bigint, string>> {
  const times = new Map<bigint, string>()
  for (const number of new Set(logs.map(({ block }) => block))) {
    const { timestamp } = await client.getBlock({ blockNumber: number })
    times.set(number, new Date(Number(timestamp) * 1_000).toISOString())
  }
  return times
}
