import type { SnapshotRow } from '../../data/drafts.ts'
import { findJobAndTerms, type JobRow } from '../../data/jobs.ts'
import { findPendingKinds } from '../../data/pending-kinds.ts'
import type { CredentialRow } from '../../data/runtime-credentials.ts'
import { saveHeartbeat } from '../../data/runtime-heartbeats.ts'
import { listSeats, type SeatRow } from '../../data/seats.ts'
import type { RuntimeState } from '../../domain/agent.ts'
import { type Context, requireRuntime } from '../context.ts'
import { tally } from '../dispatch/tally.ts'
import { type Objection, objectToRelease } from './object-to-release.ts'
import { type PendingWork, pendingWork } from './pending-work.ts'
import { configurationVersion } from './read-configuration.ts'
import { type ReleaseNotice, releaseNotices } from './release-notices.ts'
import { offerRotation, type TakenRotation, takeRotation } from './rotate-credential.ts'

export type HeartbeatInput = {
  state: RuntimeState
  software: string
  running: { kind: string; id: string; progress?: string }[]
  /** The newest version of policy documents that the runtime reads. */
  policyVersion: number
  /** Whether the runtime tries the commands of drafts. */
  probes: boolean
  wantsRotation: boolean
  rotate?: TakenRotation
  objections: Objection[]
}

export type HeartbeatAnswer = {
  nextSeconds: number
  configurationVersion: string
  work: PendingWork
  /** The jobs and snapshots that the work is about. */
  subjects: Map<bigint, { job: JobRow; snapshot: SnapshotRow }>
  cancelled: string[]
  notices: ReleaseNotice[]
  rotation: CredentialRow | undefined
  /** Signed verdicts of the runtime's own submitted jobs, once they decide. */
  verdicts: (SeatRow & { resultCommitment: `0x${string}` })[]
}

/** Notes that the runtime is alive and tells it what there is to do. */
export async function sendHeartbeat(ctx: Context, input: HeartbeatInput): Promise<HeartbeatAnswer> {
  const runtime = requireRuntime(ctx)
  const { identity } = runtime
  const kinds = await findPendingKinds(ctx.db, runtime.agentId)
  const work = await pendingWork(ctx, runtime, input, kinds)
  const isAtWork =
    input.running.length > 0 ||
    work.offers.length + work.jobs.length + work.seats.length + work.probes.length > 0 ||
    work.qualification !== undefined
  const { idle, atWork } = ctx.settings.heartbeatSeconds
  const nextSeconds = isAtWork ? Math.min(atWork, idle) : idle
  const { state, software, policyVersion, probes, running } = input
  const facts = { state, software, policyVersion, probes, running, intervalMs: nextSeconds * 1_000 }
  await saveHeartbeat(ctx.db, { agentId: runtime.agentId, ...facts })
  // A refused rotation or objection takes nothing from having been heard.
  if (input.rotate) await takeRotation(ctx, runtime, input.rotate)
  for (const objection of input.objections) await objectToRelease(ctx, runtime, objection)
  const isDraining = state === 'draining'
  return {
    nextSeconds,
    configurationVersion: configurationVersion(identity, work.qualification),
    work: isDraining ? { ...work, offers: [] } : work,
    subjects: await subjectsOf(ctx, work),
    cancelled: running.map((one) => one.id).filter((id) => !isWanted(work, id)),
    notices: await releaseNotices(ctx, runtime, work.jobs),
    rotation: await offerRotation(ctx, identity, { isWanted: input.wantsRotation, hasOpen: kinds.rotation }),
    verdicts: await verdictsFor(ctx, work),
  }
}

function isWanted(work: PendingWork, id: string): boolean {
  const { offers, jobs, seats, probes, qualification } = work
  return [...offers, ...jobs, ...seats, ...probes, ...(qualification ? [qualification] : [])].some(
    (one) => one.id === id,
  )
}

async function subjectsOf(ctx: Context, work: PendingWork): Promise<HeartbeatAnswer['subjects']> {
  const ids = new Set([...work.offers, ...work.jobs].map((row) => row.onchainJobId))
  const subjects: HeartbeatAnswer['subjects'] = new Map()
  for (const id of ids) {
    const { job, snapshot } = await findJobAndTerms(ctx.db, id)
    if (job && snapshot) subjects.set(id, { job, snapshot })
  }
  return subjects
}

/**
 * Whether the signature here is of the verdict that counts: one that its verifier published past us has none here, and
 * one that contradicts what the escrow recorded is of the other verdict.
 */
function canBeBrought({ state, verdict, signature, contradiction }: SeatRow): boolean {
  if (verdict !== 'PASS' && verdict !== 'FAIL') return false
  return state === 'ANSWERED' || (state === 'RECORDED' && signature !== '0x' && contradiction === null)
}

async function verdictsFor(ctx: Context, work: PendingWork): Promise<HeartbeatAnswer['verdicts']> {
  const verdicts: HeartbeatAnswer['verdicts'] = []
  for (const row of work.jobs.filter((one) => one.state === 'SUBMITTED' && one.attempt !== null)) {
    const panel = await listSeats(ctx.db, row.onchainJobId, row.attempt ?? 0)
    const { job: found, snapshot } = await findJobAndTerms(ctx.db, row.onchainJobId)
    const job = found && (await ctx.chain.newestJob(row.onchainJobId, found.lastEventBlock))
    if (!job || !snapshot) continue
    const { votes, isDecided } = tally(panel, snapshot)
    if (!isDecided) continue
    // Passes that a second opinion outweighs would settle the job in the worker's hands.
    for (const seat of votes.filter(canBeBrought)) verdicts.push({ ...seat, resultCommitment: job.result })
  }
  return verdicts
}
