import { type DraftRow, findLastFundedDraft } from '../../data/drafts.ts'
import { type AccessRow, findAccess } from '../../data/repositories.ts'
import { type ContentWarning, contentWarnings } from '../../domain/content-warning.ts'
import type { NormalisedIssue } from '../../domain/document.ts'
import { Failure, isFailure } from '../../domain/failure.ts'
import type { HostIssue } from '../../ports/code-host.ts'
import { type Context, requireCapability } from '../context.ts'
import { asPerson } from './host-token.ts'
import { parseIssueUrl } from './issue-url.ts'
import { chooseIssue, unknownRepository } from './next-steps.ts'
import { readInstallations } from './read-installations.ts'
import { type OpenedRepository, openRepository, requireFreshAccess } from './require-access.ts'

export type IssueSelection = { repositoryAccessId: string; number: number } | { url: string }

export type IssuePreview = {
  access: AccessRow
  issue: NormalisedIssue
  warnings: ContentWarning[]
  /** The draft that was funded last, whose terms a new draft can take. */
  lastFunded: DraftRow | undefined
}

const bodyMax = 40_000

const closed = { code: 'issue_closed', message: 'The issue is closed. Only an open issue can become a draft.' }

/** The issue as a draft would take it, with reasons for a second look. Pull requests are refused. */
export async function previewIssue(ctx: Context, selection: IssueSelection): Promise<IssuePreview> {
  const { userId } = requireCapability(ctx, 'client')
  const { opened, number } = await open(ctx, userId, selection)
  const { access } = opened
  const issue = await readIssue(ctx, opened, number)
  const lastFunded = await findLastFundedDraft(ctx.db, userId)
  const warnings = contentWarnings(`${issue.title}\n${issue.body}`)
  return { access, issue, lastFunded, warnings: issue.state === 'open' ? warnings : [closed, ...warnings] }
}

/** An issue of an opened repository as it is now; one that is not there or no use is refused with where others are. */
export async function readIssue(
  ctx: Context,
  { access, token }: OpenedRepository,
  number: number,
): Promise<NormalisedIssue> {
  try {
    return normaliseIssue(ctx, access, await ctx.codeHost.issue(token, access.fullName, number))
  } catch (error) {
    if (!isFailure(error) || error.code !== 'not_found') throw error
    throw new Failure('not_found', error.message, { cause: error, nextActions: [chooseIssue(access.id)] })
  }
}

/** The refusal of an issue that cannot become a job. */
export function notUsable(access: AccessRow, why: string): Failure {
  return new Failure('issue_not_usable', why, { nextActions: [chooseIssue(access.id)] })
}

/** Title, body and labels in one fixed form, with the hash of exactly those three. */
function normaliseIssue(ctx: Context, access: AccessRow, issue: HostIssue): NormalisedIssue {
  if (issue.isPullRequest) throw notUsable(access, `#${issue.number} is a pull request, not an issue.`)
  const title = issue.title.normalize('NFC').trim()
  const body = issue.body.replaceAll('\r\n', '\n').normalize('NFC').trim()
  if (body.length > bodyMax) throw notUsable(access, `The issue’s text is longer than ${bodyMax} characters.`)
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

async function open(
  ctx: Context,
  userId: string,
  selection: IssueSelection,
): Promise<{ opened: OpenedRepository; number: number }> {
  if (!('url' in selection))
    return { opened: await requireFreshAccess(ctx, userId, selection.repositoryAccessId), number: selection.number }
  const { fullName, number } = parseIssueUrl(selection.url, ctx.settings.cloneOrigin)
  return { opened: await openNamed(ctx, userId, fullName), number }
}

/** Names move between repositories, so a name counts only when the host confirms it; otherwise the host says whose it is. */
async function openNamed(ctx: Context, userId: string, fullName: string): Promise<OpenedRepository> {
  const known = await findAccess(ctx.db, userId, { fullName })
  const opened = known && (await openRepository(ctx, userId, { id: known.id }).catch(ignoreClosed))
  if (opened?.access.fullName.toLowerCase() === fullName.toLowerCase()) return opened
  const repositoryId = await asPerson(ctx, userId, async (token) => {
    const named = await ctx.codeHost.repositoryNamed(token, fullName)
    // A repository that came into an installation a moment ago is not known here yet.
    if (named && !(await findAccess(ctx.db, userId, { repositoryId: named.id })))
      await readInstallations(ctx, { userId, token })
    return named?.id
  })
  if (repositoryId === undefined) throw unknownRepository()
  return openRepository(ctx, userId, { repositoryId })
}

function ignoreClosed(error: unknown): undefined {
  if (!isFailure(error) || error.code !== 'not_found') throw error
  return undefined
}
