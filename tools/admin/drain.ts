import { setTimeout as wait } from 'node:timers/promises'
import { findDispatchPause } from '#lib/data/dispatch-pause.ts'
import { countUnderWay, type UnderWay } from '#lib/data/under-way.ts'
import type { Context } from '#lib/usecases/context.ts'
import { pauseDispatch } from '#lib/usecases/dispatch/pause-dispatch.ts'

const lookMs = 1_000

/**
 * Offers no job from now on, and waits until all that is under way has ended. `say` is given what is left whenever that
 * changes. Ending it before its time leaves the pause.
 */
export async function drain(ctx: Context, because: string, say: (line: string) => void): Promise<string> {
  if (!(await findDispatchPause(ctx.db))) await pauseDispatch(ctx, { because })
  let said = ''
  for (;;) {
    const left = describe(await countUnderWay(ctx.db))
    if (!left) return 'Nothing is under way, and no job is offered. To go on: npm run admin -- dispatch resume'
    if (left !== said) say(left)
    said = left
    await wait(lookMs)
  }
}

/** What is under way in one line; undefined when nothing is. */
export function describe({ lastDeadline, ...counts }: UnderWay): string | undefined {
  const { offers, attempts, transactions, withdrawals, calls, publications } = counts
  if (Object.values(counts).every((count) => count === 0)) return undefined
  const until = lastDeadline ? ` (latest deadline ${lastDeadline.toISOString()})` : ''
  return [
    `Under way: ${counted(offers, 'offer')}, ${counted(attempts, 'job')} with a worker or a panel${until}`,
    counted(transactions, 'transaction'),
    counted(withdrawals, 'withdrawal'),
    `${counted(calls, 'call')} of the keys`,
    `${counted(publications, 'publication')}.`,
  ].join(', ')
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
