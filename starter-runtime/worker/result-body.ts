import type { FileChange } from '#lib/domain/result.ts'
import { escrowDomain, typedMessage } from '#lib/domain/signed-messages.ts'
import { resultCommitment } from '../commitment.ts'
import { hex } from '../identity.ts'
import { plainText } from '../print.ts'
import type { Runtime } from '../runtime.ts'
import type { Assignment } from './assignment.ts'

type Attempt = { onchain_job_id: string; attempt: number }

/** A finished result with the runtime's `Submission`, ready to be sent. */
export async function completedBody(
  runtime: Runtime,
  assignment: Assignment,
  result: { treeId: string; changes: FileChange[]; summary: string },
) {
  const { chainId, escrow } = pinned(runtime)
  const { onchain_job_id, attempt, repository } = assignment
  const commitment = resultCommitment({
    chainId,
    escrow,
    jobId: onchain_job_id,
    attempt,
    agent: assignment.agent,
    repositoryId: repository.id,
    baseCommit: repository.base_commit,
    treeId: result.treeId,
    changes: result.changes,
  })
  const message = { jobId: BigInt(onchain_job_id), attempt, resultCommitment: commitment }
  return {
    outcome: 'completed' as const,
    onchain_job_id,
    attempt,
    base_commit: repository.base_commit,
    tree_id: result.treeId,
    changes: result.changes,
    summary: plainText(result.summary, 4_000),
    result_commitment: commitment,
    signature: await runtime.identity.sign(typedMessage('Submission', escrowDomain(chainId, escrow), message)),
  }
}

/** Gives the attempt back with the runtime's `Release`. */
export async function releaseBody(
  runtime: Runtime,
  { onchain_job_id, attempt }: Attempt,
  reason: string,
  outcome: 'cannot_run' | 'abandoned' = 'abandoned',
) {
  const { chainId, escrow } = pinned(runtime)
  const message = { jobId: BigInt(onchain_job_id), attempt }
  const signature = await runtime.identity.sign(typedMessage('Release', escrowDomain(chainId, escrow), message))
  return { outcome, onchain_job_id, attempt, reason: plainText(reason, 1_000) || 'No reason was given.', signature }
}

function pinned(runtime: Runtime) {
  const connection = runtime.connection.current()
  if (!connection) throw new Error('The runtime is not connected.')
  return { chainId: connection.chain_id, escrow: hex(connection.escrow) }
}
