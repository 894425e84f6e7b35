import type { WorkerComposition } from '../compose.ts'
import type { SchemaCheck } from '../data/schema-check.ts'
import type { Reason } from '../domain/readiness.ts'
import { readReadiness } from '../usecases/service/read-readiness.ts'
import { workerContext } from './worker-context.ts'

/** What this worker finds wrong: the same as the web program does, and that it does not report itself. */
export function reasonsOf(services: WorkerComposition, checkSchema: SchemaCheck): () => Promise<Reason[]> {
  const { watch, metrics, programId: workerId } = services
  const program = { watch, checkSchema, recentCalls: metrics.recentCalls, workerId }
  return async () => (await readReadiness(workerContext(services), program)).reasons
}
