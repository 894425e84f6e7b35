import type { AnyEndpoint } from '#lib/api/endpoint.ts'
import { endpoints } from '#lib/api/endpoints.ts'
import { programEndpoints } from '#lib/api/programs.ts'
import { allFailures } from '#lib/http/openapi/failures.ts'
import type { Router } from '#lib/http/router.ts'
import { checkedFetch, plainText } from '#tools/contract/checked-fetch.ts'

const all: AnyEndpoint[] = [...Object.values(endpoints), ...programEndpoints()]
const patterns = all.map((endpoint) => ({
  endpoint,
  path: new RegExp(`^${endpoint.path.replaceAll(/\{\w+\}/g, '[^/]+').replace(/\/$/, '/?')}$`),
}))

/**
 * The router, on which every answer must be one that the served description knows, and every refusal one that it names for
 * its operation.
 */
export function documented(router: Router, origin: string): Router {
  const checked = checkedFetch(origin, async (input) => router(input as Request))
  return async (request) => {
    const response = await checked(request)
    if (response.headers.get('content-type') !== 'application/problem+json') return response
    const { code } = JSON.parse(await plainText(response)) as { code: string }
    const { pathname } = new URL(request.url)
    const known = patterns.find(({ endpoint, path }) => endpoint.method === request.method && path.test(pathname))
    if (code !== 'method_not_allowed' && known && !allFailures(known.endpoint).some((name) => name === code))
      throw new Error(`${known.endpoint.operationId} answered ${code}, which its description does not name`)
    return response
  }
}
