import { readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { type SharedAnswer, sharedAnswer } from './answer-cache.ts'
import { inPreferredEncoding } from './compress.ts'
import { isKnown } from './is-known.ts'
import { openApiDocument } from './openapi/document.ts'
import { operationPage } from './reference/operation-page.ts'
import { overviewPage } from './reference/overview-page.ts'
import { type Reference, readReference } from './reference/read-reference.ts'
import { searchEntries } from './reference/search-entries.ts'

/** Both servers run in the project's folder. */
const library = join(/* turbopackIgnore: true */ process.cwd(), 'lib')

/** Scripts are served beside each other; their sources are in several folders. */
const script = (path: string) => async () =>
  stripTypeScriptTypes(await readFile(join(library, `${path}.ts`), 'utf8')).replaceAll(
    /(from|import\() ?'(?:\.|\.\.\/\.\.\/api)\/([\w-]+)\.ts'/g,
    "$1 './$2.js'",
  )

async function styles(): Promise<string> {
  const files = ['base', 'frame', 'text', 'request', 'narrow'].map((name) =>
    join(library, `http/reference/styles/${name}.css`),
  )
  return (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n')
}

const javaScript = 'text/javascript; charset=utf-8'
const assets: Record<string, { type: string; read: () => string | Promise<string> }> = {
  'reference.css': { type: 'text/css; charset=utf-8', read: styles },
  'color-scheme.js': { type: javaScript, read: script('client/reference/color-scheme') },
  'reference.js': { type: javaScript, read: script('client/reference/reference') },
  'search.js': { type: javaScript, read: script('client/reference/search') },
  'send.js': { type: javaScript, read: script('client/reference/send') },
  'target-of.js': { type: javaScript, read: script('api/target-of') },
  'search.json': { type: 'application/json', read: () => JSON.stringify(searchEntries(reference())) },
}

let known: Reference | undefined
function reference(): Reference {
  known ??= readReference(openApiDocument())
  return known
}

/** The API reference's first page, served from this origin under its own policy. */
export function docsPage(request: Request): Promise<Response> {
  return sharedFile(request, { name: '', read: () => overviewPage(reference()), baseHeaders: asPage })
}

/** The page of one operation; undefined for any other id. */
export async function docsOperation(request: Request, id: string): Promise<Response | undefined> {
  const operation = reference().operations.get(id)
  if (!operation) return undefined
  return sharedFile(request, { name: `${id}/`, read: () => operationPage(reference(), operation), baseHeaders: asPage })
}

/** One file of the API reference; undefined for any other name. */
export async function docsAsset(request: Request, name: string): Promise<Response | undefined> {
  const asset = Object.hasOwn(assets, name) ? assets[name] : undefined
  if (!asset) return undefined
  const baseHeaders = { 'content-type': asset.type, 'x-content-type-options': 'nosniff' }
  return sharedFile(request, { name, read: asset.read, baseHeaders })
}

const asPage = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

type DocsFile = { name: string; read: () => string | Promise<string>; baseHeaders: Record<string, string> }
const files = new Map<string, Promise<SharedAnswer>>()

/** The same bytes for everyone until the next release; 304 for callers that have them. */
async function sharedFile(request: Request, { name, read, baseHeaders }: DocsFile): Promise<Response> {
  const making =
    files.get(name) ?? Promise.resolve(read()).then((body) => sharedAnswer(body, baseHeaders['content-type'] ?? ''))
  files.set(name, making)
  // A file that could not be read is read again by the next request.
  making.catch(() => files.delete(name))
  const file = await making
  const headers = new Headers({
    ...baseHeaders,
    etag: file.etag,
    'cache-control': 'public, max-age=300, stale-while-revalidate=3600',
  })
  if (isKnown(request, file.etag)) return new Response(null, { status: 304, headers })
  return new Response(await inPreferredEncoding(request, file, { headers, ours: 'br' }), { headers })
}
