import type { EventRow } from '../../data/events.ts'
import { findJobDetail, type JobView } from '../../data/jobs.ts'
import type { PublicationRow } from '../../data/publications.ts'
import { readWorkerReputation } from '../../data/reputations.ts'
import { Failure, isFailure } from '../../domain/failure.ts'
import { executionRetriesMax } from '../../domain/job.ts'
import { publishOffers } from '../../domain/publication.ts'
import type { WorkerReputation } from '../../domain/reputation.ts'
import type { Step } from '../../domain/step.ts'
import type { ChainJob } from '../../ports/chain.ts'
import { type Context, requireCapability } from '../context.ts'
import { type Execution, executionOf } from './execution-view.ts'
import { type Exit, exitsOf } from './exits.ts'
import { accountsOf, type JobAccounts } from './job-accounts.ts'
import { readTimeline } from './list-job-timeline.ts'
import { pendingActions } from './pending-actions.ts'
import { refusalOf } from './retry-execution.ts'
import { type Wait, waitsOf } from './waits.ts'

const timelineShown = 100

export type JobDetail = JobView & {
  /** The newest events, in the order in which they happened. */
  timeline: EventRow[]
  /** Where the earlier ones begin; null when all are shown. */
  timelineCursor: string | null
  execution: Execution
  /** Empty as well while the chain cannot be read. */
  waits: Wait[]
  accounts: JobAccounts
  verdictToPaymentSeconds: number | null
  /** Of the worker that has, or last had, the job. */
  workerReputation: WorkerReputation | null
  publication: PublicationRow | null
  retries: { used: number; left: number; canRetry: boolean; reason: string | null }
  /** The contract's own view at the newest block; undefined when the chain cannot be read. */
  onChain: ChainJob | undefined
  pendingActions: Step[]
  exits: Exit[]
}

/** The client's job with its evidence, timeline, what the contract allows next, and how to leave without us. */
export async function readJob(ctx: Context, input: { id: bigint }): Promise<JobDetail> {
  const user = requireCapability(ctx, 'client')
  const view = await findJobDetail(ctx.db, user.userId, input.id)
  if (!view) throw new Failure('not_found', 'There is no such job.')
  const { note, retries: used, publication, publishable, ...shown } = view
  const [timeline, execution, contract, accounts] = await Promise.all([
    readTimeline(ctx.db, { id: input.id, limit: timelineShown }),
    executionOf(ctx, view.job, note),
    readContract(ctx, view),
    accountsOf(ctx, view.job),
  ])
  const refusal = contract.onChain && refusalOf(contract.onChain, used, execution.assignments)
  const canRetry = contract.onChain !== undefined && refusal === undefined
  const publishing = {
    id: input.id,
    title: view.draft?.title ?? null,
    publishable,
    publication: publication?.state ?? null,
  }
  return {
    ...shown,
    ...contract,
    pendingActions: [...contract.pendingActions, ...publishOffers(publishing)],
    execution,
    accounts,
    publication,
    timeline: timeline.rows.toReversed(),
    timelineCursor: timeline.nextCursor,
    waits: readWaits(view, contract, execution),
    workerReputation: await readReputation(ctx, execution),
    retries: { used, left: executionRetriesMax - used, canRetry, reason: refusal?.message ?? null },
  }
}

async function readReputation(ctx: Context, { assignments }: Execution): Promise<WorkerReputation | null> {
  const last = assignments.findLast(({ attempt }) => attempt !== null)
  return last ? readWorkerReputation(ctx.db, last.agentAddress) : null
}

type Contract = Pick<JobDetail, 'onChain' | 'pendingActions' | 'exits'> & { grace: bigint }

async function readContract(ctx: Context, { job }: JobView): Promise<Contract> {
  const id = job.onchainJobId
  try {
    const [onChain, actions, owed, { grace }] = await Promise.all([
      ctx.chain.newestJob(id, job.lastEventBlock),
      ctx.chain.actions(id, job.lastEventBlock),
      ctx.chain.owed(job.clientAddress),
      ctx.chain.bounds(),
    ])
    const exits = onChain ? exitsOf(ctx, onChain, actions, owed) : []
    return { onChain, pendingActions: pendingActions(id, actions), exits, grace }
  } catch (error) {
    if (!isFailure(error)) throw error
    return { onChain: undefined, pendingActions: [], exits: [], grace: 0n }
  }
}

/** What the job waits for, by the contract's view of it; none without one. */
export function readWaits(
  { snapshot }: Pick<JobView, 'snapshot'>,
  { onChain, grace }: Pick<Contract, 'onChain' | 'grace'>,
  execution: Execution,
): Wait[] {
  if (!onChain || !snapshot) return []
  const last = execution.assignments.at(-1)
  const assigned = execution.assignments.findLast(({ attempt }) => attempt === onChain.attempt)
  const hasResult = assigned?.hasResult ?? false
  return waitsOf({ onChain, snapshot, last, hasResult, panel: execution.panel, grace })
}
