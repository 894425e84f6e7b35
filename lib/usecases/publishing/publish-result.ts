import { findResult, type ResultRow } from '../../data/assignments.ts'
import { inTransaction } from '../../data/database.ts'
import type { SnapshotRow } from '../../data/drafts.ts'
import { recordEvent } from '../../data/events.ts'
import { findJobAndTerms } from '../../data/jobs.ts'
import { beginPublication, changePublication, type Progress, type PublicationRow } from '../../data/publications.ts'
import { Failure, isFailure } from '../../domain/failure.ts'
import { pathProblems } from '../../domain/path-policy.ts'
import type { Publisher, WritableRepository } from '../../ports/publisher.ts'
import type { WorkerContext } from '../context.ts'
import { changesDigest } from '../dispatch/changes-digest.ts'
import { openRepository } from '../repositories/require-access.ts'
import { publishedTexts } from './texts.ts'

type Settled = { result: ResultRow; snapshot: SnapshotRow; passes: number }

/**
 * Pushes a settled result to its branch, opens the draft pull request and reports the proof. Whatever a former
 * attempt made is found again; temporary failures are tried again later, any other is reported to the client.
 */
export async function publishResult(
  ctx: WorkerContext,
  publisher: Publisher | null,
  input: { onchainJobId: string },
): Promise<void> {
  const row = await inTransaction(ctx.db, (tx) => beginPublication(tx, BigInt(input.onchainJobId)))
  if (!row) return
  try {
    if (!publisher) throw new Failure('repository_permission', 'This deployment does not hold the App’s key.')
    const settled = await requireSettled(ctx, row)
    const { access } = await openRepository(ctx, row.userId, { repositoryId: row.repositoryId })
    if (!access.canPush)
      throw new Failure('repository_permission', 'The client no longer has push access to this repository.')
    const { installationId, repositoryId } = access
    await publisher.publishIn({ installationId, repositoryId }, (repository) => push(ctx, repository, row, settled))
  } catch (error) {
    if (!isFailure(error)) throw error
    await noteTrouble(ctx, row, error)
  }
}

/** Only what the contract names as settled, read now, and only bytes that still lead to that commitment. */
async function requireSettled(ctx: WorkerContext, row: PublicationRow): Promise<Settled> {
  const id = row.onchainJobId
  const { job, snapshot } = await findJobAndTerms(ctx.db, id)
  const onChain = await ctx.chain.newestJob(id, job?.lastEventBlock ?? 0n)
  if (onChain?.state !== 'SETTLED' || onChain.result !== row.resultCommitment || !snapshot)
    throw new Failure('state_conflict', 'The contract has not settled this result.')
  const result = await findResult(ctx.db, id, onChain.attempt)
  const isIntact =
    result !== undefined &&
    ctx.chain.commit(result.document) === onChain.result &&
    changesDigest(result.changes) === result.document.changes_sha256
  if (!isIntact) throw new Failure('state_conflict', 'The stored result is not the one that was settled.')
  const [problem] = pathProblems(result.changes, snapshot.policyDocument.protected_paths)
  if (problem) throw new Failure('result_refused', `${problem.path}: ${problem.message}`)
  return { result, snapshot, passes: onChain.passes }
}

async function push(
  ctx: WorkerContext,
  repository: WritableRepository,
  row: PublicationRow,
  settled: Settled,
): Promise<void> {
  const { result, snapshot } = settled
  const { document } = result
  const jobUrl = `${ctx.settings.publicOrigin}/client/jobs/${row.onchainJobId}`
  const isPublic = !snapshot.taskDocument.repository.private
  const proofUrl = isPublic ? `${ctx.settings.publicOrigin}/jobs/${row.onchainJobId}` : jobUrl
  const texts = publishedTexts({ ...settled, result: document, commitment: result.commitment, jobUrl, proofUrl })

  const tree = await repository.writeTree(document.base_commit, result.changes)
  if (tree !== document.tree_id)
    throw new Failure(
      'state_conflict',
      'The repository host built a different tree from these changes than the settled one.',
    )
  const commit = await repository.writeCommit({
    tree,
    parent: document.base_commit,
    message: texts.commit,
    at: result.createdAt,
  })
  const head = await repository.createBranch(row.branch, commit)
  if (head !== commit)
    throw new Failure(
      'state_conflict',
      `The branch ${row.branch} exists and holds something else; remove or rename it.`,
    )
  const pushed = await repository.branchTree(row.branch)
  if (pushed?.commit !== commit || pushed.tree !== document.tree_id)
    throw new Failure('state_conflict', 'The branch does not hold the settled tree.')
  const noted = (progress: Progress) => inTransaction(ctx.db, (tx) => changePublication(tx, row.id, progress))
  if (!(await noted({ headCommit: commit, detail: null }))) return

  const base = snapshot.taskDocument.base.branch
  const pull = await repository.openPullRequest({ branch: row.branch, base, title: texts.title, body: texts.body })
  const opened = { pullRequestNumber: pull.number, pullRequestUrl: pull.url }
  if (!(await noted(opened))) return

  const checkRunUrl = await repository.reportCheck({
    commit,
    name: 'Jobwright verification',
    url: proofUrl,
    title: texts.checkTitle,
    summary: texts.checkSummary,
  })
  await inTransaction(ctx.db, async (tx) => {
    if (!(await changePublication(tx, row.id, { state: 'PUBLISHED', checkRunUrl }))) return
    const evidence = { branch: row.branch, commit, tree: document.tree_id, pull_request: pull.url }
    await recordEvent(tx, { ...about(ctx, row), name: 'job.published', evidence })
  })
}

async function noteTrouble(ctx: WorkerContext, row: PublicationRow, failure: Failure): Promise<void> {
  const isPassing = failure.code.endsWith('_unavailable') || failure.code.endsWith('_limited')
  const detail = failure.message
  await inTransaction(ctx.db, async (tx) => {
    const changed = await changePublication(tx, row.id, { detail, ...(!isPassing && { state: 'FAILED' }) })
    if (!changed || isPassing) return
    const evidence = { code: failure.code, detail }
    await recordEvent(tx, { ...about(ctx, row), name: 'job.publication_failed', evidence })
  })
}

function about(ctx: WorkerContext, row: PublicationRow) {
  const subject = { type: 'job', id: row.onchainJobId.toString() } as const
  return { actor: ctx.actor, subject, userId: row.userId }
}
