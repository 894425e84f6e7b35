import { Failure } from '#lib/domain/failure.ts'
import { counted } from '#lib/http/counted.ts'
import { docsAsset } from '#lib/http/docs-page.ts'
import { problemResponse } from '#lib/http/problem.ts'

export const GET = counted(async (request, route) => {
  const { file = '' } = (await route?.params) ?? {}
  const unknown = new Failure('not_found', 'There is no such file.')
  return (await docsAsset(request, file)) ?? problemResponse(unknown, request)
})
