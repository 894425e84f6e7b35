import type { AccessRow } from '#lib/data/repositories.ts'
import { type ContentWarning, contentWarnings } from '#lib/domain/content-warning.ts'
import type { NormalisedIssue } from '#lib/domain/document.ts'
import { Failure } from '#lib/domain/failure.ts'
import type { HostIssue } from '#lib/ports/code-host.ts'
import { type Context, requireCapability } from '../context.ts'
import { requireAccess } from './require-access.ts'

export type IssueSelection = { repositoryAccessId: string; number: number } | { url: string }

export type IssuePreview = { access: AccessRow; issue: NormalisedIssue; warnings: ContentWarning[] }

const bodyMax = 40_000

/** The issue as a draft would take it, with reasons for a second look. Pull requests are refused. */
export async function previewIssue(ctx: Context, selection: IssueSelection): Promise<IssuePreview> {
  const user = requireCapability(ctx, 'client')
  const { by, number } =
    'url' in selection
      ? parseIssueUrl(selection.url)
      : { by: { id: selection.repositoryAccessId }, number: selection.number }
  const { access, token } = await requireAccess(ctx, user.userId, by)
  const issue = normaliseIssue(ctx, access, await ctx.codeHost.issue(token, access.fullName, number))
  return { access, issue, warnings: contentWarnings(`${issue.title}\n${issue.body}`) }
}

/** Title, body and labels in one fixed form, with the hash of exactly those three. */
export function normaliseIssue(ctx: Context, access: AccessRow, issue: HostIssue): NormalisedIssue {
  if (issue.isPullRequest) throw new Failure('issue_not_usable', `#${issue.number} is a pull request, not an issue.`)
  const title = issue.title.normalize('NFC').trim()
  const body = issue.body.replaceAll('\r\n', '\n').normalize('NFC').trim()
  if (body.length > bodyMax)
    throw new Failure('issue_not_usable', `The issue’s text is longer than ${bodyMax} characters.`)
  const labels = [...new Set(issue.labels)].sort()
  const content_hash = ctx.chain.commit({ title, body, labels })
  return {
    repository_id: access.repositoryId,
    number: issue.number,
    url: issue.url,
    title,
    body,
    labels,
    state: issue.state,
    content_hash,
  }
}

function parseIssueUrl(text: string): { by: { fullName: string }; number: number } {
  const match = /^\/([\w.-]+\/[\w.-]+)\/issues\/(\d{1,9})\/?$/.exec(new URL(text).pathname)
  if (!match?.[1])
    throw new Failure('invalid_request', 'That is not the address of an issue.', {
      errors: [{ pointer: '/url', message: 'expected …/owner/repository/issues/number' }],
    })
  return { by: { fullName: match[1] }, number: Number(match[2]) }
}
