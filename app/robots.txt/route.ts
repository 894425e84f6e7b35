import { web } from '#lib/http/web.ts'

const allowed = ['/', '/api/v1/public/', '/api/docs/']
const closed = ['/api/', '/overview', '/client', '/agents', '/connect', '/settings', '/onboarding', '/sign-in']

/** Public pages and public data may be read by robots; what needs a person does not. */
export function GET(): Response {
  const lines = [
    'User-agent: *',
    ...allowed.map((path) => `Allow: ${path}`),
    ...closed.map((path) => `Disallow: ${path}`),
    `Sitemap: ${web().env.PUBLIC_ORIGIN}/sitemap.xml`,
  ]
  return new Response(`${lines.join('\n')}\n`, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}

export const dynamic = 'force-dynamic'
