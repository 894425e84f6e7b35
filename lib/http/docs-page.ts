import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { failureKinds } from '../domain/failure.ts'
import { type SharedAnswer, sharedAnswer } from './answer-cache.ts'
import { inPreferredEncoding } from './compress.ts'
import { isKnown } from './is-known.ts'

/** Both servers run in the project's folder. */
const folder = join(/* turbopackIgnore: true */ process.cwd(), 'node_modules/swagger-ui-dist')

const types: Record<string, string> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'docs.js': 'text/javascript; charset=utf-8',
  'docs.css': 'text/css; charset=utf-8',
}

const script = `const dark = matchMedia('(prefers-color-scheme: dark)')
const paint = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', paint)
paint()
window.addEventListener('load', () => {
  window.SwaggerUIBundle({ url: '/api/schema/', dom_id: '#docs', deepLinking: true, tryItOutEnabled: true, defaultModelsExpandDepth: 0 })
})`

const style = `:root { --text: #1f2430; --line: #e3e6ec; --back: #fff }
html.dark-mode { --text: #e4e7ec; --line: #3a4149; --back: #1c2022 }
#docs { min-height: 100vh }
body { margin: 0; background: var(--back); font-family: system-ui, sans-serif }
.codes { max-width: 1420px; margin: 2rem auto; padding: 0 1.25rem 3rem; color: var(--text) }
.codes table { border-collapse: collapse; width: 100% }
.codes th, .codes td { text-align: left; padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line) }
.codes tr:target { outline: 2px solid #49cc90 }
.codes td:nth-child(3) { min-width: 14rem }
.codes .scroll { overflow-x: auto }
.swagger-ui .topbar, .swagger-ui .scheme-container .auth-wrapper { display: none }
.swagger-ui .info { margin: 2rem 0 1rem }
.swagger-ui .scheme-container { padding: 1rem 0; box-shadow: none }`

/** The interactive documentation, served from this origin under its own policy. */
export function docsPage(request: Request): Promise<Response> {
  return sharedFile(request, { name: '', read: page, told: { 'content-type': 'text/html; charset=utf-8', ...policy } })
}

function page(): string {
  const rows = Object.entries(failureKinds).map(
    ([code, kind]) =>
      `<tr id="problem-${code}"><td><code>${code}</code></td><td>${kind.status}</td><td>${kind.title}</td><td>${kind.retryable ? 'yes' : 'no'}</td></tr>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Jobwright API</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/api/docs/assets/swagger-ui.css"><link rel="stylesheet" href="/api/docs/assets/docs.css">
<script src="/api/docs/assets/swagger-ui-bundle.js" defer></script><script src="/api/docs/assets/docs.js" defer></script></head>
<body><main><div id="docs"></div><section class="codes"><h2>Problem codes</h2><div class="scroll" tabindex="0" role="region" aria-label="Problem codes"><table>
<thead><tr><th>Code</th><th>Status</th><th>Meaning</th><th>Same request may succeed later</th></tr></thead><tbody>${rows.join('')}</tbody>
</table></div></section></main></body></html>`
}

type DocsFile = { name: string; read: () => string | Promise<string>; told: Record<string, string> }
const files = new Map<string, Promise<SharedAnswer>>()

/** The same bytes for everyone until the next release; 304 for callers that have them. */
async function sharedFile(request: Request, { name, read, told }: DocsFile): Promise<Response> {
  const known =
    files.get(name) ?? Promise.resolve(read()).then((body) => sharedAnswer(body, told['content-type'] ?? ''))
  files.set(name, known)
  // A file that could not be read is read again by the next request.
  known.catch(() => files.delete(name))
  const file = await known
  const headers = new Headers({
    ...told,
    ...{ etag: file.etag, 'cache-control': 'public, max-age=300, stale-while-revalidate=3600' },
  })
  if (isKnown(request, file.etag)) return new Response(null, { status: 304, headers })
  return new Response(await inPreferredEncoding(request, file, { headers, ours: 'br' }), { headers })
}

const policy = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

/** One file of the documentation page; undefined for any other name. */
export async function docsAsset(request: Request, name: string): Promise<Response | undefined> {
  const type = types[name]
  if (!type) return undefined
  const read = () => (name === 'docs.js' ? script : name === 'docs.css' ? style : readFile(join(folder, name), 'utf8'))
  return sharedFile(request, { name, read, told: { 'content-type': type, 'x-content-type-options': 'nosniff' } })
}
