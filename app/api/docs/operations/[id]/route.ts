import { Failure } from '#lib/domain/failure.ts'
import { counted } from '#lib/http/counted.ts'
import { docsOperation } from '#lib/http/docs-page.ts'
import { problemResponse } from '#lib/http/problem.ts'

export const GET = counted(async (request, route) => {
  const { id = '' } = (await route?.params) ?? {}
  const unknown = new Failure('not_found', 'There is no such operation.')
  return (await docsOperation(request, id)) ?? problemResponse(unknown, request)
})
