import { lockAgent, noteOffered } from '../../data/agents.ts'
import { insertOffer } from '../../data/assignments.ts'
import { inTransaction, type Transaction } from '../../data/database.ts'
import { listEligibleOwners } from '../../data/dispatch.ts'
import { findDispatchPause } from '../../data/dispatch-pause.ts'
import { type DueJob, repeatCheck } from '../../data/due-jobs.ts'
import { recordEvent } from '../../data/events.ts'
import { type Fit, listFits, lockMatching } from '../../data/matching.ts'
import { dispatchNotes } from '../../domain/dispatch-note.ts'
import { pairInTurn } from '../../domain/pair-in-turn.ts'
import { ownersNeeded } from '../../domain/panel-owners.ts'
import { isHalted } from '../chain/is-halted.ts'
import type { Context, WorkerContext } from '../context.ts'
import { finish } from './finish-check.ts'
import type { ReadyForOffer, Standstill } from './standstill.ts'
import type { Subject } from './subject.ts'

/** A claimed open job that nothing but a worker and verifiers may be missing for. */
export type ReadyJob = Subject & ReadyForOffer & { due: DueJob }

const offeredWait: Standstill = { reason: 'Offered to a worker; waiting for its answer.' }
/** How many free workers are compared first; all of them only with jobs that none of these fits. */
const firstWorkers = 300

/**
 * Offers each of these jobs to the worker whose turn it is, at most one to each owner; none while an operator paused that,
 * or the indexer is halted.
 * Answers who was offered one.
 */
export async function matchJobs(ctx: WorkerContext, jobs: readonly ReadyJob[]): Promise<string[]> {
  if (jobs.length === 0) return []
  try {
    return await inTransaction(ctx.db, (tx) => match(ctx, tx, jobs))
  } catch (error) {
    for (const { due } of jobs) await repeatCheck(ctx.db, due)
    throw error
  }
}

async function match(ctx: WorkerContext, tx: Transaction, jobs: readonly ReadyJob[]): Promise<string[]> {
  await lockMatching(tx)
  if (await findDispatchPause(tx)) return holdBack(ctx, tx, jobs, dispatchNotes.paused)
  if (await isHalted(ctx)) return holdBack(ctx, tx, jobs, dispatchNotes.halted)
  const hasPanel = await panelTest(ctx, tx, jobs)
  const fits = await findFits(ctx, tx, jobs, hasPanel)
  const pairs = pairInTurn(fits.filter(hasPanel))
  for (const agentId of [...pairs.values()].map((fit) => fit.agentId).sort()) await lockAgent(tx, agentId)
  const offeredOwners: string[] = []
  for (const job of jobs) {
    const { verificationWindow } = job.snapshot
    const fit = pairs.get(job.due.id)
    const isOffered = fit !== undefined && (await makeOffer(ctx, tx, job, fit))
    if (isOffered) offeredOwners.push(fit.ownerUserId)
    const own = fits.filter(({ jobId }) => jobId === job.due.id)
    const wait = isOffered ? offeredWait : whyUnmatched(job, own, hasPanel)
    await finish(ctx, tx, job.due, { ...job, verificationWindow }, wait)
  }
  return offeredOwners
}

async function holdBack(
  ctx: WorkerContext,
  tx: Transaction,
  jobs: readonly ReadyJob[],
  reason: string,
): Promise<string[]> {
  for (const { due, snapshot, ...held } of jobs)
    await finish(ctx, tx, due, { ...held, verificationWindow: snapshot.verificationWindow }, { reason })
  return []
}

type PanelTest = (fit: Fit) => boolean

/** By one statement, as long as the first free workers suffice for all jobs. */
async function findFits(
  { settings }: Context,
  tx: Transaction,
  jobs: readonly ReadyJob[],
  hasPanel: PanelTest,
): Promise<Fit[]> {
  // An owner of verifiers may be passed over for a job, since those then cannot judge it.
  const spare = mostNeeded(jobs) + 2
  const list = (some: readonly ReadyJob[], most: number) => {
    const ids = some.map(({ due }) => due.id)
    return listFits(tx, ids, { ...settings, most, spare })
  }
  const first = await list(jobs, firstWorkers)
  if (first.isWhole) return first.fits
  const pairs = pairInTurn(first.fits.filter(hasPanel))
  const rest = jobs.filter(({ due }) => !pairs.has(due.id))
  if (rest.length === 0) return first.fits
  const { fits } = await list(rest, Number.MAX_SAFE_INTEGER)
  return [...first.fits.filter(({ jobId }) => pairs.has(jobId)), ...fits]
}

const neededOwners = ({ snapshot }: Subject) => ownersNeeded(snapshot.verifiers)
const mostNeeded = (jobs: readonly Subject[]) => Math.max(...jobs.map(neededOwners))

/** Whether enough owners of verifiers would be left for a job: nobody is asked to work for what could not be verified. */
async function panelTest({ settings }: Context, tx: Transaction, jobs: readonly ReadyJob[]): Promise<PanelTest> {
  const owners = new Map<number, string[]>()
  for (const policyVersion of new Set(jobs.map(({ snapshot }) => snapshot.policyDocument.version))) {
    const query = { ...settings, excludedUserIds: [], policyVersion }
    owners.set(policyVersion, await listEligibleOwners(tx, query, mostNeeded(jobs) + 2))
  }
  const byId = new Map(jobs.map((job) => [job.due.id, job]))
  return ({ jobId, ownerUserId }) => {
    const job = byId.get(jobId)
    if (!job) return false
    const available = owners.get(job.snapshot.policyDocument.version) ?? []
    return available.filter((id) => id !== job.job.userId && id !== ownerUserId).length >= neededOwners(job)
  }
}

/** A job that lost its workers to jobs before it waits for one of them to be free again. */
function whyUnmatched(job: ReadyJob, fits: readonly Fit[], hasPanel: PanelTest): Standstill {
  const { times, lastCause } = job.givenBack
  const noWorker = times === 0 ? dispatchNotes.noWorker : dispatchNotes.noOtherWorker(times, lastCause)
  if (fits.length === 0 || fits.some(hasPanel)) return { reason: noWorker, waitsFor: 'WORKER' }
  return { reason: dispatchNotes.tooFewVerifiers(neededOwners(job)), waitsFor: 'VERIFIERS' }
}

async function makeOffer(ctx: Context, tx: Transaction, { job }: Subject, worker: Fit): Promise<boolean> {
  const { agentId, ownerUserId, address, key } = worker
  const { onchainJobId, userId: clientUserId } = job
  const row = { onchainJobId, clientUserId, agentId, ownerUserId, agentAddress: address, key }
  const made = await insertOffer(tx, row, ctx.settings.offerSeconds)
  if (!made) return false
  await noteOffered(tx, agentId)
  const subject = { type: 'job', id: onchainJobId.toString() } as const
  const evidence = { agent: address, offer: made.id, expires_at: made.offerExpiresAt.toISOString() }
  await recordEvent(tx, { actor: ctx.actor, subject, userId: clientUserId, name: 'job.offered', evidence })
  return true
}
