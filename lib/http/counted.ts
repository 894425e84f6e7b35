import { Failure, isFailure } from '../domain/failure.ts'
import { measured } from './measured.ts'
import { networkOf } from './network-of.ts'
import { peerOf } from './peer.ts'
import { problemResponse } from './problem.ts'
import type { RouteHandler } from './route-handler.ts'
import { web } from './web.ts'

/** A handler of what is no operation, such as a file or an unknown path; counted for the caller's network as those are. */
export function counted(handler: RouteHandler): RouteHandler {
  return measured('other', async (request, route) => {
    const headers = new Headers()
    const over = await countForNetwork(request, headers)
    const response = over ? problemResponse(over, request) : await handler(request, route)
    for (const [name, value] of headers) response.headers.set(name, value)
    return response
  })
}

/** Counts a request that no other limit has counted; gives the refusal when it is one too many. */
export async function countForNetwork(request: Request, headers: Headers): Promise<Failure | undefined> {
  if (headers.has('ratelimit')) return undefined
  try {
    await web().rateLimiter.count('anonymous', networkOf(peerOf(request)), headers)
    return undefined
  } catch (error) {
    return isFailure(error) ? error : new Failure('unavailable', 'Requests cannot be counted now.', { cause: error })
  }
}
