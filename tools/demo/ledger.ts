import postgres from 'postgres'
import { createPublicClient, http, parseAbi } from 'viem'

type Address = `0x${string}`
const tokenAbi = parseAbi(['function balanceOf(address) view returns (uint256)'])

/** Reads balances from the token contract and rows from the database, past the service, to check what it says. */
export function openLedger(variables: NodeJS.ProcessEnv) {
  const chain = createPublicClient({ transport: http(variables.CHAIN_RPC_URL) })
  const sql = postgres(variables.DATABASE_URL ?? '', { max: 1, onnotice: () => undefined })
  const token = variables.TOKEN_ADDRESS as Address
  const escrow = variables.ESCROW_ADDRESS as Address
  return {
    escrow,
    balance: (account: Address) =>
      chain.readContract({ address: token, abi: tokenAbi, functionName: 'balanceOf', args: [account] }),
    eventsOf: async (transactionHash: `0x${string}`) => {
      const receipt = await chain.getTransactionReceipt({ hash: transactionHash })
      return receipt.logs.filter((log) => log.address.toLowerCase() === escrow).length
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
