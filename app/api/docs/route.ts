import { counted } from '#lib/http/counted.ts'
import { docsPage } from '#lib/http/docs-page.ts'

export const GET = counted(async (request) => docsPage(request))
