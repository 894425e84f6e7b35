import { parseAmount, silenceShareOf } from '#lib/domain/money.ts'
import type { Setting } from './journey.ts'
import type { Scene } from './scene.ts'
import { expectThat, step, until } from './steps.ts'

/**
 * Waits for the lapse: the worker has its share of silence, the client the rest, to the base unit, and nobody is bound. The
 * content follows the share, unless the job's own commands could not decide.
 */
export async function expectLapse(
  { ledger }: Setting,
  { wallet, funded, reads }: Scene,
  { title, canDecide = true }: { title: string; canDecide?: boolean },
): Promise<void> {
  await step(title, async () => {
    const jobBefore = await reads.job()
    const worker = jobBefore.execution.assignments.at(-1)?.agent as `0x${string}`
    const balances = () => Promise.all([wallet, worker].map((account) => ledger.balance(account)))
    const [before = 0n, earned = 0n] = await balances()
    const { draft, budget } = funded
    const silenceShareBps = draft.silence_share_bps
    const share = silenceShareOf({ reward: parseAmount(draft.reward.amount), silenceShareBps })
    const job = await until('LAPSED', 90, reads.job, ({ state }) => state === 'LAPSED')
    const [after = 0n, paid = 0n] = await balances()
    const returned = after - before
    expectThat(returned === budget - share && parseAmount(job.held.amount) === 0n, `returned ${returned}`)
    expectThat(paid - earned === share, `the worker got ${paid - earned}, not ${share}`)
    const { is_content_released: isReleased } = await reads.result()
    expectThat(isReleased === (canDecide && share > 0n), `the content is ${isReleased ? '' : 'not '}the client's`)
    expectThat(
      job.execution.assignments.every(({ ended_at }) => ended_at !== null),
      'an attempt is still open',
    )
    const evidence = {
      'to the worker': String(share),
      returned: String(returned),
      'content released': String(isReleased),
    }
    const { reason } = jobBefore.execution
    return { value: undefined, evidence: { ...(reason && { 'it waited for': reason }), ...evidence } }
  })
}
