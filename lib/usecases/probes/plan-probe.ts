import type { Database, Transaction } from '../../data/database.ts'
import { drawEligibleVerifiers, type VerifierCandidate } from '../../data/dispatch.ts'
import type { DraftRow } from '../../data/drafts.ts'
import { recordEvent } from '../../data/events.ts'
import {
  type AnsweredProbe,
  countRecentProbes,
  endLiveProbe,
  findLiveProbe,
  insertProbe,
  listReports,
  lockProbing,
  noteDraftVersion,
  type ProbeRow,
} from '../../data/probes.ts'
import { policyVersionOf } from '../../domain/command-reports.ts'
import type { DraftContent } from '../../domain/document.ts'
import type { Finding } from '../../domain/finding.ts'
import { maxProbeReports, type ProbeMode } from '../../domain/probe.ts'
import {
  probeFindings,
  probeNotRepeated,
  probeSkipped,
  probeUnavailable,
  sealedFromProbe,
} from '../../domain/probe-findings.ts'
import type { Context } from '../context.ts'
import { draftMoved } from '../drafts/require-draft.ts'
import { digestOf } from './read-probe.ts'

export type ProbeRequest = {
  /** Left out it is `run` for a public repository; a private one is shown to nobody unless the client says so. */
  mode?: ProbeMode
  /** Files that the work will probably touch; left out, those that the tests load. */
  likelyPaths?: string[]
}

export type Probed = Pick<DraftRow, 'id' | 'userId' | 'sealedFiles'> &
  Pick<DraftContent, 'verificationCommands' | 'acceptanceFiles' | 'verificationSeconds'> & { baseCommit: string | null }

/** What a review does about the probe, decided before anything is written. */
export type ProbePlan = {
  /** What the reports on this content say by now. */
  findings: Finding[]
  live: ProbeRow | undefined
  /** Whether the live probe goes on; it is ended otherwise. */
  isAwaited: boolean
  fresh: Pick<ProbeRow, 'digest' | 'baseCommit' | 'likelyPaths' | 'passedOver' | 'readsPrivate'> | undefined
  /** Why the new probe is over before it began. */
  unavailable: string | undefined
}

type Input = { draft: Probed; isPrivate: boolean; isBlocked: boolean; request: ProbeRequest }

/** Whether to wait for the probe that runs, take the reports that hold, or have a verifier of another owner asked. */
export async function planProbe(ctx: Context, { draft, isPrivate, isBlocked, request }: Input): Promise<ProbePlan> {
  const mode = request.mode ?? (isPrivate ? 'skip' : 'run')
  const { baseCommit } = draft
  const live = await findLiveProbe(ctx.db, draft.id)
  const nothing: ProbePlan = { findings: [], live, isAwaited: false, fresh: undefined, unavailable: undefined }
  if (baseCommit === null) return nothing
  const digest = digestOf(ctx, draft, baseCommit)
  const reports = await listReports(ctx.db, draft.id, digest)
  const findings = probeFindings(
    reports.map(({ report }) => report),
    draft,
    { isSkipped: mode === 'skip' },
  )
  if (draft.sealedFiles.length > 0) {
    return { ...nothing, findings: [...findings, sealedFromProbe(reports.length > 0)] }
  }
  const isExhausted = mode === 'repeat' && reports.length >= maxProbeReports
  const known = { ...nothing, findings: isExhausted ? [...findings, probeNotRepeated()] : findings }
  if (mode === 'skip') return isBlocked || reports.length > 0 ? known : { ...known, findings: [probeSkipped()] }
  const { likelyPaths } = request
  const mayRead = !isPrivate || live?.readsPrivate
  if (live?.digest === digest && isSamePaths(live, likelyPaths) && mayRead) return { ...known, isAwaited: true }
  if (isBlocked || !isWanted(mode, reports, likelyPaths)) return known
  const passedOver = mode === 'repeat' ? reports.flatMap(({ ownerUserId }) => ownerUserId ?? []) : []
  const paths = likelyPaths ?? reports.at(-1)?.likelyPaths ?? []
  const fresh = { digest, baseCommit, passedOver, likelyPaths: paths, readsPrivate: isPrivate }
  return { ...known, fresh, unavailable: await whyUnavailable(ctx, draft, { live, passedOver }) }
}

function isWanted(mode: ProbeMode, reports: readonly AnsweredProbe[], likelyPaths: string[] | undefined): boolean {
  if (mode === 'repeat') return reports.length < maxProbeReports
  const newest = reports.at(-1)
  return !newest || (!isSamePaths(newest, likelyPaths) && reports.length < maxProbeReports)
}

function isSamePaths({ likelyPaths }: Pick<ProbeRow, 'likelyPaths'>, wanted: string[] | undefined): boolean {
  return wanted === undefined || wanted.toSorted().join('\0') === likelyPaths.toSorted().join('\0')
}

type Wanted = { live: ProbeRow | undefined; passedOver: string[] }

async function whyUnavailable(ctx: Context, draft: Probed, { live, passedOver }: Wanted): Promise<string | undefined> {
  if (await isOverLimit(ctx, ctx.db, draft.userId, live))
    return `Verifiers tried your commands ${ctx.settings.probesPerHour} times within an hour, which is the limit.`
  const eligible = await listProbers(ctx, draft, { passedOver, forProbe: 'any' })
  return eligible.length > 0 ? undefined : nobodyFree
}

async function isOverLimit({ settings }: Context, db: Database, userId: string, live?: ProbeRow): Promise<boolean> {
  return (await countRecentProbes(db, userId, live?.id)) >= settings.probesPerHour
}

export const nobodyFree = 'No verifier of another owner was free to try the commands.'

/** Verifiers of owners other than the client and those passed over, as for a seat. */
export function listProbers(
  ctx: Context,
  draft: Probed,
  { passedOver, forProbe }: { passedOver: readonly string[]; forProbe: 'any' | 'idle' },
): Promise<VerifierCandidate[]> {
  const { allowUnisolated, requalificationSeconds, seatsPerVerifier } = ctx.settings
  const policyVersion = policyVersionOf(draft.verificationCommands, draft.sealedFiles)
  const excludedUserIds = [draft.userId, ...passedOver]
  const query = { excludedUserIds, allowUnisolated, requalificationSeconds, seatsPerVerifier, policyVersion, forProbe }
  return drawEligibleVerifiers(ctx.db, query)
}

/** Whether the draft has to wait for a probe before it can be READY. */
export function isWaiting({ isAwaited, fresh, unavailable }: ProbePlan): boolean {
  return isAwaited || (fresh !== undefined && unavailable === undefined)
}

/** The findings of the plan; while a verifier is at work none is known for sure. */
export function plannedFindings(plan: ProbePlan): Finding[] {
  if (isWaiting(plan)) return []
  return plan.unavailable === undefined ? plan.findings : [...plan.findings, probeUnavailable(plan.unavailable)]
}

/** Whether the plan is within the client's limit still; its transaction has their turn then, so that no other passes it. */
export async function holdsLimit(ctx: Context, tx: Transaction, plan: ProbePlan, userId: string): Promise<boolean> {
  if (!plan.fresh || plan.unavailable !== undefined) return true
  await lockProbing(tx, userId)
  return !(await isOverLimit(ctx, tx, userId, plan.live))
}

/** Writes the plan in the transaction that moved the draft to this version; returns the probe to be drawn for, if any. */
export async function carryOutPlan(
  ctx: Context,
  tx: Transaction,
  plan: ProbePlan,
  draft: Pick<DraftRow, 'id' | 'userId' | 'version'>,
): Promise<ProbeRow | undefined> {
  const { live, isAwaited, fresh, unavailable } = plan
  if (live && isAwaited) {
    // It ended after the plan was made: the review has to be made with its report.
    if (!(await noteDraftVersion(tx, live.id, draft.version))) throw draftMoved(draft.id)
    return undefined
  }
  await endLiveProbe(tx, draft.id, 'The review went on without it.')
  if (!fresh) return undefined
  const row = { ...fresh, draftId: draft.id, userId: draft.userId, draftVersion: draft.version }
  const ended =
    unavailable === undefined ? {} : { state: 'NOBODY_FREE' as const, reason: unavailable, endedAt: new Date() }
  const probe = await insertProbe(tx, { ...row, ...ended }, ctx.settings.probeSeconds)
  if (unavailable !== undefined) return undefined
  const subject = { type: 'draft', id: draft.id } as const
  const evidence = { probe: probe.id, base_commit: fresh.baseCommit }
  await recordEvent(tx, { actor: ctx.actor, subject, userId: draft.userId, name: 'draft.probe_started', evidence })
  return probe
}
