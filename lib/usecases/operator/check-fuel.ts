import { findKeyNeeds } from '../../data/operator-calls.ts'
import { gasNeeded, type KeyNeeds } from '../../domain/key-fuel.ts'
import type { OperatorName } from '../../domain/operator-call.ts'
import type { Fuel } from '../../ports/operator.ts'
import type { WorkerContext } from '../context.ts'

export type KeyFuel = Fuel & KeyNeeds & { needed: bigint }
type KeyContext = Pick<WorkerContext, 'db' | 'operators'>

/** What a key holds, and what its work may cost at present fees. */
export async function readFuel(ctx: KeyContext, name: OperatorName): Promise<KeyFuel> {
  const [needs, fuel] = await Promise.all([findKeyNeeds(ctx.db, name), ctx.operators[name].fuel()])
  return { ...fuel, ...needs, needed: gasNeeded(name, needs) * fuel.price }
}

/** The same, once the key holds less than its work may cost. */
export async function checkFuel(ctx: KeyContext, name: OperatorName): Promise<KeyFuel | undefined> {
  const fuel = await readFuel(ctx, name)
  return fuel.balance < fuel.needed ? fuel : undefined
}
