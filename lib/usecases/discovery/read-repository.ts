import { inTransaction } from '../../data/database.ts'
import { projectRepositoryFunding } from '../../data/public-funding.ts'
import { dropIssues, dropUnseen, moveIssues, savePublicIssues } from '../../data/public-issues.ts'
import {
  changeRepository,
  dropRepository,
  findAllowance,
  findByNumber,
  lockIndexed,
  type PublicRepositoryRow,
  saveAllowance,
} from '../../data/public-repositories.ts'
import { readClock } from '../../data/repositories.ts'
import { strangerReserve } from '../../domain/discovery.ts'
import { Failure } from '../../domain/failure.ts'
import type { Allowance, PublicHost, PublicRepository } from '../../ports/public-host.ts'
import type { Services } from '../context.ts'
import { unread } from './unread.ts'

type Ctx = Pick<Services, 'db' | 'settings'>

const topic = 'jobwright'
const pagesPerTurn = 5
/** Everything is read again this often, so that deleted and transferred issues go. */
const fullReadSeconds = 86_400

/** Reads a repository and its changed issues as a stranger; what strangers cannot see any more is forgotten at once. */
export async function readRepository(ctx: Ctx, host: PublicHost, row: PublicRepositoryRow): Promise<void> {
  const place = row.repositoryId === null ? { fullName: row.fullName } : { id: row.repositoryId }
  await assertLeft(ctx)
  const answer = await host.repository(place, row.isIndexed ? row.repositoryEtag : null)
  await spend(ctx, answer?.allowance)
  if (!answer) return forget(ctx, row)
  const known = 'unchanged' in answer ? row : await adopt(ctx, row, answer.value, answer.etag)
  if (known?.isIndexed) await readIssues(ctx, host, known)
}

/** Takes over what the host says; undefined when another row stands for the same repository. */
async function adopt(
  ctx: Ctx,
  row: PublicRepositoryRow,
  repository: PublicRepository,
  etag: string | null,
): Promise<PublicRepositoryRow | undefined> {
  const { id: repositoryId, fullName, language } = repository
  const isIndexed = !repository.archived && (row.isListed || repository.topics.includes(topic))
  const owner = fullName.split('/')[0] ?? ''
  const facts = { repositoryId, fullName, owner, language, isIndexed, repositoryEtag: etag }
  return inTransaction(ctx.db, async (tx) => {
    const other = await findByNumber(tx, repositoryId)
    if (other && other.id !== row.id) {
      await dropRepository(tx, row.id)
      await changeRepository(tx, other.id, { isListed: other.isListed || row.isListed }, 0)
      return undefined
    }
    if (!isIndexed) await dropIssues(tx, repositoryId)
    await changeRepository(tx, row.id, isIndexed ? facts : { ...facts, ...unread }, ctx.settings.publicReadSeconds)
    await moveIssues(tx, { repositoryId, owner, language })
    return { ...row, ...facts }
  })
}

async function forget(ctx: Ctx, row: PublicRepositoryRow): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    if (row.repositoryId !== null) await dropIssues(tx, row.repositoryId)
    const facts = { isIndexed: false, ...unread }
    await changeRepository(tx, row.id, facts, ctx.settings.publicReadSeconds)
  })
}

/** A few pages at a time; an unfinished reading goes on at the next turn. */
async function readIssues(ctx: Ctx, host: PublicHost, row: PublicRepositoryRow): Promise<void> {
  const now = new Date(await readClock(ctx.db))
  let at = startOf(row, now)
  for (let turn = 0; turn < pagesPerTurn; turn += 1) {
    const { since, page, etag } = at
    await assertLeft(ctx)
    const answer = await host.issues(row.repositoryId ?? 0, { since, page, etag })
    await spend(ctx, answer?.allowance)
    if (!answer) return forget(ctx, row)
    if ('unchanged' in answer) return rest(ctx, row, {})
    const { issues, hasMore } = answer.value
    const next = await save(ctx, row, at, { issues, hasMore, etag: answer.etag, now })
    if (!next) return
    at = next
  }
}

/** Ends a reading that would take the last requests; it goes on where it was when the host allows more. */
async function assertLeft({ db }: Ctx): Promise<void> {
  const left = await findAllowance(db)
  if (!left || left.remaining > strangerReserve) return
  throw new Failure('repository_host_limited', 'What strangers may ask is nearly used up.', {
    retryAfterSeconds: Math.max(1, Math.ceil(left.secondsLeft)),
  })
}

type Position = {
  since: Date | null
  page: number
  etag: string | null
  fullReadFrom: Date | null
  newest: Date | null
}

/** `now` is the database's, which also dates what is seen: the worker's clock may be another. */
function startOf(row: PublicRepositoryRow, now: Date): Position {
  const isFullDue = row.fullReadAt === null || now.getTime() - row.fullReadAt.getTime() > fullReadSeconds * 1_000
  const fullReadFrom = row.fullReadFrom ?? (isFullDue ? now : null)
  const isFresh = row.issuesPage === 1
  return {
    since: fullReadFrom ? null : row.issuesSince,
    page: row.issuesPage,
    etag: fullReadFrom || !isFresh ? null : row.issuesEtag,
    fullReadFrom,
    newest: row.issuesSince,
  }
}

/** The host may list a new issue only after later changes of others. */
const listedLateMs = 3_600_000

/** Everything is older in a repository that was never read wholly, or not since it came back. */
function newsSinceOf({ fullReadAt, issuesSince }: PublicRepositoryRow): Date | null {
  return fullReadAt && issuesSince && new Date(issuesSince.getTime() - listedLateMs)
}

type Read = { issues: Parameters<typeof savePublicIssues>[2]; hasMore: boolean; etag: string | null; now: Date }

/** Saves a page and answers where to go on; undefined when the reading is complete. */
async function save(ctx: Ctx, row: PublicRepositoryRow, at: Position, read: Read): Promise<Position | undefined> {
  const repositoryId = row.repositoryId ?? 0
  const issues = read.issues.filter((issue) => !issue.isPullRequest)
  const newest = read.issues.reduce<Date | null>(
    (latest, { updatedAt }) => (latest && latest > updatedAt ? latest : updatedAt),
    at.newest,
  )
  return inTransaction(ctx.db, async (tx) => {
    // An event may have said in the meantime that strangers cannot see it any more.
    if (!(await lockIndexed(tx, row.id))) return undefined
    const home = { repositoryId, owner: row.owner, language: row.language, newsSince: newsSinceOf(row) }
    await savePublicIssues(tx, home, issues)
    await projectRepositoryFunding(tx, repositoryId)
    if (read.hasMore) {
      const facts = { issuesPage: at.page + 1, fullReadFrom: at.fullReadFrom, issuesSince: newest }
      await changeRepository(tx, row.id, at.fullReadFrom ? facts : { ...facts, issuesSince: row.issuesSince }, 0)
      return { ...at, page: at.page + 1, etag: null, newest }
    }
    await dropUnseen(tx, repositoryId, at.fullReadFrom)
    const facts = {
      issuesPage: 1,
      fullReadFrom: null,
      issuesSince: newest,
      issuesEtag: at.page === 1 && !at.fullReadFrom && newest?.getTime() === at.since?.getTime() ? read.etag : null,
      ...(at.fullReadFrom && { fullReadAt: read.now }),
    }
    await changeRepository(tx, row.id, facts, ctx.settings.publicReadSeconds)
    return undefined
  })
}

async function rest(ctx: Ctx, row: PublicRepositoryRow, facts: Partial<PublicRepositoryRow>): Promise<void> {
  await inTransaction(ctx.db, (tx) => changeRepository(tx, row.id, facts, ctx.settings.publicReadSeconds))
}

async function spend(ctx: Ctx, allowance: Allowance | undefined): Promise<void> {
  if (allowance) await inTransaction(ctx.db, (tx) => saveAllowance(tx, allowance))
}
