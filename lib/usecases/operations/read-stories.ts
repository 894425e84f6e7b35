import { inTransaction } from '../../data/database.ts'
import { findDispatchPause } from '../../data/dispatch-pause.ts'
import type { SnapshotRow } from '../../data/drafts.ts'
import { recordEvent } from '../../data/events.ts'
import { findJobAndTerms, type JobRow } from '../../data/jobs.ts'
import { listStoryEntries } from '../../data/story-entries.ts'
import { listStoryFacts } from '../../data/story-facts.ts'
import { findStoryTargets } from '../../data/story-targets.ts'
import { findTransaction } from '../../data/transactions.ts'
import { Failure, isFailure } from '../../domain/failure.ts'
import type { StoryEntry, StoryFact, StoryKind, StoryTarget } from '../../domain/story.ts'
import { awaitedBy, isLive } from '../../domain/transaction.ts'
import type { Context } from '../context.ts'
import { executionOf } from '../jobs/execution-view.ts'
import { readWaits } from '../jobs/read-job.ts'

/** `isCut` where only the newest entries are shown. */
export type Story = { target: StoryTarget; now: StoryFact[]; entries: StoryEntry[]; isCut: boolean }

/** The stories behind one id, and the targets beyond the first few, which are only named. */
export type Stories = { stories: Story[]; others: StoryTarget[] }

const storiesMax = 5
const entriesMax = 500

/**
 * What happened to everything that an id, number, hash or address names, in the order of time, and what it waits for now.
 * `kind` leaves out all others. Each story that is shown is recorded. Throws `not_found` when the id names none.
 */
export async function readStories(ctx: Context, input: { id: string; kind?: StoryKind }): Promise<Stories> {
  const found = await findStoryTargets(ctx.db, input.id)
  const targets = found.filter(({ kind }) => input.kind === undefined || kind === input.kind)
  if (targets.length === 0) throw new Failure('not_found', describeMiss(input.kind, found))
  const shown = targets.slice(0, storiesMax)
  await inTransaction(ctx.db, async (tx) => {
    for (const { kind, id } of shown) {
      const entity = { type: 'operations', id: `${kind}/${id}` } as const
      await recordEvent(tx, { actor: ctx.actor, subject: entity, userId: null, name: 'operations.story_read' })
    }
  })
  const stories = await Promise.all(shown.map((target) => readStory(ctx, target)))
  return { stories, others: targets.slice(storiesMax) }
}

function describeMiss(kind: StoryKind | undefined, found: readonly StoryTarget[]): string {
  if (found.length === 0) return 'Nothing here has this id, number, hash or address.'
  return `It names no ${kind}, but: ${found.map((target) => `${target.kind} ${target.id}`).join(', ')}.`
}

async function readStory(ctx: Context, target: StoryTarget): Promise<Story> {
  const [facts, waits, entries] = await Promise.all([
    listStoryFacts(ctx.db, target),
    waitsOf(ctx, target),
    listStoryEntries(ctx.db, target, entriesMax + 1),
  ])
  return { target, now: [...facts, ...waits], entries: entries.slice(-entriesMax), isCut: entries.length > entriesMax }
}

/** What it waits for in a sentence, as its page says. */
async function waitsOf(ctx: Context, { kind, id }: StoryTarget): Promise<StoryFact[]> {
  if (kind === 'job') return jobWaits(ctx, BigInt(id))
  const row = kind === 'transaction' ? await findTransaction(ctx.db, id) : undefined
  if (!row || !isLive(row.state)) return []
  const { who, text } = awaitedBy(row.state, row)
  return [{ name: `waits for ${who}`, value: text }]
}

async function jobWaits(ctx: Context, id: bigint): Promise<StoryFact[]> {
  const { job, snapshot } = await findJobAndTerms(ctx.db, id)
  if (!job || !snapshot) return []
  return [...(job.state === 'OPEN' ? await pauseOf(ctx) : []), ...(await chainWaits(ctx, job, snapshot))]
}

/** Why no job is offered, where a person paused offers. */
async function pauseOf({ db }: Context): Promise<StoryFact[]> {
  const pause = await findDispatchPause(db)
  if (!pause) return []
  return [{ name: 'offers', value: `Paused since ${pause.since.toISOString()}: ${pause.because}` }]
}

async function chainWaits(ctx: Context, job: JobRow, snapshot: SnapshotRow): Promise<StoryFact[]> {
  try {
    const [onChain, { grace }] = await Promise.all([
      ctx.chain.newestJob(job.onchainJobId, job.lastEventBlock),
      ctx.chain.bounds(),
    ])
    const waits = readWaits({ snapshot }, { onChain, grace }, await executionOf(ctx, job, null))
    return waits.map(({ what, who, until, afterwards }) => ({
      name: `waits for ${who}`,
      value: `${what} ${until === null ? '' : `Deadline: ${iso(until)}. `}${afterwards}`,
    }))
  } catch (error) {
    if (!isFailure(error)) throw error
    return [{ name: 'chain', value: 'It cannot be read now, so the contract’s own view is missing.' }]
  }
}

const iso = (seconds: bigint) => new Date(Number(seconds) * 1_000).toISOString()
