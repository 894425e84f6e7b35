import { randomUUID } from 'node:crypto'
import { submitVerificationResultEndpoint } from '#lib/api/verification.ts'
import type { FileChange } from '#lib/domain/result.ts'
import { escrowDomain } from '#lib/domain/signed-messages.ts'
import type { Bench } from '../bench.ts'
import { Broken, require } from '../broken.ts'
import { commit, commitResult } from '../commitments.ts'
import { type Answer, problem } from '../plane/answer.ts'
import { inSeconds } from '../plane/bodies.ts'
import type { VerificationTask } from '../plane/contract.ts'
import { type Call, randomAddress } from '../plane/plane.ts'
import { requireSigned } from '../signatures.ts'
import { untilNotRunning } from '../transport/beats.ts'
import { until } from '../until.ts'
import { type Documents, documentsOf, repositoryId } from '../work/documents.ts'
import { written } from '../work/repository.ts'
import { clonePath } from '../work/serve-repository.ts'

const goodChanges = [written('value', 'good\n')]

export type Seat = { task: VerificationTask; asked: Call[]; delivered: Call[] }

type Story = {
  documents?: Documents
  changes?: FileChange[]
  /** Says another tree than the changes lead to. */
  treeId?: string
  /** Breaks the task after its commitments were made. */
  twist?: (task: VerificationTask) => Partial<VerificationTask>
  onDelivery?: (seat: Seat) => Answer | undefined
}

let lastJob = 1_000

/** Seats the runtime for a result and lets the check see what follows; ends the verification after it. */
export async function seating<Value>(bench: Bench, story: Story, see: (seat: Seat) => Promise<Value>): Promise<Value> {
  const { plane } = bench
  const seat = makeSeat(bench, story)
  const { verification_id } = seat.task
  try {
    return await see(seat)
  } finally {
    plane.heartbeatOverrides = { cancelled: [verification_id] }
    await untilNotRunning(bench, verification_id)
    plane.heartbeatOverrides = {}
  }
}

/** Seats the runtime from now on, and answers what it says to it. */
export function makeSeat(bench: Bench, story: Story): Seat {
  const { plane } = bench
  const task = taskOf(bench, story)
  const seat: Seat = { task: { ...task, ...story.twist?.(task) }, asked: [], delivered: [] }
  const { verification_id, verify_by } = task
  plane.heartbeatOverrides = { verifications: [{ verification_id, verify_by }] }
  plane.handlers.set('takeVerificationCredential', (call) => {
    if (call.body.verification_id !== verification_id) return problem('attempt_superseded')
    seat.asked.push(call)
    return { body: seat.task }
  })
  plane.handlers.set('submitVerificationResult', (call) => {
    if (call.body.verification_id !== verification_id) return problem('attempt_superseded')
    seat.delivered.push(call)
    const answer = story.onDelivery?.(seat)
    if (answer) return answer
    plane.heartbeatOverrides = {}
    return { body: { status: 'accepted', verification_id } }
  })
  return seat
}

/** Whose verification takes half a minute. */
export function slowDocuments(bench: Bench): Documents {
  const argv = ['/bin/sh', '-c', 'sleep 30']
  return documentsOf(bench, { commands: [{ name: 'slow', argv, expect: 'passes' }] })
}

function taskOf(bench: Bench, story: Story): VerificationTask {
  const { plane, repository } = bench
  const { documents = documentsOf(bench), changes = goodChanges } = story
  const tree_id = story.treeId ?? repository.treeWith(changes)
  const worker = randomAddress()
  const [onchain_job_id, attempt] = [String(++lastJob), 1]
  const job = { chain_id: plane.chainId, escrow: plane.escrow, onchain_job_id, attempt, agent: worker }
  const place = { repository_id: repositoryId, base_commit: repository.commit, tree_id }
  const clone_url = `${plane.origin}${clonePath}`
  return {
    verification_id: randomUUID(),
    onchain_job_id,
    attempt,
    agent: plane.wallet,
    worker,
    tree_id,
    changes,
    repository: { id: repositoryId, clone_url, token: null, base_commit: repository.commit },
    ...documents,
    result_commitment: commitResult({ ...job, ...place }, changes),
    verify_by: inSeconds(bench.workSeconds),
  }
}

export function untilVerdict(bench: Bench, { delivered }: Seat, count = 1): Promise<Call> {
  return until('verdict', () => delivered[count - 1], (bench.workSeconds + 30) * 1_000)
}

/** Throws unless the verdict is signed over the task's commitments and its evidence, or is of the kind that is not signed. */
export async function requireVerdict({ plane, pairing }: Bench, { task }: Seat, { body }: Call) {
  const given = submitVerificationResultEndpoint.body?.parse(body)
  if (!given) throw new Broken('nothing was delivered')
  if (!('signature' in given)) return given
  require(given.evidence.base_commit === task.repository.base_commit, 'the evidence is of another base commit')
  require(given.evidence.tree_id === task.tree_id, 'the evidence is of another tree')
  require(given.evidence_hash === commit(given.evidence), 'evidence_hash is not what the evidence hashes to')
  const message = {
    jobId: BigInt(task.onchain_job_id),
    attempt: task.attempt,
    taskCommitment: task.task_commitment,
    policyCommitment: task.policy_commitment,
    resultCommitment: task.result_commitment,
    pass: given.verdict === 'PASS',
    evidenceHash: given.evidence_hash,
    agent: plane.wallet,
  }
  const domain = escrowDomain(plane.chainId, plane.escrow)
  await requireSigned(pairing.key, { name: 'Verdict', domain, message }, given.signature)
  return given
}
