import { type OperatorName, operatorNames } from '../../domain/operator-call.ts'
import type { Operators } from '../../ports/operator.ts'
import type { Context } from '../context.ts'
import { type KeyFuel, readFuel } from '../operator/check-fuel.ts'

export type KeyMeasures = (KeyFuel & { key: OperatorName })[]

/** What each key of the service holds, and what its work may cost. */
export async function measureKeys(ctx: Context, operators: Operators): Promise<KeyMeasures> {
  return Promise.all(operatorNames.map(async (key) => ({ key, ...(await readFuel({ ...ctx, operators }, key)) })))
}
