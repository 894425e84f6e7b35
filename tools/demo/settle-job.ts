import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { keccak256, stringToBytes } from 'viem'
import type { ReplyOf } from '#lib/client/api.ts'
import { parseAmount } from '#lib/domain/money.ts'
import { sortChanges } from '#lib/domain/result.ts'
import type { Person } from '#test/people/person.ts'
import type { FundedJob } from './fund-job.ts'
import type { Ledger } from './ledger.ts'
import { expectThat, step, until } from './steps.ts'

type Job = ReplyOf<'getJob'>
type Result = ReplyOf<'getJobResult'>
export type SettledJob = { job: Job; result: Result; worker: `0x${string}`; reward: bigint }

/** From a funded job to its reward in the worker's wallet: each step as the client's job page tells it. */
export async function watchSettlement(person: Person, ledger: Ledger, funded: FundedJob): Promise<SettledJob> {
  const params = { onchain_job_id: funded.job.onchain_job_id }
  const read = () => person.call('getJob', { params })
  const heldBefore = parseAmount((await read()).held.amount)
  const escrowBefore = await ledger.balance(ledger.escrow)
  await step('A worker accepts the offer; the escrow assigns it', async () => {
    const job = await until('ASSIGNED', 60, read, (value) => value.state !== 'OPEN')
    const assigned = lastAttempt(job)
    return {
      value: undefined,
      evidence: { agent: assigned.agent, attempt: assigned.attempt ?? 0, 'work by': assigned.work_by ?? '' },
    }
  })
  await step('The result is delivered and submitted; its content stays hidden', async () => {
    const job = await until('SUBMITTED', 90, read, (value) => ['SUBMITTED', 'SETTLED'].includes(value.state))
    const result = await person.call('getJobResult', { params })
    if (job.state === 'SUBMITTED')
      expectThat(result.changes === null && result.summary === null, 'the content is shown before settlement')
    const files = result.files.map((file) => file.path).join(', ')
    return { value: undefined, evidence: { commitment: result.result_commitment, files } }
  })
  return step('Independent verifiers check it; their verdicts settle the job', async () => {
    const job = await until('SETTLED', 90, read, (value) => value.state === 'SETTLED' || value.state === 'REJECTED')
    expectThat(job.state === 'SETTLED', `the job is ${job.state}`)
    const result = await person.call('getJobResult', { params })
    expectThat(parseAmount(job.held.amount) === 0n, 'a settled job holds money')
    checkResult(job, result)
    const paid = await ledger.payments(BigInt(job.onchain_job_id))
    const escrowAfter = await ledger.balance(ledger.escrow)
    const out = paid.reward + paid.fees + paid.returned
    expectThat(out === funded.budget, `the escrow paid ${out} of ${funded.budget}`)
    expectThat(escrowBefore - escrowAfter === heldBefore, 'the escrow’s balance does not agree with its events')
    const worker = lastAttempt(job).agent as `0x${string}`
    expectThat(worker === paid.agent, 'another agent was paid than the one that worked')
    return {
      value: { job, result, worker, reward: paid.reward },
      evidence: {
        verdicts: result.verdicts.map((one) => one.outcome).join(', '),
        reward: String(paid.reward),
        fees: String(paid.fees),
        returned: String(paid.returned),
        transaction: paid.transactionHash,
        block: String(paid.blockNumber),
        'result commitment': 'recomputed, equal',
      },
    }
  })
}

function lastAttempt(job: Job) {
  const last = job.execution.assignments.findLast((one) => one.attempt !== null)
  if (!last) throw new Error('the job has no attempt')
  return last
}

/** The content hashes to what the chain holds, recomputed here from what the API shows. */
function checkResult(job: Job, result: Result): void {
  expectThat(result.changes !== null && result.changes.length > 0, 'a settled job shows no content')
  const digest = createHash('sha256')
    .update(canonicalize(sortChanges(result.changes)) ?? '')
    .digest('hex')
  expectThat(digest === result.result_document.changes_sha256, 'the changes are not those that were committed to')
  const commitment = keccak256(stringToBytes(canonicalize(result.result_document) ?? ''))
  expectThat(commitment === result.result_commitment, 'the result commitment differs')
  expectThat(result.result_document.onchain_job_id === job.onchain_job_id, 'the result is another job’s')
}
