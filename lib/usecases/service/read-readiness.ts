import type { DatabaseWatch } from '../../data/database-watch.ts'
import type { SchemaCheck, SchemaDifference } from '../../data/schema-check.ts'
import { isFailure } from '../../domain/failure.ts'
import { inTime } from '../../domain/in-time.ts'
import { type CallsOfProviders, type Reason, readinessSeconds } from '../../domain/readiness.ts'
import type { Block, NodeProblem } from '../../ports/chain.ts'
import { headAgeOf, newestKnown, readableOf } from '../chain/head-age.ts'
import type { Context } from '../context.ts'
import { judgeRecords, nodeFaults } from './judge-records.ts'
import { type ReadinessRecords, readReadinessRecords } from './read-readiness-records.ts'
import type { ServiceState } from './read-service-state.ts'

export type Readiness = {
  /** Why the service is not ready, those that stop most first; empty while it is. */
  reasons: Reason[]
  /** Null while database or chain cannot be read. */
  facts: { state: ServiceState; head: Block } | null
}

/** What a program knows of itself: `workerId` is its report's, null where it is no worker. */
export type ReadinessProgram = {
  watch: Pick<DatabaseWatch, 'during' | 'assertWritable'>
  checkSchema: SchemaCheck
  recentCalls: () => CallsOfProviders
  workerId: string | null
}

/** A prober gives up after a few seconds, and would not hear why. */
const patienceMs = 5_000

/** Reads database and chain within five seconds, and gives every reason that keeps the service from its work. */
export async function readReadiness(ctx: Context, program: ReadinessProgram): Promise<Readiness> {
  const [database, chain] = await Promise.all([
    tryToRead('database', 'The database answers too slowly.', () =>
      program.watch.during(() => readDatabase(ctx, program)),
    ),
    tryToRead('chain', 'The chain answers too slowly.', () => readHeads(ctx)),
  ])
  const records = database.value?.records ?? null
  const head = chain.value && newestKnown(chain.value.head, records?.newestBlock)
  const reasons = [
    ...database.reasons.map((reason) => withDoctor(reason)),
    ...judgeDatabase(database.value, program),
    ...chain.reasons.map((reason) => withNodes(reason, ctx.chain.nodeProblems())),
    ...(head ? judgeHead(ctx, head) : []),
    ...(records ? judgeRecords(records, program.recentCalls(), program.workerId) : []),
    // Last, because a missing worker is why the indexer is behind, and not the other way round.
    ...(chain.value && records ? judgeReading(chain.value, records) : []),
  ]
  return {
    reasons: reasons.toSorted((a, b) => stopsInOrder.indexOf(a.stops) - stopsInOrder.indexOf(b.stops)),
    facts: records && head ? { state: records.state, head } : null,
  }
}

const stopsInOrder: Reason['stops'][] = ['pages', 'work', null]

/** Adds what else is known, and the command that says more. */
function withDoctor(reason: Reason, more: readonly string[] = []): Reason {
  return {
    ...reason,
    detail: [reason.detail, ...more, `Run \`npm run doctor -- ${reason.part}\` with the settings of the service.`].join(
      ' ',
    ),
  }
}

/** Names the nodes at fault; the reason dates from the newest of their faults. */
function withNodes(reason: Reason, problems: readonly NodeProblem[]): Reason {
  const [latest = null] = problems.map(({ since }) => since).toSorted((a, b) => b.getTime() - a.getTime())
  return withDoctor({ ...reason, since: latest }, nodeFaults(problems))
}

type FromDatabase = { difference: SchemaDifference | null; records: ReadinessRecords | null }
type Attempt<T> = { value: T | null; reasons: Reason[] }

/** What cannot be read in time is a reason that stops all. */
async function tryToRead<T>(part: 'database' | 'chain', slow: string, read: () => Promise<T>): Promise<Attempt<T>> {
  const because = (detail: string) => ({
    value: null,
    reasons: [{ part, detail, since: null, stops: 'pages' as const }],
  })
  try {
    const value = await inTime(read(), patienceMs)
    return value === undefined ? because(slow) : { value, reasons: [] }
  } catch (error) {
    if (!isFailure(error)) throw error
    return because(error.message)
  }
}

/** The records of another schema may lack what this program asks for. */
async function readDatabase(ctx: Context, { checkSchema }: ReadinessProgram): Promise<FromDatabase> {
  const difference = await checkSchema(ctx.db)
  const records = readReadinessRecords(ctx)
  return { difference, records: await (difference ? records.catch(() => null) : records) }
}

type Heads = { head: Block; readable: Block | undefined }

/** The newest block, and how far events may be read. */
async function readHeads(ctx: Context): Promise<Heads> {
  await ctx.chain.assertSameChain()
  const head = await ctx.chain.latestBlock()
  return { head, readable: ctx.chain.readsFinalOnly ? await readableOf(ctx) : head }
}

function judgeDatabase(read: FromDatabase | null, { watch }: ReadinessProgram): Reason[] {
  const reasons: Reason[] = []
  const add = (part: 'database' | 'schema', detail: string, stops: Reason['stops'] = 'pages') =>
    reasons.push({ part, detail, since: null, stops })
  // While a newer release takes over, programs of the older one go on.
  if (read?.difference) add('schema', read.difference.detail, read.difference.kind === 'newer' ? null : 'pages')
  if (read?.records?.state.isReadOnly)
    add('database', 'The database is read-only: see its disk, and whether the address is that of a standby.')
  try {
    watch.assertWritable()
  } catch (error) {
    if (isFailure(error)) add('database', `${error.message} See the database's disk and its log.`)
  }
  return reasons
}

function judgeHead(ctx: Context, head: Block): Reason[] {
  const { headAge, isHeadOld } = headAgeOf(ctx, head)
  if (!isHeadOld) return []
  const detail = `The newest block is ${headAge} seconds old: see whether the chain stands still, or its nodes do.`
  return [{ part: 'chain', detail, since: dateOf(head), stops: null }]
}

/** How far the indexer is behind what it may read, and final blocks behind what is usual. */
function judgeReading({ head, readable }: Heads, { newestBlock: indexed, state }: ReadinessRecords): Reason[] {
  if (!readable) return []
  const reasons: Reason[] = []
  const lag = indexed ? readable.timestamp - indexed.timestamp : 0n
  if (indexed && lag > readinessSeconds.IndexerBehind) {
    const detail = `The indexer is ${lag} seconds behind the newest block: see the worker's log for the loop indexer.`
    reasons.push({ part: 'indexer', detail, since: dateOf(indexed), stops: 'work' })
  }
  const wait = head.timestamp - readable.timestamp
  if (wait > BigInt(readinessSeconds.IndexerBehind) + state.usualFinality) {
    const detail = `The newest final block is ${wait} seconds older than the newest one, usually ${state.usualFinality}. Events wait until they are final: \`npm run doctor -- chain\` says what each node calls final.`
    reasons.push({ part: 'chain', detail, since: dateOf(readable), stops: null })
  }
  return reasons
}

function dateOf({ timestamp }: Block): Date {
  return new Date(Number(timestamp) * 1_000)
}
