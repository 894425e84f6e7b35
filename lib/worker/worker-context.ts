import { randomUUID } from 'node:crypto'
import type { WorkerComposition } from '../compose.ts'
import type { WorkerContext } from '../usecases/context.ts'

/** The context of one piece of background work. */
export function workerContext(services: WorkerComposition): WorkerContext {
  return { ...services, actor: { kind: 'system', name: 'worker' }, requestId: randomUUID() }
}
