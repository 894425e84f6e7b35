import {
  type AssignmentRow,
  findAssignmentByAttempt,
  findResult,
  hasResult,
  insertResult,
  moveAssignment,
} from '../../data/assignments.ts'
import { inTransaction } from '../../data/database.ts'
import type { SnapshotRow } from '../../data/drafts.ts'
import { recordEvent } from '../../data/events.ts'
import { findJobAndTerms } from '../../data/jobs.ts'
import { heldPaths } from '../../domain/acceptance-files.ts'
import { Failure } from '../../domain/failure.ts'
import { pathProblems } from '../../domain/path-policy.ts'
import { type FileChange, type ResultDocument, resultDocument, sortChanges } from '../../domain/result.ts'
import { escrowDomain, typedMessage } from '../../domain/signed-messages.ts'
import { type Context, type RuntimeActor, requireRuntime } from '../context.ts'
import { changesDigest } from '../dispatch/changes-digest.ts'
import { releaseCall, submissionCall } from '../dispatch/job-calls.ts'
import { intendCall } from '../operator/call-once.ts'
import { requireAssigned, requireBefore } from './require-assigned.ts'
import { resultBy } from './result-deadline.ts'

export type CompletedWork = {
  jobId: bigint
  attempt: number
  baseCommit: string
  treeId: string
  changes: FileChange[]
  summary: string
  commitment: `0x${string}`
  signature: `0x${string}`
}
export type AbandonedWork = { jobId: bigint; attempt: number; cause: string; signature: `0x${string}` }

/**
 * Takes over a result: what is stored here is submitted on chain or explained. The attempt on chain is the fence; the
 * same result again is answered alike.
 */
export async function submitJobResult(ctx: Context, input: CompletedWork): Promise<void> {
  const runtime = requireRuntime(ctx)
  const { assignment, snapshot } = await requireAttempt(ctx, runtime, input)
  const known = await findResult(ctx.db, input.jobId, input.attempt)
  if (known?.commitment === input.commitment) return
  if (known) throw new Failure('result_exists', 'This attempt has delivered another result.')
  await requireInTime(ctx, assignment)
  const document = requireSound(ctx, assignment, snapshot, input)
  await requireSigned(ctx, assignment, 'Submission', input.signature, { resultCommitment: input.commitment })
  await inTransaction(ctx.db, async (tx) => {
    const made = await insertResult(tx, {
      assignmentId: assignment.id,
      onchainJobId: input.jobId,
      attempt: input.attempt,
      document,
      commitment: input.commitment,
      changes: sortChanges(input.changes),
      summary: input.summary,
      signature: input.signature,
    })
    if (!made) return
    const subject = { type: 'job', id: input.jobId.toString() } as const
    const evidence = { attempt: input.attempt, result_commitment: input.commitment, files: input.changes.length }
    await recordEvent(tx, {
      actor: runtime,
      subject,
      userId: assignment.clientUserId,
      name: 'job.result_delivered',
      evidence,
    })
    await intendCall(ctx, tx, submissionCall(ctx, made))
  })
}

/** Gives the job back by the runtime's own signature; another worker may take it at once. */
export async function abandonJob(ctx: Context, input: AbandonedWork): Promise<void> {
  const runtime = requireRuntime(ctx)
  const { assignment } = await requireAttempt(ctx, runtime, input)
  if (await hasResult(ctx.db, assignment.id)) throw new Failure('result_exists', 'This attempt has delivered a result.')
  await requireInTime(ctx, assignment)
  await requireSigned(ctx, assignment, 'Release', input.signature, {})
  await inTransaction(ctx.db, async (tx) => {
    const facts = { releaseSignature: input.signature, endCause: input.cause }
    if (!(await moveAssignment(tx, assignment, 'ASSIGNED', facts))) return
    await intendCall(ctx, tx, releaseCall(ctx, assignment.onchainJobId, input.attempt, input.signature))
  })
}

async function requireAttempt(
  ctx: Context,
  runtime: RuntimeActor,
  { jobId, attempt }: { jobId: bigint; attempt: number },
): Promise<{ assignment: AssignmentRow; snapshot: SnapshotRow }> {
  const assignment = await findAssignmentByAttempt(ctx.db, jobId, attempt)
  if (assignment?.agentId !== runtime.agentId) throw new Failure('not_found', 'This agent holds no such attempt.')
  const { snapshot } = await findJobAndTerms(ctx.db, jobId)
  if (!snapshot) throw new Failure('not_found', 'There is no such job.')
  return { assignment, snapshot }
}

async function requireInTime(ctx: Context, assignment: AssignmentRow): Promise<void> {
  const { workBy } = await requireAssigned(ctx, assignment)
  await requireBefore(ctx, workBy, 'The time for this attempt is over.')
}

function requireSound(
  ctx: Context,
  assignment: AssignmentRow,
  snapshot: SnapshotRow,
  input: CompletedWork,
): ResultDocument {
  const { taskDocument, policyDocument } = snapshot
  const problems = pathProblems(input.changes, heldPaths(taskDocument, policyDocument))
  if (problems.length > 0)
    throw new Failure('result_refused', 'The result changes what it may not.', {
      errors: problems.slice(0, 20).map(({ path, message }) => ({ pointer: path || '/changes', message })),
    })
  if (input.baseCommit !== taskDocument.base.commit)
    throw new Failure('result_refused', `The base commit of the task is ${taskDocument.base.commit}.`)
  const document = resultDocument({
    chain_id: ctx.chain.chainId,
    escrow: ctx.chain.escrow,
    onchain_job_id: assignment.onchainJobId.toString(),
    attempt: input.attempt,
    agent: assignment.agentAddress,
    repository_id: taskDocument.repository.id,
    base_commit: input.baseCommit,
    tree_id: input.treeId,
    changes_sha256: changesDigest(input.changes),
  })
  const commitment = ctx.chain.commit(document)
  if (commitment !== input.commitment)
    throw new Failure('result_refused', `The commitment of this result is ${commitment}.`)
  return document
}

async function requireSigned(
  ctx: Context,
  assignment: AssignmentRow,
  name: 'Submission' | 'Release',
  signature: `0x${string}`,
  fields: Record<string, unknown>,
): Promise<void> {
  const { chainId, escrow } = ctx.chain
  const message = { jobId: assignment.onchainJobId, attempt: assignment.attempt, ...fields }
  const signer = await ctx.chain.signerOf(typedMessage(name, escrowDomain(chainId, escrow), message), signature)
  if (signer !== assignment.key)
    throw new Failure('signature_invalid', 'This is not signed by the key that the job was assigned to.')
}

/** Until when the runtime should deliver, by the chain's clock. */
export function deadlineOf(assignment: AssignmentRow, snapshot: SnapshotRow): { resultBy: bigint; workBy: bigint } {
  const workBy = assignment.workBy ?? 0n
  return { workBy, resultBy: resultBy(workBy, snapshot.workWindow) }
}
