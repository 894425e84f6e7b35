import { failSeat } from './custom-runtime.ts'
import { expectLapse } from './expect-lapse.ts'
import { checkBooks, fill, type Setting } from './journey.ts'
import {
  drawnVerifier,
  freeze,
  openScene,
  ownersOfVerifiers,
  pause,
  type Scene,
  verifiers,
  workDirOf,
} from './scene.ts'
import { watchSettlement } from './settle-job.ts'
import { expectThat, refusalOf, step, until } from './steps.ts'
import { findOwner, withdrawTo } from './withdraw.ts'

/** A command that passes on the base decides nothing; the job lapses, and the reward is shared by the terms. */
export async function undecided(setting: Setting): Promise<void> {
  const issue = { number: 1, test: 'test/slugify.test.js' }
  const terms = { work_seconds: 600, verification_seconds: 25 }
  // The probe would tell before any money is locked that nothing can fail here.
  const scene = await openScene(setting, { terms, issue, skipProbe: true })
  await untilSubmitted(scene)
  const free = await expectBound(setting, scene)
  await expectLapse(setting, scene, {
    title: 'Nobody can decide it; the service ends the job, the reward is shared, and the worker keeps its content',
    canDecide: false,
  })
  await free()
  await checkBooks(setting.ledger)
}

/**
 * No verifier is there when the result is; the time to seat a panel expires. By the terms of this job its worker gets
 * nothing then: the money goes back automatically, and the content stays the worker's.
 */
export async function refundAfterExpiry(setting: Setting): Promise<void> {
  const scene = await openScene(setting, { terms: { work_seconds: 600, silence_share_bps: 0 } })
  await until('ASSIGNED', 60, scene.reads.job, ({ state }) => state !== 'OPEN')
  try {
    await pause(setting, verifiers, true)
    await untilSubmitted(scene)
    const free = await expectBound(setting, scene)
    await expectLapse(setting, scene, {
      title: 'Nobody is there to judge it; the service returns the money when the time is over',
    })
    await free()
  } finally {
    await pause(setting, verifiers, false)
  }
  await checkBooks(setting.ledger)
}

/** One verifier's machine stands still after it was drawn; the others decide, and it alone is not paid. */
export async function verifierSilent(setting: Setting): Promise<void> {
  const owners = await ownersOfVerifiers(setting)
  const scene = await openScene(setting, { terms: { work_seconds: 600 } })
  const silent = await step('A verifier’s machine stands still once it is drawn', async () => {
    const value = await drawnVerifier(scene.reads, owners)
    return { value: { ...value, wake: freeze(setting, `runtime-${value.owner}`) }, evidence: { owner: value.owner } }
  })
  try {
    const { result } = await watchSettlement(scene.clara, setting.ledger, scene.funded)
    const judges = result.verdicts.filter(({ recorded }) => recorded).map(({ agent }) => agent)
    expectThat(judges.length === 2 && !judges.includes(silent.wallet), `verdicts are of ${judges.join(', ')}`)
  } finally {
    silent.wake()
  }
  await checkBooks(setting.ledger)
}

/** One verifier's owner judges against the others; the majority decides, and the minority is paid and seen. */
export async function verifiersDisagree(setting: Setting): Promise<void> {
  const owners = await ownersOfVerifiers(setting)
  const scene = await openScene(setting, { terms: { work_seconds: 600 } })
  const { owner, wallet } = await drawnVerifier(scene.reads, owners)
  const wake = freeze(setting, `runtime-${owner}`)
  try {
    await step('A verifier’s owner fails what the others will pass', async () => {
      await failSeat(setting, workDirOf(setting, owner), scene.funded.job.onchain_job_id)
      return { value: undefined, evidence: { owner, agent: wallet } }
    })
    const { result } = await watchSettlement(scene.clara, setting.ledger, scene.funded)
    const outcomes = result.verdicts.map(({ agent, outcome, recorded }) => `${agent} ${outcome} ${recorded}`)
    const others = result.verdicts.filter(({ agent }) => agent !== wallet)
    expectThat(outcomes.includes(`${wallet} FAIL true`), `the minority is not recorded: ${outcomes.join(', ')}`)
    expectThat(others.filter(({ outcome }) => outcome === 'PASS').length === 2, `verdicts: ${outcomes.join(', ')}`)
  } finally {
    wake()
  }
  await checkBooks(setting.ledger)
}

async function untilSubmitted({ reads }: Scene): Promise<void> {
  await step('A result is delivered', async () => {
    const job = await until('SUBMITTED', 90, reads.job, ({ state }) => state === 'SUBMITTED')
    return { value: undefined, evidence: { state: job.state, held: job.held.amount } }
  })
}

/** The worker holds work, so its earnings stay; what this gives shows that they are free again. */
async function expectBound(setting: Setting, { reads }: Scene): Promise<() => Promise<void>> {
  const { places, ledger } = setting
  const worker = (await reads.job()).execution.assignments.at(-1)?.agent ?? ''
  const { owner, agentId } = await findOwner(places, worker)
  await fill(setting, worker)
  const amount = 100_000n
  await step('While the attempt is open, its worker’s earnings stay', async () => {
    const ask = () => withdrawTo(owner, agentId, amount)
    await until(
      'the test money',
      20,
      () => ledger.balance(worker as `0x${string}`),
      (units) => units >= amount,
    )
    return { value: undefined, evidence: await refusalOf(ask, 409, 'assignment_active') }
  })
  return () =>
    step('The worker’s slot and earnings are free again', async () => {
      const { work } = await owner.call('getRuntimeStatus', { params: { id: agentId } })
      expectThat(work.length === 0, `it still holds ${work.length}`)
      const { id } = await withdrawTo(owner, agentId, amount)
      const read = async () => (await owner.call('listWithdrawals', { params: { id: agentId } })).data
      const all = await until('the withdrawal', 45, read, (rows) => rows.some((row) => row.id === id && row.ended_at))
      const { state = '' } = all.find((row) => row.id === id) ?? {}
      expectThat(state === 'CONFIRMED', `the withdrawal ended ${state}`)
      return { value: undefined, evidence: { 'work held': 0, withdrawal: state } }
    })
}
