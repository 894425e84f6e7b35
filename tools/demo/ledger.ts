import postgres from 'postgres'
import { createPublicClient, http, parseAbi, parseEventLogs } from 'viem'

type Address = `0x${string}`
const tokenAbi = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function totalSupply() view returns (uint256)',
])
const escrowAbi = parseAbi(['function owed(address) view returns (uint256)'])

const paymentAbi = parseAbi([
  'event JobSettled(uint256 indexed id, uint32 indexed attempt, address indexed agent, uint256 reward, uint256 returned, address payee)',
  'event VerdictRecorded(uint256 indexed id, uint32 indexed attempt, address indexed agent, uint8 seat, bool pass, bytes32 evidenceHash, uint256 fee, address payee)',
])

const deliveryAbi = parseAbi([
  'event ResultSubmitted(uint256 indexed id, uint32 indexed attempt, bytes32 result, uint64 seatBy)',
  'event Seated(uint256 indexed id, uint32 indexed attempt, address[] agents, uint64 verifyBy, bytes32 secret, bytes32 drawEvidence)',
])

/** Reads balances from the token contract and rows from the database, past the service, to check what it says. */
export function openLedger(variables: NodeJS.ProcessEnv) {
  const chain = createPublicClient({ transport: http(variables.CHAIN_RPC_URL) })
  const sql = postgres(variables.DATABASE_URL ?? '', { max: 1, onnotice: () => undefined })
  const token = variables.TOKEN_ADDRESS as Address
  const escrow = variables.ESCROW_ADDRESS as Address
  const registry = variables.REGISTRY_ADDRESS as Address
  return {
    escrow,
    registry,
    deploymentBlock: BigInt(variables.ESCROW_DEPLOYMENT_BLOCK ?? 0),
    rpcUrl: variables.CHAIN_RPC_URL ?? '',
    balance: (account: Address) =>
      chain.readContract({ address: token, abi: tokenAbi, functionName: 'balanceOf', args: [account] }),
    eventsOf: async (transactionHash: `0x${string}`) => {
      const receipt = await chain.getTransactionReceipt({ hash: transactionHash })
      return receipt.logs.filter((log) => log.address.toLowerCase() === escrow).length
    },
    /** What the escrow's own events say it paid for a job. */
    payments: async (jobId: bigint) => {
      const logs = await chain.getLogs({ address: escrow, fromBlock: 0n })
      const events = parseEventLogs({ abi: paymentAbi, logs }).filter((log) => log.args.id === jobId)
      const settled = events.find((log) => log.eventName === 'JobSettled')
      if (settled?.eventName !== 'JobSettled') throw new Error(`job ${jobId} was not settled`)
      const fees = events.reduce((sum, log) => sum + (log.eventName === 'VerdictRecorded' ? log.args.fee : 0n), 0n)
      const { reward, returned, agent } = settled.args
      const { transactionHash, blockNumber } = settled
      return { reward, returned, fees, agent: agent.toLowerCase(), transactionHash, blockNumber }
    },
    /** When the panel for a job's first result must be seated by, and whether one is; undefined before the delivery. */
    delivery: async (jobId: bigint) => {
      const logs = await chain.getLogs({ address: escrow, fromBlock: 0n })
      const events = parseEventLogs({ abi: deliveryAbi, logs }).filter(({ args }) => args.id === jobId)
      const delivered = events.find((log) => log.eventName === 'ResultSubmitted')
      if (delivered?.eventName !== 'ResultSubmitted') return undefined
      return { seatBy: Number(delivered.args.seatBy), isSeated: events.some((log) => log.eventName === 'Seated') }
    },
    /** The clock of the newest block, in seconds. */
    time: async () => Number((await chain.getBlock()).timestamp),
    jobCount: async () => {
      const [row] = await sql<{ count: number }[]>`select count(*)::int as count from jobs`
      return row?.count ?? 0
    },
    /**
     * The whole money of the local chain: what the escrow has, what its jobs hold and what it owes, and where every unit
     * of the token's supply lies. Balanced when both sides agree to the base unit.
     */
    books: async () => {
      const [held] = await sql<{ sum: string }[]>`select coalesce(sum(held), 0)::text as sum from jobs`
      const rows = await sql<{ address: Address }[]>`select address from wallets union
        select wallet_address from agents where wallet_address is not null union select address from withdrawal_destinations
        union select args->>'payee' from chain_logs where event_name = 'PayeeChanged'`
      const blockNumber = await chain.getBlockNumber({ cacheTime: 0 })
      const balance = (account: Address) =>
        chain.readContract({ address: token, abi: tokenAbi, functionName: 'balanceOf', args: [account], blockNumber })
      const owes = (account: Address) =>
        chain.readContract({ address: escrow, abi: escrowAbi, functionName: 'owed', args: [account], blockNumber })
      const sum = (units: bigint[]) => units.reduce((total, one) => total + one, 0n)
      const inWallets = sum(await Promise.all(rows.map(({ address }) => balance(address))))
      const owed = sum(await Promise.all(rows.map(({ address }) => owes(address))))
      const inEscrow = await balance(escrow)
      const supply = await chain.readContract({
        address: token,
        abi: tokenAbi,
        functionName: 'totalSupply',
        blockNumber,
      })
      const heldByJobs = BigInt(held?.sum ?? 0)
      const isBalanced = inEscrow === heldByJobs + owed && supply === inEscrow + inWallets
      return { isBalanced, inEscrow, heldByJobs, owed, inWallets, supply }
    },
    /** A fingerprint of every row that a refused request must leave alone. */
    rows: async () => {
      const [row] = await sql`select
        (select count(*) from users) || '/' || (select count(*) from sessions) || '/' || (select count(*) from jobs) as counts,
        (select coalesce(md5(string_agg(id || state || version, ',' order by id)), '') from drafts) as drafts,
        (select coalesce(md5(string_agg(id || state, ',' order by id)), '') from transactions) as transactions`
      return JSON.stringify(row)
    },
    close: () => sql.end({ timeout: 2 }),
  }
}

export type Ledger = ReturnType<typeof openLedger>
