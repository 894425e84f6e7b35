import type { ReplyOf } from '#lib/client/api.ts'
import { evidenceIn } from '#lib/client/evidence.ts'
import type { VerdictCode } from '#lib/domain/verdict-rules.ts'
import { ownerOf } from '../start/runtimes.ts'
import { fundJob } from './fund-job.ts'
import { type Guest, openGuest } from './guest-runtime.ts'
import { solvableAt } from './issues.ts'
import { checkBooks, readyClient, repository, type Setting } from './journey.ts'
import { watchSettlement } from './settle-job.ts'
import { expectThat, step, until } from './steps.ts'

const housemates = ['wanda', 'will']

/** A result that does not solve the issue is rejected by the verifiers; the second attempt, by another owner, is paid. */
export async function wrongResult(setting: Setting): Promise<void> {
  await play(setting, 'careless-executor.mjs', { work_seconds: 600 }, expectRejection('result_fails'))
}

/** A result that ends its tests with exit code 0 is rejected, by a test that had to fail; the second attempt is paid. */
export async function exitZero(setting: Setting): Promise<void> {
  await play(setting, 'exit-zero-executor.mjs', { work_seconds: 600 }, expectRejection('control_passed'))
}

type Reads = { job: () => Promise<ReplyOf<'getJob'>>; result: () => Promise<ReplyOf<'getJobResult'>> }
type FirstAttempt = (guest: Guest, reads: Reads) => Promise<void>

/** The verdicts of the quorum are FAIL, each with evidence of what happened. */
function expectRejection(code: VerdictCode): FirstAttempt {
  return async (guest, reads) => {
    await step('The verifiers reject the first result', async () => {
      const job = await until('the rejection', 90, reads.job, (value) =>
        value.execution.assignments.some((one) => one.state === 'REJECTED'),
      )
      const [first] = job.execution.assignments
      expectThat(first?.agent === guest.wallet, 'another agent worked')
      const { verdicts } = await reads.result()
      const codes = verdicts.map(({ evidence }) => evidence && evidenceIn(evidence)?.code)
      expectThat(codes.length > 0 && codes.every((one) => one === code), `the evidence says ${codes.join(', ')}`)
      const evidence = { agent: first.agent, state: first.state, held: job.held.amount, verdicts: codes.join(', ') }
      return { value: undefined, evidence }
    })
  }
}

/** The worker's machine dies in the middle of the work: stalled, released when its time is over, and done by another one. */
export async function workerDies(setting: Setting): Promise<void> {
  await play(setting, 'slow-executor.mjs', { work_seconds: 25 }, async (guest, { job: read }) => {
    await step('The worker dies in the middle of the job', async () => {
      const job = await until('ASSIGNED', 60, read, (value) => value.state === 'ASSIGNED')
      await guest.kill()
      const stalled = await until('stalled', 60, read, (value) => value.execution.phase === 'stalled')
      const workBy = job.execution.assignments[0]?.work_by ?? ''
      return { value: undefined, evidence: { phase: stalled.execution.phase, 'work by': workBy } }
    })
    await step('Its time passes; the escrow releases the job', async () => {
      const job = await until('the release', 90, read, (value) =>
        value.execution.assignments.some((one) => one.state === 'RELEASED'),
      )
      return { value: undefined, evidence: { state: job.state, cause: job.execution.assignments[0]?.end_cause ?? '' } }
    })
  })
}

/** Only the guest's worker is free for the first attempt; afterwards the others are, and one of them is paid. */
async function play(
  setting: Setting,
  executor: string,
  terms: { work_seconds: number },
  first: FirstAttempt,
): Promise<void> {
  const { ledger } = setting
  const { clara, wallet } = await readyClient(setting)
  const guest = await step(`Oscar’s worker with ${executor} joins`, async () => {
    const value = await openGuest(setting, executor, executor.startsWith('slow') ? 1 : 0)
    return { value, evidence: { agent: value.wallet } }
  })
  try {
    await pauseOthers(setting, true)
    const issue = solvableAt(await ledger.jobCount())
    const funded = await fundJob(clara, ledger, { repository, wallet, issue, withFalseClaim: false, terms })
    const params = { onchain_job_id: funded.job.onchain_job_id }
    await first(guest, {
      job: () => clara.call('getJob', { params }),
      result: () => clara.call('getJobResult', { params }),
    })
    await guest.stop()
    await pauseOthers(setting, false)
    const settled = await watchSettlement(clara, ledger, funded)
    expectThat(settled.worker !== guest.wallet, 'the first worker was paid')
    await checkBooks(ledger)
  } finally {
    await guest.stop()
    await pauseOthers(setting, false)
  }
}

async function pauseOthers({ places }: Setting, paused: boolean): Promise<void> {
  await step(`The other workers ${paused ? 'pause' : 'resume'}`, async () => {
    for (const name of housemates) {
      const owner = ownerOf(name, places)
      await owner.signIn()
      const { data } = await owner.call('listAgents', { query: { limit: '100' } })
      for (const agent of data.filter((one) => one.role === 'worker'))
        await owner.call('updateAgent', { params: { id: agent.id }, body: { paused } })
    }
    return { value: undefined }
  })
}
