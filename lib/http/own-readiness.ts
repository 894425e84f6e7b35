import { connectionRefusal } from '../data/connection-check.ts'
import { openSchemaCheck, schemaRefusal } from '../data/schema-check.ts'
import type { Reason } from '../domain/readiness.ts'
import { type ReadinessProgram, readReadiness } from '../usecases/service/read-readiness.ts'
import { web } from './web.ts'

/** Compares with the migrations as they were when this program started. */
const checkSchema = openSchemaCheck()

/** What keeps the service from its work, as this program sees it. */
export async function readReasons(): Promise<Reason[]> {
  const { services } = web()
  const ctx = { ...services, actor: { kind: 'anonymous' as const }, requestId: 'readiness' }
  return (await readReadiness(ctx, readinessProgram())).reasons
}

/** What this program knows of itself. */
export function readinessProgram(): ReadinessProgram {
  const { watch, metrics } = web().services
  return { watch, checkSchema, recentCalls: metrics.recentCalls, workerId: null }
}

/** Why this program must not start with its database; undefined where it may. */
export async function refuseDatabase(): Promise<string | undefined> {
  const { env, services } = web()
  return (await connectionRefusal(env.DATABASE_URL)) ?? (await schemaRefusal(services.db, checkSchema))
}
