import { and, asc, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import { agents } from '#drizzle/schema/agents.ts'
import { chainLogs, jobs } from '#drizzle/schema/jobs.ts'
import { tokenTransfers } from '#drizzle/schema/token-transfers.ts'
import { wallets } from '#drizzle/schema/wallets.ts'
import type { Address } from '../ports/chain.ts'
import type { LogRow } from './chain-index.ts'
import type { Database } from './database.ts'
import { moneyEvents } from './escrow-books.ts'
import type { TransferRow } from './token-transfers.ts'

/** Whose journal it is: a person and the addresses of the wallets that are theirs. */
export type JournalOwner = { userId: string; addresses: readonly Address[] }

/** The wallet of the client and the wallets of the agents of one person. */
export async function listOwnAddresses(db: Database, userId: string): Promise<Address[]> {
  const [ofClient, ofAgents] = await Promise.all([
    db.select({ address: wallets.address }).from(wallets).where(eq(wallets.userId, userId)),
    db
      .select({ address: agents.walletAddress })
      .from(agents)
      .where(and(eq(agents.userId, userId), isNotNull(agents.walletAddress))),
  ])
  return [...ofClient, ...ofAgents].flatMap(({ address }) => (address === null ? [] : [address]))
}

/** The next blocks, in order, that moved money of this person. */
export async function listMoneyBlocks(
  db: Database,
  owner: JournalOwner,
  range: { above: bigint; upTo: bigint; limit: number },
): Promise<bigint[]> {
  const mine = textArray(owner.addresses)
  const within = sql`block_number > ${range.above} and block_number <= ${range.upTo}`
  const rows = await db.execute<{ block: string }>(sql`
    select distinct block_number::text as block, block_number from (
      select block_number from ${chainLogs} where ${within} and ${isMine(owner)}
      union all select block_number from ${tokenTransfers}
        where ${within} and (from_address = any(${mine}) or to_address = any(${mine}))
    ) found order by block_number limit ${range.limit}`)
  return rows.map(({ block }) => BigInt(block))
}

export type JournalLog = LogRow & { client: Address | null }

/** What the escrow's final events of these blocks say about this person's money, with the client of each job. */
export async function listMoneyEvents(
  db: Database,
  owner: JournalOwner,
  blocks: readonly bigint[],
): Promise<JournalLog[]> {
  const rows = await db
    .select({ log: chainLogs, client: jobs.clientAddress })
    .from(chainLogs)
    .leftJoin(jobs, eq(jobs.onchainJobId, chainLogs.onchainJobId))
    .where(and(inArray(chainLogs.blockNumber, [...blocks]), isMine(owner)))
    .orderBy(asc(chainLogs.blockNumber), asc(chainLogs.logIndex))
  return rows.map(({ log, client }) => ({ ...log, client }))
}

/** The recorded transfers of these blocks that are this person's or the escrow's. */
export function listBlockTransfers(
  db: Database,
  addresses: readonly Address[],
  blocks: readonly bigint[],
): Promise<TransferRow[]> {
  const { from, to, blockNumber, logIndex } = tokenTransfers
  return db
    .select()
    .from(tokenTransfers)
    .where(and(inArray(blockNumber, [...blocks]), or(inArray(from, [...addresses]), inArray(to, [...addresses]))))
    .orderBy(asc(blockNumber), asc(logIndex))
}

/** Events that are about a job of this client, or name a wallet of theirs. */
function isMine({ userId, addresses }: JournalOwner) {
  const mine = textArray(addresses)
  const { onchainJobId, args, appliedAt, eventName } = chainLogs
  return and(
    isNotNull(appliedAt),
    inArray(eventName, moneyEvents),
    sql`(${onchainJobId} in (select ${jobs.onchainJobId} from ${jobs} where ${jobs.userId} = ${userId})
      or (${args} ? 'agent' and ${args}->>'agent' = any(${mine}))
      or (${eventName} in ('PaymentDeferred', 'Collected') and ${args}->>'account' = any(${mine})))`,
  )
}

const textArray = (texts: readonly string[]) => sql`${`{${texts.join()}}`}::text[]`
