import { inTransaction } from '../../data/database.ts'
import { dispatchSubject, findDispatchPause, lockDispatchPause } from '../../data/dispatch-pause.ts'
import { recordEvent } from '../../data/events.ts'
import { Failure } from '../../domain/failure.ts'
import type { Context } from '../context.ts'

/**
 * No job is offered to a worker from now on, until `resumeDispatch`. Jobs that have a worker go on to their verdict and
 * payment, and clients may cancel. The reason is kept as an event; `state_conflict` while offers are paused already.
 */
export async function pauseDispatch(ctx: Context, { because }: { because: string }): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    await lockDispatchPause(tx)
    if (await findDispatchPause(tx)) throw new Failure('state_conflict', 'Offers are paused already.')
    const change = { subject: dispatchSubject, userId: null, name: 'dispatch.paused', evidence: { because } } as const
    await recordEvent(tx, { actor: ctx.actor, ...change })
  })
}
