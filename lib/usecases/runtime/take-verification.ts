import { findAgent } from '../../data/agents.ts'
import { findResult, type ResultRow } from '../../data/assignments.ts'
import { inTransaction } from '../../data/database.ts'
import type { SnapshotRow } from '../../data/drafts.ts'
import { findJobAndTerms } from '../../data/jobs.ts'
import { findQualification, type QualificationRow } from '../../data/qualifications.ts'
import { findSeat, noteTaken, type SeatRow } from '../../data/seats.ts'
import { findShadow, noteShadowTaken, type ShadowRow } from '../../data/shadow-seats.ts'
import type { PolicyDocument, TaskDocument } from '../../domain/document.ts'
import { Failure } from '../../domain/failure.ts'
import type { FileChange, ResultDocument } from '../../domain/result.ts'
import type { OpenedFile } from '../../domain/sealed-files.ts'
import { openCloneToken } from '../clone-tokens/open-clone-token.ts'
import { type Context, type RuntimeActor, requireRuntime } from '../context.ts'
import { requireSealedFiles } from '../drafts/sealed-drafts.ts'
import type { Calibration } from '../provisioning/build-calibration.ts'
import { requireShadowed } from '../shadows/require-shadowed.ts'
import { toDate } from './result-deadline.ts'

export type VerificationTask = {
  verificationId: string
  agent: `0x${string}`
  cloneUrl: string
  /** Null for a public repository. */
  token: string | null
  changes: FileChange[]
  task: TaskDocument
  policy: PolicyDocument
  /** The bytes of the task's sealed files: a seat exists only once a result is committed to on chain. */
  sealedFiles: OpenedFile[]
  result: ResultDocument
  verifyBy: Date
}

/** What a verifier checks: bytes and documents, never the worker's words. A calibration has the very same form. */
export async function takeVerification(ctx: Context, input: { verificationId: string }): Promise<VerificationTask> {
  const runtime = requireRuntime(ctx)
  const { verificationId: id } = input
  // All are asked for at once, so that the time of an answer does not tell which it is.
  const [seat, shadow, calibration] = await Promise.all([
    findSeat(ctx.db, id, runtime.agentId),
    findShadow(ctx.db, id, runtime.agentId),
    findQualification(ctx.db, runtime.agentId, id),
  ])
  if (seat) return seatTask(ctx, seat)
  return shadow ? shadowTask(ctx, shadow) : calibrationTask(ctx, runtime, calibration)
}

async function seatTask(ctx: Context, seat: SeatRow): Promise<VerificationTask> {
  if (seat.state === 'DISMISSED' || seat.state === 'DRAWN' || seat.verifyBy === null)
    throw new Failure('attempt_superseded', 'This seat needs no verdict any more.')
  const [{ snapshot }, delivered] = await Promise.all([
    findJobAndTerms(ctx.db, seat.onchainJobId),
    findResult(ctx.db, seat.onchainJobId, seat.attempt),
  ])
  if (!snapshot || !delivered) throw new Failure('not_found', 'There is nothing to verify.')
  const token = await openCloneToken(ctx, seat.id, snapshot.taskDocument)
  if (token === undefined)
    throw new Failure('repository_host_unavailable', 'The token to clone with is being made; ask again.', {
      retryAfterSeconds: 2,
    })
  await inTransaction(ctx.db, (tx) => noteTaken(tx, seat.id))
  const { id: verificationId, agentAddress: agent, verifyBy } = seat
  return { ...taskOf(ctx, snapshot, delivered), verificationId, agent, token, verifyBy: toDate(verifyBy) }
}

/** The same of a job that has ended. Only jobs of public repositories come here, so there is no token. */
async function shadowTask(ctx: Context, shadow: ShadowRow): Promise<VerificationTask> {
  if (shadow.state === 'SILENT' || shadow.state === 'DISMISSED')
    throw new Failure('attempt_superseded', 'This seat needs no verdict any more.')
  const { snapshot, result } = await requireShadowed(ctx, shadow)
  await inTransaction(ctx.db, (tx) => noteShadowTaken(tx, shadow.id))
  const { id: verificationId, agentAddress: agent, verifyBy } = shadow
  return { ...taskOf(ctx, snapshot, result), verificationId, agent, token: null, verifyBy: toDate(verifyBy) }
}

function taskOf(
  ctx: Context,
  snapshot: SnapshotRow,
  { changes, document }: Pick<ResultRow, 'changes' | 'document'>,
): Omit<VerificationTask, 'verificationId' | 'agent' | 'token' | 'verifyBy'> {
  return {
    cloneUrl: `${ctx.settings.cloneOrigin}/${snapshot.taskDocument.repository.full_name}.git`,
    changes,
    task: snapshot.taskDocument,
    policy: snapshot.policyDocument,
    sealedFiles: requireSealedFiles(ctx.vault, snapshot),
    result: document,
  }
}

async function calibrationTask(
  ctx: Context,
  runtime: RuntimeActor,
  row: QualificationRow | undefined,
): Promise<VerificationTask> {
  const agent = await findAgent(ctx.db, runtime.agentId)
  if (row?.kind !== 'CALIBRATION' || !agent?.walletAddress) throw new Failure('not_found', 'There is no such seat.')
  if (row.state !== 'OPEN') throw new Failure('attempt_superseded', 'This seat needs no verdict any more.')
  const { changes, task, policy, result, cloneUrl, sealedFiles = [] } = row.content as unknown as Calibration
  return {
    verificationId: row.id,
    agent: agent.walletAddress,
    changes,
    task,
    policy,
    sealedFiles,
    result,
    cloneUrl,
    token: null,
    verifyBy: row.answerBy,
  }
}
