import { findKeyNeeds } from '#lib/data/operator-calls.ts'
import { gasNeeded, type KeyNeeds } from '#lib/domain/key-fuel.ts'
import type { OperatorName } from '#lib/domain/operator-call.ts'
import type { Fuel } from '#lib/ports/operator.ts'
import type { WorkerContext } from '../context.ts'

export type LowFuel = Fuel & KeyNeeds & { needed: bigint }

/** What a key holds and should hold, once it holds less than its work may cost at present fees. */
export async function checkFuel(ctx: WorkerContext, name: OperatorName): Promise<LowFuel | undefined> {
  const [needs, fuel] = await Promise.all([findKeyNeeds(ctx.db, name), ctx.operators[name].fuel()])
  const needed = gasNeeded(name, needs) * fuel.price
  return fuel.balance < needed ? { ...fuel, ...needs, needed } : undefined
}
