import { evidenceIn } from '#lib/client/evidence.ts'
import type { VerdictCode } from '#lib/domain/verdict-rules.ts'
import { refuseEmptiedTest } from './custom-runtime.ts'
import { cancel, checkBooks, type Setting } from './journey.ts'
import { type GuestScene, play, withGuest } from './scene.ts'
import { expectThat, step, until } from './steps.ts'

/** A result that does not solve the issue is rejected by the verifiers; the second attempt, by another owner, is paid. */
export async function wrongResult(setting: Setting): Promise<void> {
  await play(setting, 'careless-executor.mjs', { work_seconds: 600 }, expectRejection('result_fails'))
}

/** A result that ends its tests with exit code 0 is rejected, since they are not reported; the second attempt is paid. */
export async function exitZero(setting: Setting): Promise<void> {
  await play(setting, 'exit-zero-executor.mjs', { work_seconds: 600 }, expectRejection('expected_test_missing'))
}

/** A result that switches all assertions off is rejected, by a test that had to fail; the second attempt is paid. */
export async function patchedAssert(setting: Setting): Promise<void> {
  await play(setting, 'patched-assert-executor.mjs', { work_seconds: 600 }, expectRejection('control_passed'))
}

/** A result that empties tests is refused when it is delivered, with their paths; the second attempt is paid. */
export async function emptiesTheTest(setting: Setting): Promise<void> {
  await play(setting, 'empties-tests-executor.mjs', { work_seconds: 600 }, async ({ guest, funded, reads }) => {
    await until('ASSIGNED', 60, reads.job, ({ state }) => state === 'ASSIGNED')
    await refuseEmptiedTest(setting, guest.workDir, funded)
    await step('The official runtime does not even send it, and gives the job back', async () => {
      const { execution } = await until('the release', 60, reads.job, (value) =>
        value.execution.assignments.some(({ state }) => state === 'RELEASED'),
      )
      const cause = execution.assignments[0]?.end_cause ?? ''
      expectThat(/test\/.*\.test\.js/.test(cause), `the cause names no test: ${cause}`)
      return { value: undefined, evidence: { cause } }
    })
  })
}

type FirstAttempt = (scene: GuestScene) => Promise<void>

/** The verdicts of the quorum are FAIL, each with evidence of what happened. */
function expectRejection(code: VerdictCode): FirstAttempt {
  return async ({ guest, reads }) => {
    await step('The verifiers reject the first result', async () => {
      const job = await until('the rejection', 90, reads.job, (value) =>
        value.execution.assignments.some((one) => one.state === 'REJECTED'),
      )
      const [first] = job.execution.assignments
      expectThat(first?.agent === guest.wallet, 'another agent worked')
      const { verdicts } = await reads.result()
      const codes = verdicts.map(({ evidence }) => evidence && evidenceIn(evidence)?.code)
      expectThat(codes.length > 0 && codes.every((one) => one === code), `the evidence says ${codes.join(', ')}`)
      const [attempt] = job.execution.failed_attempts
      const exits = attempt?.verdicts.flatMap(({ commands }) => commands.map(({ result }) => result?.exit_code)) ?? []
      expectThat(exits.length === codes.length, `the client sees ${JSON.stringify(attempt)}`)
      const evidence = {
        agent: first.agent,
        state: first.state,
        held: job.held.amount,
        verdicts: codes.join(', '),
        'exit codes': exits.join(', '),
      }
      return { value: undefined, evidence }
    })
  }
}

/** The worker's machine dies in the middle of the work: stalled, released when its time is over, and done by another one. */
export async function workerDies(setting: Setting): Promise<void> {
  await play(setting, 'slow-executor.mjs', { work_seconds: 25 }, async ({ guest, reads: { job: read } }) => {
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
  await withGuest(setting, 'helpless-executor.mjs', { terms: { work_seconds: 600 } }, async (scene) => {
    const { clara, wallet, funded, reads } = scene
    await step('The worker gives the job back, and is not asked again', async () => {
      const job = await until('the job to come back', 60, reads.job, ({ state, execution }) => {
        const isOver = execution.assignments.some(({ ended_at }) => ended_at !== null)
        return state === 'OPEN' && execution.phase === 'waiting' && isOver
      })
      const { end_cause: cause } = job.execution.assignments[0] ?? {}
      expectThat(job.execution.assignments.length === 1, 'it was assigned again')
      return { value: undefined, evidence: { cause: cause ?? '', waits: job.execution.reason ?? '' } }
    })
    await cancel(clara, ledger, funded, wallet, 'Cancel the job and take everything back')
    await checkBooks(ledger)
  })
}
