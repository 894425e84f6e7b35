import { Failure } from '#lib/domain/failure.ts'
import { docsAsset } from '#lib/http/docs-page.ts'
import type { RouteHandler } from '#lib/http/handle.ts'
import { problemResponse } from '#lib/http/problem.ts'

export const GET: RouteHandler = async (request, route) => {
  const { file = '' } = (await route?.params) ?? {}
  const unknown = new Failure('not_found', 'There is no such file.')
  return (await docsAsset(file)) ?? problemResponse(unknown, { url: request.url, requestId: crypto.randomUUID() })
}
