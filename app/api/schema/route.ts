import { getSchemaEndpoint } from '#lib/api/service.ts'
import { handleShared } from '#lib/http/handle-shared.ts'
import { openApiDocument } from '#lib/http/openapi/document.ts'

export const GET = handleShared(getSchemaEndpoint, async () => openApiDocument())
