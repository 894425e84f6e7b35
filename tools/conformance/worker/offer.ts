import { randomUUID } from 'node:crypto'
import { offerDomain } from '#lib/domain/signed-messages.ts'
import type { Bench } from '../bench.ts'
import { require } from '../broken.ts'
import { type Answer, problem } from '../plane/answer.ts'
import { inSeconds } from '../plane/bodies.ts'
import type { Assigned, HeartbeatAnswer } from '../plane/contract.ts'
import type { Call } from '../plane/plane.ts'
import { requireSigned } from '../signatures.ts'
import { untilNotRunning } from '../transport/beats.ts'
import { until } from '../until.ts'
import { type Documents, documentsOf, repositoryId } from '../work/documents.ts'
import { clonePath } from '../work/serve-repository.ts'

export type Offer = {
  id: string
  jobId: string
  documents: Documents
  /** What the runtime asked the task with, and what it delivered, in order. */
  asked: Call[]
  delivered: Call[]
  /** Nobody needs it any more, and heartbeats no longer ask for it. */
  isOver: boolean
}

/** What the service says once the offer is accepted; the task, when nothing else is said. */
type Story = {
  documents?: Documents
  assignment?: Partial<Assigned>
  onAsk?: (offer: Offer) => Answer | undefined
  onDelivery?: (offer: Offer, call: Call) => Answer | undefined
}

let lastJob = 0

/** Offers a job, waits for the signed acceptance, and lets the check see what follows; ends the job after it. */
export async function offering<Value>(
  bench: Bench,
  story: Story,
  see: (offer: Offer) => Promise<Value>,
): Promise<Value> {
  const { plane } = bench
  const offer = makeOffer(bench, story)
  try {
    await requireAccepted(bench, offer)
    return await see(offer)
  } finally {
    cancel(bench, offer)
    await untilNotRunning(bench, offer.id)
    plane.heartbeatOverrides = {}
  }
}

/** Says in heartbeats that the offer needs no more work. */
export function cancel({ plane }: Bench, offer: Offer): void {
  offer.isOver = true
  plane.heartbeatOverrides = { cancelled: [offer.id] }
}

/** Waits for the acceptance. Throws unless it is signed for the chain and escrow of the claim. */
export async function requireAccepted({ plane, pairing }: Bench, offer: Offer): Promise<void> {
  const { body } = await until('answer to the offer', () => offer.asked[0], 30_000)
  require(body.decline === undefined, `the offer was declined: ${String(body.decline)}`)
  const { task_commitment: taskCommitment, policy_commitment: policyCommitment } = offer.documents
  const message = {
    offerId: offer.id,
    jobId: BigInt(offer.jobId),
    agent: plane.wallet,
    taskCommitment,
    policyCommitment,
  }
  const domain = offerDomain(plane.chainId, plane.escrow)
  await requireSigned(pairing.key, { name: 'OfferAcceptance', domain, message }, body.signature)
}

/** Offers a job from now on, and answers what the runtime says to it. */
export function makeOffer(bench: Bench, story: Story): Offer {
  const { plane } = bench
  const documents = story.documents ?? documentsOf(bench)
  const offer: Offer = {
    id: randomUUID(),
    jobId: String(++lastJob),
    documents,
    asked: [],
    delivered: [],
    isOver: false,
  }
  const result_by = inSeconds(bench.workSeconds)
  const { task_commitment, policy_commitment } = offer.documents
  plane.heartbeatOverrides = {
    offers: [
      {
        offer_id: offer.id,
        onchain_job_id: offer.jobId,
        title: 'The value should be good',
        repository_full_name: 'conformance/value',
        reward: { amount: '5.000000', currency: 'USDC' },
        silence_share_bps: 5_000,
        work_seconds: bench.workSeconds,
        task_commitment,
        policy_commitment,
        expires_at: inSeconds(60),
      },
    ],
  }
  plane.handlers.set('takeJobCredential', (call) => {
    if (call.body.offer_id !== offer.id) return problem('attempt_superseded')
    offer.asked.push(call)
    if (call.body.decline !== undefined) return { body: { status: 'declined', offer_id: offer.id } }
    const answer = story.onAsk?.(offer)
    if (!offer.isOver) plane.heartbeatOverrides = { jobs: [jobOf(offer, answer === undefined, result_by)] }
    return answer ?? { body: { ...assignmentOf(bench, offer, result_by), ...story.assignment } }
  })
  plane.handlers.set('submitJobResult', (call) => {
    if (call.body.onchain_job_id !== offer.jobId) return problem('attempt_superseded')
    offer.delivered.push(call)
    const answer = story.onDelivery?.(offer, call)
    if (answer) return answer
    if (!offer.isOver) plane.heartbeatOverrides = {}
    const status = call.body.outcome === 'completed' ? 'accepted' : 'released'
    return { body: { status, onchain_job_id: offer.jobId, attempt: 1 } }
  })
  return offer
}

function jobOf({ id, jobId }: Offer, isAssigned: boolean, result_by: string): HeartbeatAnswer['jobs'][number] {
  const job = { offer_id: id, onchain_job_id: jobId, needs_result: isAssigned, result_by }
  return isAssigned ? { ...job, attempt: 1, state: 'ASSIGNED' } : { ...job, attempt: null, state: 'ACCEPTED' }
}

function assignmentOf({ plane, repository }: Bench, offer: Offer, result_by: string): Assigned {
  const { task_document, policy_document, task_commitment, policy_commitment } = offer.documents
  const clone_url = `${plane.origin}${clonePath}`
  return {
    status: 'assigned',
    offer_id: offer.id,
    onchain_job_id: offer.jobId,
    attempt: 1,
    agent: plane.wallet,
    repository: { id: repositoryId, clone_url, token: null, base_commit: repository.commit },
    task_document,
    policy_document,
    task_commitment,
    policy_commitment,
    result_by,
    work_by: result_by,
  }
}

export function pendingAnswer(offer: Offer): Answer {
  return { status: 202, body: { status: 'pending', offer_id: offer.id, retry_seconds: 0.3 } }
}
