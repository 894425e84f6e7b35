import { outageCodeOf } from '../data/outage.ts'
import { isFailure } from '../domain/failure.ts'
import { problemResponse } from './problem.ts'
import { web } from './web.ts'

/** The answer to a refused request, with what was said about it before, such as its rate limit; accidents are logged. */
export function refused(
  error: unknown,
  { operationId }: { operationId: string },
  { request, requestId, headers }: { request: Request; requestId: string; headers: Headers },
): Response {
  const outage = isFailure(error) && error.code === 'unavailable' ? outageCodeOf(error) : undefined
  if (outage) web().log.warn({ code: outage, request_id: requestId, operation: operationId }, 'database unavailable')
  if (!isFailure(error))
    web().log.error({ err: error, request_id: requestId, operation: operationId }, 'request failed')
  const response = problemResponse(error, request, requestId)
  for (const [name, value] of headers)
    if (!response.headers.has(name) && name !== 'set-cookie') response.headers.set(name, value)
  return response
}
