import { getRuntimeConfigurationEndpoint } from '#lib/api/runtime.ts'
import { handle } from '#lib/http/handle.ts'
import { toConfigurationReply } from '#lib/http/replies/runtime-reply.ts'
import { readConfiguration } from '#lib/usecases/runtime/read-configuration.ts'

export const GET = handle(getRuntimeConfigurationEndpoint, async ({ ctx, headers }) => {
  const configuration = await readConfiguration(ctx)
  headers.set('etag', `"${configuration.version}"`)
  return toConfigurationReply(configuration)
})
