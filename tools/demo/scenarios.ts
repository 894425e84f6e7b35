import type { ReplyOf } from '#lib/client/api.ts'
import { evidenceIn } from '#lib/client/evidence.ts'
import type { VerdictCode } from '#lib/domain/verdict-rules.ts'
import { ownerOf } from '../start/runtimes.ts'
import { type FundedJob, fundJob } from './fund-job.ts'
import { type Guest, openGuest } from './guest-runtime.ts'
import { solvableAt } from './issues.ts'
import { type Client, cancel, checkBooks, readyClient, repository, type Setting } from './journey.ts'
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

/** No worker can do the job: it comes back with the reason, nobody is asked twice, and the client cancels in peace. */
export async function cannotRun(setting: Setting): Promise<void> {
  const { ledger } = setting
  await withGuest(setting, 'helpless-executor.mjs', { work_seconds: 600 }, async ({ clara, wallet, funded, reads }) => {
    await step('The worker gives the job back, and is not asked again', async () => {
      const job = await until('the job to come back', 60, reads.job, ({ state, execution }) => {
        return state === 'OPEN' && execution.phase === 'waiting' && execution.assignments.length > 0
      })
      const { end_cause: cause } = job.execution.assignments[0] ?? {}
      expectThat(job.execution.assignments.length === 1, 'it was assigned again')
      return { value: undefined, evidence: { cause: cause ?? '', waits: job.execution.reason ?? '' } }
    })
    await cancel(clara, ledger, funded, wallet, 'Cancel the job and take everything back')
    await checkBooks(ledger)
  })
}

/** Only the guest's worker is free for the first attempt; afterwards the others are, and one of them is paid. */
async function play(
  setting: Setting,
  executor: string,
  terms: { work_seconds: number },
  first: FirstAttempt,
): Promise<void> {
  await withGuest(setting, executor, terms, async ({ clara, guest, funded, reads }) => {
    await first(guest, reads)
    await guest.stop()
    await pauseOthers(setting, false)
    const settled = await watchSettlement(clara, setting.ledger, funded)
    expectThat(settled.worker !== guest.wallet, 'the first worker was paid')
    await checkBooks(setting.ledger)
  })
}

type Scene = Client & { guest: Guest; funded: FundedJob; reads: Reads }

/** A funded job for which the guest's worker alone is free. */
async function withGuest(
  setting: Setting,
  executor: string,
  terms: { work_seconds: number },
  run: (scene: Scene) => Promise<void>,
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
    const reads = {
      job: () => clara.call('getJob', { params }),
      result: () => clara.call('getJobResult', { params }),
    }
    await run({ clara, wallet, guest, funded, reads })
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
