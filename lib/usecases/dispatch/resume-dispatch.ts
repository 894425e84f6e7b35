import { inTransaction } from '../../data/database.ts'
import { dispatchSubject, findDispatchPause, lockDispatchPause } from '../../data/dispatch-pause.ts'
import { makeDueBecause } from '../../data/due-jobs.ts'
import { recordEvent } from '../../data/events.ts'
import { dispatchNotes } from '../../domain/dispatch-note.ts'
import { Failure } from '../../domain/failure.ts'
import type { Context } from '../context.ts'

/** Ends the pause: every job that waited for its end is looked at within a second. `state_conflict` where there is none. */
export async function resumeDispatch(ctx: Context): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    await lockDispatchPause(tx)
    if (!(await findDispatchPause(tx))) throw new Failure('state_conflict', 'Offers are not paused.')
    await recordEvent(tx, { actor: ctx.actor, subject: dispatchSubject, userId: null, name: 'dispatch.resumed' })
    await makeDueBecause(tx, dispatchNotes.paused)
  })
}
