import { listEligibleOwners } from '../../data/dispatch.ts'
import type { DraftRow } from '../../data/drafts.ts'
import { countAgedOwners } from '../../data/verifier-numbers.ts'
import { policyVersionOf } from '../../domain/command-reports.ts'
import type { Finding } from '../../domain/finding.ts'
import { ownersNeeded } from '../../domain/panel-owners.ts'
import { warning } from '../../domain/review.ts'
import { reviewCap } from '../../domain/review-cap.ts'
import type { Context } from '../context.ts'

/** Whether enough verifiers can judge the result now, and whether there are enough of them for the reward. */
export async function reviewPanel(ctx: Context, draft: DraftRow): Promise<Finding[]> {
  const { verifierAgeSeconds: seconds, rewardPerVerifierOwner: rewardPerOwner } = ctx.settings
  const agedOwners = await countAgedOwners(ctx.db, { otherThan: draft.userId, seconds })
  return [...(await reviewAvailability(ctx, draft)), ...reviewCap(draft, { agedOwners, rewardPerOwner })]
}

/** Only a warning, since verifiers may come back. */
async function reviewAvailability(ctx: Context, draft: DraftRow): Promise<Finding[]> {
  const { allowUnisolated, requalificationSeconds, seatsPerVerifier } = ctx.settings
  const policyVersion = policyVersionOf(draft.verificationCommands, draft.sealedFiles)
  const owner = { excludedUserIds: [draft.userId] }
  const query = { ...owner, allowUnisolated, requalificationSeconds, seatsPerVerifier, policyVersion }
  const needed = ownersNeeded(draft.verifiers)
  const { length: owners } = await listEligibleOwners(ctx.db, query, needed)
  if (owners >= needed) return []
  const message = `Verifiers of ${owners} independent owners are available now, and the job needs ${needed} to start.`
  return [warning('verifiers_few', '/verifiers', message, 'Ask for fewer verifiers, or wait until more are available.')]
}
