import { parseFilter, toPublicIssue } from '#lib/http/replies/discovery-reply.ts'
import { web } from '#lib/http/web.ts'
import { listIssues } from '#lib/usecases/discovery/list-issues.ts'
import { readPublicly } from '../_session.ts'
import { chapterNames } from '../(site)/docs/_chapters.ts'

const issuesMax = 2_000
const pages = [
  '/',
  '/issues',
  '/verifiers',
  '/transparency',
  '/docs',
  ...chapterNames.map((name) => `/docs/${name}`),
  '/api/docs/',
]

/** The public pages, and the issues that changed last. */
export async function GET(): Promise<Response> {
  const { PUBLIC_ORIGIN: origin } = web().env
  const filter = parseFilter({ label_mode: 'any' })
  const { rows } = await readPublicly((ctx) =>
    listIssues(ctx, { filter, sort: 'updated', limit: issuesMax, after: null }),
  )
  // No character of a path or a reference means anything to XML.
  const lines = [
    ...pages.map((path) => `<url><loc>${origin}${path}</loc></url>`),
    ...rows.map(toPublicIssue).map(({ reference, updated_at }) => {
      return `<url><loc>${origin}/issues/${reference}</loc><lastmod>${updated_at}</lastmod></url>`
    }),
  ]
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${lines.join('\n')}
</urlset>
`
  return new Response(text, { headers: { 'content-type': 'application/xml; charset=utf-8' } })
}

export const dynamic = 'force-dynamic'
