import { randomUUID } from 'node:crypto'
import type { Composition } from '#lib/compose.ts'
import type { Context } from '#lib/usecases/context.ts'

/** The context of one piece of background work. */
export function workerContext(services: Composition): Context {
  return { ...services, actor: { kind: 'system', name: 'worker' }, requestId: randomUUID() }
}
