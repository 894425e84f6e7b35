import { inTransaction } from '../../data/database.ts'
import { listFreeLeases } from '../../data/free-leases.ts'
import { findCall, makeCallDue, type OperatorCallRow } from '../../data/operator-calls.ts'
import { Failure } from '../../domain/failure.ts'
import type { Context } from '../context.ts'
import { recordOperation } from '../operations/record-operation.ts'

/**
 * Makes an open call of the service's keys due now: the worker that leads its key signs what is in flight again for more,
 * or sends the kept bytes again where nothing dearer may be signed, by the rule that it follows every 20 seconds. Refuses
 * with `state_conflict` a call that is mined or has ended. Tells whether a worker leads the key. Kept as an event.
 */
export async function resendCall(ctx: Context, { id }: { id: string }): Promise<{ key: string; isLed: boolean }> {
  const call = await findCall(ctx.db, id)
  if (!call) throw new Failure('not_found', 'No call has this id: npm run admin -- calls')
  await inTransaction(ctx.db, async (tx) => {
    if (!(await makeCallDue(tx, call))) throw refused((await findCall(tx, id)) ?? call)
    await recordOperation(ctx, tx, 'call_resent', { call: id, state: call.state })
  })
  const free = await listFreeLeases(ctx.db, [`operator-${call.operator}`], 0)
  return { key: call.operator, isLed: free.length === 0 }
}

function refused({ id, state, failure }: OperatorCallRow): Failure {
  if (state === 'MINED') return new Failure('state_conflict', `Call ${id} is mined and waits for finality.`)
  const end = failure === null ? state : `${state}: ${failure}`
  return new Failure('state_conflict', `Call ${id} is ${end}. Nothing is left to send.`)
}
