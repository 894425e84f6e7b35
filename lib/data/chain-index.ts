import { and, asc, desc, eq, gt, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import { chainBlocks, chainCursor, chainLogs } from '#drizzle/schema/jobs.ts'
import { agentRoles } from '../domain/agent.ts'
import type { Block, EscrowLog, NodeProblem, RegisteredVerifier } from '../ports/chain.ts'
import type { Database, Transaction } from './database.ts'

/** The registry's enum of roles starts with NONE. */
const verifierRole = agentRoles.indexOf('verifier') + 1

export type CursorRow = typeof chainCursor.$inferSelect
export type LogRow = typeof chainLogs.$inferSelect

export async function findCursor(db: Database, chainId: number): Promise<CursorRow | undefined> {
  const [row] = await db.select().from(chainCursor).where(eq(chainCursor.chainId, chainId))
  return row
}

export async function insertCursor(tx: Transaction, row: typeof chainCursor.$inferInsert): Promise<void> {
  await tx.insert(chainCursor).values(row).onConflictDoNothing()
}

export async function moveCursor(tx: Transaction, chainId: number, set: Partial<CursorRow>): Promise<void> {
  await tx
    .update(chainCursor)
    .set({ ...set, updatedAt: sql`now()` })
    .where(eq(chainCursor.chainId, chainId))
}

/** Notes that the indexer read the chain; again only every few seconds, or after a failure. */
export async function noteRead(tx: Transaction, chainId: number): Promise<void> {
  const isOld = sql`coalesce(${chainCursor.readAt} < now() - interval '5 seconds', true)`
  await tx
    .update(chainCursor)
    .set({ readAt: sql`now()`, stepFailure: null })
    .where(and(eq(chainCursor.chainId, chainId), or(isOld, isNotNull(chainCursor.stepFailure))))
}

/** Notes why the indexer's step failed, once for the same reason. */
export async function noteStepFailure(tx: Transaction, chainId: number, failure: string): Promise<void> {
  await tx
    .update(chainCursor)
    .set({ stepFailure: failure })
    .where(and(eq(chainCursor.chainId, chainId), sql`${chainCursor.stepFailure} is distinct from ${failure}`))
}

export async function saveBlocks(tx: Transaction, blocks: readonly Block[]): Promise<void> {
  for (const block of blocks)
    await tx.insert(chainBlocks).values(block).onConflictDoUpdate({ target: chainBlocks.number, set: block })
}

/** The stored headers, newest first. */
export function listBlocks(db: Database, limit: number): Promise<Block[]> {
  return db.select().from(chainBlocks).orderBy(desc(chainBlocks.number)).limit(limit)
}

/** The stored block of that number; undefined below the kept headers. */
export async function findBlock(db: Database, number: bigint): Promise<Block | undefined> {
  const [row] = await db.select().from(chainBlocks).where(eq(chainBlocks.number, number))
  return row
}

export async function pruneBlocks(tx: Transaction, below: bigint): Promise<void> {
  await tx.delete(chainBlocks).where(sql`${chainBlocks.number} < ${below}`)
}

/** Adds logs that are not stored yet and returns how many were new. */
export async function saveLogs(tx: Transaction, logs: readonly EscrowLog[]): Promise<number> {
  if (logs.length === 0) return 0
  const rows = logs.map(({ name, jobId, ...log }) => ({ ...log, eventName: name, onchainJobId: jobId }))
  const made = await tx.insert(chainLogs).values(rows).onConflictDoNothing().returning({ index: chainLogs.logIndex })
  return made.length
}

/** Forgets everything above `ancestor`; that branch is no longer canonical. */
export async function rewindTo(
  tx: Transaction,
  chainId: number,
  to: { ancestor: bigint; appliedBlock: bigint },
): Promise<void> {
  const { ancestor, appliedBlock } = to
  await tx.delete(chainLogs).where(gt(chainLogs.blockNumber, ancestor))
  await tx.delete(chainBlocks).where(gt(chainBlocks.number, ancestor))
  await moveCursor(tx, chainId, { indexedBlock: ancestor, appliedBlock })
}

/** Final logs that have had no effect yet, in the chain's order. */
export function listUnappliedLogs(db: Database, upTo: bigint, limit: number): Promise<LogRow[]> {
  return db
    .select()
    .from(chainLogs)
    .where(and(lte(chainLogs.blockNumber, upTo), isNull(chainLogs.appliedAt)))
    .orderBy(asc(chainLogs.blockNumber), asc(chainLogs.logIndex))
    .limit(limit)
}

/** True for the one caller that may apply this log. */
export async function markLogApplied(
  tx: Transaction,
  log: Pick<LogRow, 'blockNumber' | 'logIndex' | 'blockHash'>,
): Promise<boolean> {
  const rows = await tx
    .update(chainLogs)
    .set({ appliedAt: sql`now()` })
    .where(
      and(
        eq(chainLogs.blockNumber, log.blockNumber),
        eq(chainLogs.logIndex, log.logIndex),
        eq(chainLogs.blockHash, log.blockHash),
        isNull(chainLogs.appliedAt),
      ),
    )
    .returning({ index: chainLogs.logIndex })
  return rows.length > 0
}

/** Verifiers whose first key was active by then, in the order of their registration. */
export async function listRegisteredVerifiers(db: Database, activeBy: bigint): Promise<RegisteredVerifier[]> {
  const rows = await db.execute(sql`
    select args->>'agent' as agent, args->>'ownerId' as "ownerId", args->>'activeFrom' as "activeFrom" from chain_logs
    where event_name = 'AgentRegistered' and (args->>'role')::int = ${verifierRole}
      and (args->>'activeFrom')::numeric <= ${activeBy.toString()}::numeric
    order by block_number, log_index`)
  type Found = { agent: `0x${string}`; ownerId: `0x${string}`; activeFrom: string }
  return (rows as unknown as Found[]).map(({ activeFrom, ...one }) => ({ ...one, activeFrom: BigInt(activeFrom) }))
}

/** How many jobs were created in blocks up to that one, as recorded. */
export async function countCreations(db: Database, upTo: bigint): Promise<bigint> {
  const [row] = await db
    .select({ count: sql<string>`count(*)::text` })
    .from(chainLogs)
    .where(and(lte(chainLogs.blockNumber, upTo), eq(chainLogs.eventName, 'JobCreated')))
  return BigInt(row?.count ?? 0)
}

/** Whether the books were not compared with the contract for so long, or never. */
export async function isReconcileDue(db: Database, chainId: number, seconds: number): Promise<boolean> {
  const rows = await db
    .select({ chainId: chainCursor.chainId })
    .from(chainCursor)
    .where(
      and(
        eq(chainCursor.chainId, chainId),
        sql`coalesce(${chainCursor.reconciledAt} < now() - make_interval(secs => ${seconds}), true)`,
      ),
    )
  return rows.length > 0
}

export async function saveDifferences(
  tx: Transaction,
  chainId: number,
  differences: string[],
  isEnd: boolean,
): Promise<void> {
  const change = { differences, ...(isEnd && { reconciledAt: sql`now()` }) }
  await tx.update(chainCursor).set(change).where(eq(chainCursor.chainId, chainId))
}

export async function saveNodeProblems(
  tx: Transaction,
  chainId: number,
  problems: readonly NodeProblem[],
): Promise<void> {
  const nodeProblems = problems.map((problem) => ({ ...problem, since: problem.since.toISOString() }))
  await tx.update(chainCursor).set({ nodeProblems }).where(eq(chainCursor.chainId, chainId))
}

/** What the indexer last found wrong with the chain's nodes. */
export function storedProblems(cursor: CursorRow | undefined): NodeProblem[] {
  return (cursor?.nodeProblems ?? []).map((problem) => ({ ...problem, since: new Date(problem.since) }))
}

export type EffectiveBlock = { number: bigint; hash: `0x${string}`; events: number }

/** The newest blocks whose events had effect here, newest first. */
export async function listEffectiveBlocks(db: Database, limit: number): Promise<EffectiveBlock[]> {
  return db
    .select({ number: chainLogs.blockNumber, hash: chainLogs.blockHash, events: sql<number>`count(*)::int` })
    .from(chainLogs)
    .where(isNotNull(chainLogs.appliedAt))
    .groupBy(chainLogs.blockNumber, chainLogs.blockHash)
    .orderBy(desc(chainLogs.blockNumber))
    .limit(limit)
}

export async function findHighestApplied(db: Database): Promise<Pick<Block, 'number' | 'hash'> | undefined> {
  const [row] = await db
    .select({ number: chainLogs.blockNumber, hash: chainLogs.blockHash })
    .from(chainLogs)
    .where(isNotNull(chainLogs.appliedAt))
    .orderBy(desc(chainLogs.blockNumber))
    .limit(1)
  return row
}

export async function findOldestLog(db: Database): Promise<bigint | undefined> {
  const [row] = await db.select({ block: sql<string | null>`min(block_number)` }).from(chainLogs)
  return row?.block ? BigInt(row.block) : undefined
}

/** What the escrow's final events tell about a job, in the order in which they happened. */
export function listJobLogs(db: Database, onchainJobId: bigint): Promise<LogRow[]> {
  return db
    .select()
    .from(chainLogs)
    .where(and(eq(chainLogs.onchainJobId, onchainJobId), isNotNull(chainLogs.appliedAt)))
    .orderBy(asc(chainLogs.blockNumber), asc(chainLogs.logIndex))
}

/** Whether events of a job were read that have had no effect yet. */
export async function hasUnappliedLogs(db: Database, onchainJobId: bigint): Promise<boolean> {
  const rows = await db
    .select({ index: chainLogs.logIndex })
    .from(chainLogs)
    .where(and(eq(chainLogs.onchainJobId, onchainJobId), isNull(chainLogs.appliedAt)))
    .limit(1)
  return rows.length > 0
}

export type DeferredPayment = { account: `0x${string}`; onchainJobId: bigint; blockNumber: bigint }

/** Accounts with a final payment that the token refused and that nothing has collected since, in their order. */
export async function listDeferredPayments(
  db: Database,
  { after, limit }: { after: string; limit: number },
): Promise<DeferredPayment[]> {
  const rows = await db.execute<{ account: `0x${string}`; job: string; block: string }>(sql`
    select deferred.args->>'account' as account, max(deferred.onchain_job_id)::text as job, max(deferred.block_number)::text as block
    from ${chainLogs} deferred
    where deferred.event_name = 'PaymentDeferred' and deferred.applied_at is not null
      and deferred.args->>'account' > ${after} and not exists (
      select 1 from ${chainLogs} collected where collected.event_name = 'Collected' and collected.applied_at is not null
        and collected.args->>'account' = deferred.args->>'account'
        and (collected.block_number, collected.log_index) > (deferred.block_number, deferred.log_index))
    group by 1 order by 1 limit ${limit}`)
  return rows.map(({ account, job, block }) => ({ account, onchainJobId: BigInt(job), blockNumber: BigInt(block) }))
}
