import { escrowDomain, typedMessage } from '#lib/domain/signed-messages.ts'
import { commit } from '../commitment.ts'
import { hex, type Identity } from '../identity.ts'
import type { KeptVerdict } from '../rescue/kept-verdicts.ts'
import type { Finding, VerificationTask } from './verify.ts'

type Judged = Pick<Finding, 'verdict' | 'evidence'>

/** PASS and FAIL in the form that the escrow records, signed; undefined for what stays off chain. */
export async function signVerdict(
  identity: Identity,
  own: { chainId: number; escrow: string },
  task: Pick<VerificationTask, 'onchain_job_id' | 'attempt' | 'agent' | `${'task' | 'policy' | 'result'}_commitment`>,
  { verdict, evidence }: Judged,
): Promise<KeptVerdict | undefined> {
  if (verdict !== 'PASS' && verdict !== 'FAIL') return undefined
  const vote = { pass: verdict === 'PASS', evidence_hash: commit(evidence) }
  const { onchain_job_id, attempt, agent, task_commitment, policy_commitment, result_commitment } = task
  const signature = await identity.sign(
    typedMessage('Verdict', escrowDomain(own.chainId, hex(own.escrow)), {
      jobId: BigInt(onchain_job_id),
      attempt,
      taskCommitment: task_commitment,
      policyCommitment: policy_commitment,
      resultCommitment: result_commitment,
      pass: vote.pass,
      evidenceHash: vote.evidence_hash,
      agent,
    }),
  )
  const commitments = { task_commitment, policy_commitment, result_commitment }
  return { onchain_job_id, attempt, agent, ...commitments, ...vote, signature }
}

/** What is sent to the control plane. */
export function verdictBody(verificationId: string, { verdict, evidence }: Judged, signed: KeptVerdict | undefined) {
  const vote = signed && { evidence_hash: signed.evidence_hash, signature: signed.signature }
  return { verdict, verification_id: verificationId, evidence, ...vote }
}
