import type { OperationId } from '../domain/operations.ts'
import { traced } from '../tracing/spans.ts'
import type { RouteHandler } from './route-handler.ts'
import { web } from './web.ts'

/** What programs ask all day, which the metrics count: one line each would be most of the log. */
const frequent = new Set<string>(['sendHeartbeat', 'getHealth', 'getReadiness'])

/** The handler, with each of its answers counted, timed and logged, and the start of a trace. */
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
    const ms = performance.now() - startedAt
    const { metrics, log } = web().services
    metrics.countRequest(operation, response.status, ms / 1_000)
    const line = { operation, method: request.method, status: response.status, ms: Math.round(ms) }
    const request_id = response.headers.get('x-request-id')
    log[frequent.has(operation) ? 'debug' : 'info']({ ...line, request_id }, 'request answered')
    return response
  }
}
