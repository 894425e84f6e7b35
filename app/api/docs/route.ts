import { docsPage } from '#lib/http/docs-page.ts'

export const GET = async () => docsPage()
