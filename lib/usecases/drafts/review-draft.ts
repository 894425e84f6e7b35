import { inTransaction } from '../../data/database.ts'
import { type DraftRow, moveDraft, type NewDraft } from '../../data/drafts.ts'
import { recordEvent } from '../../data/events.ts'
import { findFinalityLag } from '../../data/finality-lag.ts'
import type { ProbeRow } from '../../data/probes.ts'
import { reviewAcceptanceAlone } from '../../domain/acceptance-alone.ts'
import { withReports } from '../../domain/command-reports.ts'
import { accepts, draftLocked } from '../../domain/draft.ts'
import { type Finding, isBlocking } from '../../domain/finding.ts'
import { reviewLikelyPaths } from '../../domain/probe-findings.ts'
import { reviewDelivery, reviewTerms } from '../../domain/review.ts'
import { reviewCommands } from '../../domain/review-commands.ts'
import { protectedSources, protectionAdded, reviewProtection, uselessEntries } from '../../domain/review-protection.ts'
import { reviewReports } from '../../domain/review-reports.ts'
import { reviewTask } from '../../domain/review-task.ts'
import { reviewTestsInSource } from '../../domain/tests-in-source.ts'
import type { Context } from '../context.ts'
import { drawProbe } from '../probes/draw-probe.ts'
import {
  carryOutPlan,
  holdsLimit,
  isWaiting,
  type ProbeRequest,
  plannedFindings,
  planProbe,
} from '../probes/plan-probe.ts'
import { type OfferedDraft, offerActions } from './offer-actions.ts'
import { addProtection, type ReadProtection } from './read-protection.ts'
import { assertNothingLive, draftMoved, requireDraft } from './require-draft.ts'
import { reviewEarlierJobs } from './review-earlier-jobs.ts'
import { reviewPanel } from './review-panel.ts'
import { reviewRepository } from './review-repository.ts'
import { reviewWallet } from './review-wallet.ts'
import { filesOf } from './sealed-drafts.ts'

/**
 * Checks the draft against the sources: host, chain, provider. READY when nothing blocks, DRAFT otherwise. A LOCKED
 * draft is unlocked while no transaction of it is live; its snapshot is superseded and kept. What judges a result on the
 * reviewed base and was not protected by default so far is protected from now on, unless frozen terms are only renewed.
 * Where nothing else blocks, a verifier of another owner is asked to try the commands, and the draft stays DRAFT until
 * that ends (`endProbe`); `probe` says whether.
 */
export async function reviewDraft(ctx: Context, input: ReviewRequest): Promise<OfferedDraft> {
  // The draft may change while it is looked at, as when the trial of its commands ends, and the last probe of the hour
  // may be taken; a review of what it is then holds.
  const reviewed = (await reviewOnce(ctx, input)) ?? (await reviewOnce(ctx, input))
  if (!reviewed) throw draftMoved(input.id)
  return reviewed
}

type ReviewRequest = { id: string; isRenewal?: boolean; probe?: ProbeRequest }

/** Undefined when the draft changed, or another review of the client's took the last probe of the hour. */
async function reviewOnce(ctx: Context, input: ReviewRequest): Promise<OfferedDraft | undefined> {
  const { user, ...view } = await requireDraft(ctx, input.id)
  const { draft } = view
  const isRenewal = input.isRenewal ?? false
  if (!accepts(draft.state, 'review')) throw draftLocked(view)
  const [bounds, finalityLag, repository, wallet, panel, earlier] = await Promise.all([
    ctx.chain.bounds(),
    findFinalityLag(ctx.db),
    reviewRepository(ctx, draft),
    reviewWallet(ctx, draft),
    reviewPanel(ctx, draft),
    reviewEarlierJobs(ctx, draft),
  ])
  const terms = reviewTerms(draft, { ...bounds, finalityLag, fundBySeconds: ctx.settings.fundBySeconds })
  const protection = protect(draft, repository.protection, isRenewal)
  const commands = withReports(draft.verificationCommands, [], isRenewal ? undefined : repository.protection?.scripts)
  const acceptanceFiles = filesOf(ctx.vault, draft)
  const idle = reviewCommands(commands, repository.protection?.scripts ?? {})
  const reports = reviewReports({ acceptanceFiles, verificationCommands: commands }, repository.protection)
  const listed = [...uselessEntries(draft.protectedPaths, repository.protection?.paths), ...protection.findings]
  const laid = reviewDelivery({ ...draft, acceptanceFiles }, repository.protection?.paths)
  const likely = reviewLikelyPaths(input.probe?.likelyPaths ?? [], repository.protection?.paths ?? [])
  const alone = reviewAcceptanceAlone(draft.acceptanceFiles)
  const delivery = [...listed, ...laid, ...idle, ...alone, ...reports, ...likely]
  const task = reviewTask({ ...draft, verificationCommands: commands })
  const others = [...repository.findings, ...task, ...terms, ...delivery, ...wallet, ...panel, ...earlier]
  const facts: Partial<NewDraft> = { ...repository.facts, ...protection.facts, verificationCommands: commands }
  const plan = await planProbe(ctx, {
    draft: { ...draft, verificationCommands: commands, baseCommit: repository.facts.baseCommit ?? null },
    isPrivate: repository.isPrivate ?? false,
    isBlocked: others.some(isBlocking),
    request: isRenewal ? { mode: 'skip' } : (input.probe ?? {}),
  })
  const findings = [...others, ...plannedFindings(plan)]
  const cause = isWaiting(plan) || findings.some(isBlocking) ? 'review_blocked' : 'review_passed'
  const set: Partial<NewDraft> = { ...facts, findings, reviewedAt: new Date(), snapshotId: null }

  const moved = await inTransaction(ctx.db, async (tx): Promise<{ draft: DraftRow; probe?: ProbeRow } | undefined> => {
    if (!(await holdsLimit(ctx, tx, plan, user.userId))) return undefined
    if (draft.state === 'LOCKED') await assertNothingLive(tx, draft)
    const reviewed = await moveDraft(tx, draft, cause, set)
    if (!reviewed) return undefined
    const evidence = { findings: findings.map((finding) => finding.code) }
    const subject = { type: 'draft', id: draft.id } as const
    const change = { name: 'draft.reviewed' as const, from: draft.state, to: reviewed.state, evidence }
    await recordEvent(tx, { actor: user, subject, userId: user.userId, ...change })
    const probe = await carryOutPlan(ctx, tx, plan, reviewed)
    return { draft: reviewed, ...(probe && { probe }) }
  })
  if (!moved) return undefined
  if (moved.probe) await drawProbe(ctx, moved.probe)
  return offerActions(ctx, { draft: moved.draft, snapshot: null, onchainJobId: null, jobState: null, live: null })
}

/** What the review adds to the protected paths, and what it says about those that the client took out. */
function protect(
  draft: DraftRow,
  base: ReadProtection | undefined,
  isRenewal: boolean,
): { findings: Finding[]; facts: Partial<NewDraft> } {
  if (!base) return { findings: [], facts: {} }
  const facts = isRenewal ? {} : addProtection(draft, base.entries)
  const { protectedPaths, acceptanceFiles, sealedFiles } = { ...draft, ...facts }
  const list = [...protectedPaths, ...[...acceptanceFiles, ...sealedFiles].map(({ path }) => path)]
  const added = protectedPaths.length - draft.protectedPaths.length
  const sources = protectedSources(protectedPaths, base.paths)
  const examples = reviewTestsInSource(draft.verificationCommands, { ...base, list: protectedPaths })
  return { findings: [...protectionAdded(added), ...examples, ...sources, ...reviewProtection(list, base)], facts }
}
