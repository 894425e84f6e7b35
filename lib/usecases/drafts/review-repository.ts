import type { DraftRow, NewDraft } from '../../data/drafts.ts'
import { contentWarnings } from '../../domain/content-warning.ts'
import type { NormalisedIssue } from '../../domain/document.ts'
import { isFailure } from '../../domain/failure.ts'
import type { Finding } from '../../domain/finding.ts'
import { blocking, warning } from '../../domain/review.ts'
import type { Context } from '../context.ts'
import { readIssue } from '../repositories/preview-issue.ts'
import { type OpenedRepository, requireFreshAccess } from '../repositories/require-access.ts'
import { type ReadProtection, readProtection } from './read-protection.ts'

export type RepositoryReview = {
  findings: Finding[]
  facts: Partial<NewDraft>
  /** The default protection on the reviewed base; undefined without one. */
  protection?: ReadProtection
  /** Undefined where it cannot be read. */
  isPrivate?: boolean
}

/** What stands against the draft at the repository host now; the facts are what the draft keeps of it. */
export async function reviewRepository(ctx: Context, draft: DraftRow): Promise<RepositoryReview> {
  const opened = await openRepository(ctx, draft)
  if (!opened) {
    return {
      findings: [
        blocking(
          'access_revoked',
          '/repository_access_id',
          `You no longer have access to ${draft.repositoryFullName}.`,
          'Connect the repository again.',
        ),
      ],
      facts: {},
    }
  }
  const { access, token } = opened
  const [issue, baseCommit] = await Promise.all([
    findIssue(ctx, draft, opened),
    ctx.codeHost.branchHead(token, access.fullName, draft.baseBranch),
  ])
  const findings = [...reviewAccess(access), ...reviewIssue(draft, issue), ...reviewBranch(draft, baseCommit)]
  const facts: Partial<NewDraft> = { repositoryFullName: access.fullName, baseCommit: baseCommit ?? null }
  if (issue) Object.assign(facts, { issue, warnings: contentWarnings(`${issue.title}\n${issue.body}`) })
  if (issue && changedParts(draft, issue).length > 0) facts.previousIssue = draft.previousIssue ?? draft.issue
  const isPrivate = access.private
  if (baseCommit === undefined) return { findings, facts, isPrivate }
  return {
    findings,
    facts,
    isPrivate,
    protection: await readProtection(ctx, opened, baseCommit, draft.verificationCommands),
  }
}

async function openRepository(ctx: Context, draft: DraftRow): Promise<OpenedRepository | undefined> {
  try {
    return await requireFreshAccess(ctx, draft.userId, draft.repositoryAccessId)
  } catch (error) {
    if (isFailure(error) && error.code === 'not_found') return undefined
    throw error
  }
}

async function findIssue(
  ctx: Context,
  draft: DraftRow,
  opened: OpenedRepository,
): Promise<NormalisedIssue | undefined> {
  try {
    return await readIssue(ctx, opened, draft.issueNumber)
  } catch (error) {
    if (isFailure(error) && (error.code === 'not_found' || error.code === 'issue_not_usable')) return undefined
    throw error
  }
}

function reviewAccess(access: OpenedRepository['access']): Finding[] {
  const findings: Finding[] = []
  const pointer = '/repository_access_id'
  if (!access.canPush)
    findings.push(
      blocking(
        'push_permission_missing',
        pointer,
        'Funding a job needs push permission.',
        'Ask an administrator of the repository.',
      ),
    )
  if (access.archived)
    findings.push(blocking('repository_archived', pointer, 'The repository is archived.', 'Choose another repository.'))
  if (access.private)
    findings.push(
      warning(
        'repository_private',
        pointer,
        'The worker and the verifiers are strangers to you, and they will read this private repository.',
        'Fund only if you accept that.',
      ),
    )
  return findings
}

function reviewIssue(draft: DraftRow, issue: NormalisedIssue | undefined): Finding[] {
  if (!issue) return [blocking('issue_missing', '/issue', 'The issue cannot be read any more.', 'Delete this draft.')]
  const findings: Finding[] = []
  if (issue.state !== 'open')
    findings.push(blocking('issue_closed', '/issue', 'The issue is closed.', 'Reopen the issue, or delete this draft.'))
  const changed = changedParts(draft, issue)
  if (changed.length > 0) {
    findings.push(
      blocking(
        'issue_changed',
        '/issue',
        `The issue changed since it was last read: ${changed.join(', ')}.`,
        'Read the issue again, adapt the draft, and review it again.',
      ),
    )
  }
  for (const { code, message } of contentWarnings(`${issue.title}\n${issue.body}`)) {
    findings.push(warning(code, '/issue', message, 'Read the issue’s source before funding.'))
  }
  return findings
}

function changedParts(draft: DraftRow, issue: NormalisedIssue): string[] {
  return (['title', 'body', 'labels'] as const).filter(
    (name) => JSON.stringify(issue[name]) !== JSON.stringify(draft.issue[name]),
  )
}

function reviewBranch(draft: DraftRow, baseCommit: string | undefined): Finding[] {
  if (baseCommit) return []
  return [
    blocking(
      'base_branch_missing',
      '/base_branch',
      `There is no branch ${draft.baseBranch}.`,
      'Name an existing branch.',
    ),
  ]
}
