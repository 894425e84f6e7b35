import type { OperationId } from '../domain/operations.ts'
import { traced } from '../tracing/spans.ts'
import type { RouteHandler } from './route-handler.ts'
import { web } from './web.ts'

/** The handler, with each of its answers counted and timed for the metrics, and the start of a trace. */
export function measured(operation: OperationId | 'other', handler: RouteHandler): RouteHandler {
  return async (request, route) => {
    const startedAt = performance.now()
    const response = await traced(operation, {
      kind: 'server',
      attributes: { 'http.request.method': request.method },
      work: async () => handler(request, route),
      describe: ({ status, headers }) => ({
        attributes: { 'http.response.status_code': status, 'jobwright.request_id': headers.get('x-request-id') ?? '' },
        isError: status >= 500,
      }),
    })
    web().services.metrics.countRequest(operation, response.status, (performance.now() - startedAt) / 1_000)
    return response
  }
}
