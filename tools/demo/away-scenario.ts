import { setTimeout as wait } from 'node:timers/promises'
import { expectLapse } from './expect-lapse.ts'
import { checkBooks, type Setting } from './journey.ts'
import { freeze, openScene, type Scene } from './scene.ts'
import { expectThat, step } from './steps.ts'

const terms = { work_seconds: 60, verification_seconds: 15 }
/** A worker that is not drawn at once has to be found, and to solve the issue. */
const deliveredWithinMs = 120_000
/** Between two looks at the chain; the service needs longer to seat a panel after a delivery. */
const lookMs = 50

/**
 * The service dies between a delivery and the seating of its panel, and stays away until no panel can be seated any
 * more. The chain has kept the money; the service, once back, ends the job by its terms.
 */
export async function serviceAway(setting: Setting): Promise<void> {
  const scene = await openScene(setting, { terms })
  const { seatBy, wake } = await freezeAtDelivery(setting, scene)
  try {
    await step('Every deadline of the job passes while the service is away', async () => {
      const { state, held } = await scene.reads.job()
      expectThat(BigInt(held.amount.replace('.', '')) > 0n, 'the escrow holds nothing')
      const over = seatBy + terms.work_seconds + terms.verification_seconds
      while ((await setting.ledger.time()) <= over) await wait(1_000)
      expectThat(!(await deliveryOf(setting, scene))?.isSeated, 'a panel was seated')
      return { value: undefined, evidence: { state, held: held.amount, 'seat by': String(seatBy) } }
    })
  } finally {
    wake('SIGKILL')
  }
  await expectLapse(setting, scene, {
    title: 'A fresh start of the service ends the job, and the reward is shared',
  })
  await checkBooks(setting.ledger)
}

function freezeAtDelivery(setting: Setting, scene: Scene) {
  return step('The service stands still as soon as the result is on chain', async () => {
    const giveUpAt = Date.now() + deliveredWithinMs
    for (;;) {
      const delivery = await deliveryOf(setting, scene)
      if (delivery) {
        const wake = freeze(setting, 'worker')
        return { value: { seatBy: delivery.seatBy, wake }, evidence: { 'seat by': String(delivery.seatBy) } }
      }
      expectThat(Date.now() < giveUpAt, 'no result came')
      await wait(lookMs)
    }
  })
}

function deliveryOf({ ledger }: Setting, { funded }: Scene) {
  return ledger.delivery(BigInt(funded.job.onchain_job_id))
}
