import { inTransaction, isUniqueViolation } from '../../data/database.ts'
import { type DraftRow, findUnfundedDraftOfIssue, insertDraft } from '../../data/drafts.ts'
import { recordEvent } from '../../data/events.ts'
import { findFinalityLag } from '../../data/finality-lag.ts'
import type { AccessRow } from '../../data/repositories.ts'
import { withReports } from '../../domain/command-reports.ts'
import { contentWarnings } from '../../domain/content-warning.ts'
import { defaultCommands } from '../../domain/default-commands.ts'
import { unique } from '../../domain/default-protection.ts'
import { sharing } from '../../domain/draft.ts'
import { Failure } from '../../domain/failure.ts'
import { at, step } from '../../domain/step.ts'
import { type Context, requireCapability } from '../context.ts'
import { notUsable, readIssue } from '../repositories/preview-issue.ts'
import { requireFreshAccess } from '../repositories/require-access.ts'
import { defaultContent } from './draft-defaults.ts'
import { type OfferedDraft, offerActions } from './offer-actions.ts'
import { readProtectionAtHead } from './read-protection.ts'
import { requireDraft } from './require-draft.ts'
import { storeContent, type WrittenContent } from './sealed-drafts.ts'

export type DraftCreation = {
  repositoryAccessId: string
  number: number
  contentHash: string | null
  content: Partial<WrittenContent>
  /** The funded draft whose terms hold where the content says nothing. */
  termsFrom?: string | undefined
  /** The draft that the content was copied from. */
  copyOf?: DraftRow
}

/** A draft of an issue that is read again now; drafting needs the right to push. */
export async function createDraft(ctx: Context, input: DraftCreation): Promise<OfferedDraft> {
  const user = requireCapability(ctx, 'client')
  const { termsFrom, copyOf } = input
  const terms = termsFrom === undefined ? {} : await readTermsOf(ctx, termsFrom)
  const opened = await requireFreshAccess(ctx, user.userId, input.repositoryAccessId)
  const { access } = opened
  if (!access.canPush || access.archived) throw notDraftable(access)
  const issue = await readIssue(ctx, opened, input.number)
  if (issue.state !== 'open') throw notUsable(access, `#${issue.number} is closed.`)
  if (input.contentHash && input.contentHash !== issue.content_hash) {
    throw new Failure('stale_version', 'The issue has changed since the preview.', {
      nextActions: [step('client', 'preview_again', 'Preview the issue again.', at('previewIssue'))],
    })
  }
  const finalityLag = await findFinalityLag(ctx.db)
  const { defaultBranch } = access
  const starting = { ...defaultContent(issue, { defaultBranch, finalityLag }), ...terms, ...input.content }
  const { entries, paths, scripts } = await readProtectionAtHead(ctx, opened, starting)
  // Only files that are protected as tests are named by a default command, so the entries hold for it as well.
  const verificationCommands =
    input.content.verificationCommands ?? defaultCommands(`${issue.title}\n${issue.body}`, paths, scripts)
  const key = { userId: user.userId, repositoryAccessId: access.id, issueNumber: issue.number }
  try {
    const draft = await inTransaction(ctx.db, async (tx) => {
      const made = await insertDraft(tx, {
        ...key,
        repositoryFullName: access.fullName,
        issue,
        ...(copyOf && copyOf.issue.content_hash !== issue.content_hash && { previousIssue: copyOf.issue }),
        warnings: contentWarnings(`${issue.title}\n${issue.body}`),
        ...storeContent(ctx.vault, starting),
        ...sharing(starting),
        verificationCommands: withReports(verificationCommands, [], scripts),
        protectedPaths: unique(input.content.protectedPaths ?? entries),
        defaultProtection: entries,
      })
      const subject = { type: 'draft', id: made.id } as const
      const evidence = { ...(copyOf && { copy_of: copyOf.id }), ...(termsFrom && { terms_from: termsFrom }) }
      const event = { name: 'draft.created' as const, to: made.state, evidence }
      await recordEvent(tx, { actor: user, subject, userId: user.userId, ...event })
      return made
    })
    return await offerActions(ctx, { draft, snapshot: null, onchainJobId: null, jobState: null, live: null })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw draftExists(await findUnfundedDraftOfIssue(ctx.db, key))
  }
}

/** What a job pays, how it is timed and decided, and how its result is published; nothing of task or checks. */
async function readTermsOf(ctx: Context, id: string) {
  const { draft } = await requireDraft(ctx, id)
  if (draft.state !== 'FUNDED') throw new Failure('not_found', 'There is no such funded draft.')
  const { reward, verifierFee, verifiers, quorum, maxAttempts, silenceShareBps, publication } = draft
  const { openSeconds, workSeconds, verificationSeconds } = draft
  return {
    reward,
    verifierFee,
    verifiers,
    quorum,
    maxAttempts,
    silenceShareBps,
    publication,
    openSeconds,
    workSeconds,
    verificationSeconds,
  }
}

function notDraftable({ fullName, archived }: AccessRow): Failure {
  const why = archived ? `${fullName} is archived.` : `Drafting a job needs push permission on ${fullName}.`
  return new Failure('repository_permission', why, {
    nextActions: [step('client', 'choose_repository', 'Choose another repository.', at('getGithubStatus'))],
  })
}

/** The refusal of a second draft of an issue. */
export function draftExists(draft: { id: string } | undefined): Failure {
  return new Failure('draft_exists', 'This issue has a draft that is not funded yet.', {
    nextActions: [step('client', 'open_draft', 'Open that draft.', draft ? at('getDraft', draft) : at('listDrafts'))],
  })
}
