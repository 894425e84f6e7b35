import { getSchemaEndpoint } from '#lib/api/service.ts'
import { handle } from '#lib/http/handle.ts'
import { openApiDocument } from '#lib/http/openapi/document.ts'

export const GET = handle(getSchemaEndpoint, async () => openApiDocument())
