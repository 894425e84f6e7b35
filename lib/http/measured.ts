import type { OperationId } from '../domain/operations.ts'
import type { RouteHandler } from './route-handler.ts'
import { web } from './web.ts'

/** The handler, with each of its answers counted and timed for the metrics. */
export function measured(operation: OperationId | 'other', handler: RouteHandler): RouteHandler {
  return async (request, route) => {
    const startedAt = performance.now()
    const response = await handler(request, route)
    web().services.metrics.countRequest(operation, response.status, (performance.now() - startedAt) / 1_000)
    return response
  }
}
