import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { exampleOf, type Schema, type Schemas } from '../openapi/examples.ts'
import { operationPage } from './operation-page.ts'
import { chapters, overviewPage } from './overview-page.ts'
import { readReference } from './read-reference.ts'
import { searchEntries } from './search-entries.ts'
import { toCurl, toTypeScript } from './snippets.ts'

type Operation = {
  operationId: string
  tags: string[]
  summary: string
  parameters?: { name: string; in: string; required: boolean }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { description: string; headers?: object; content?: Record<string, { schema: Schema }> }>
}
type Document = { paths: Record<string, Record<string, Operation>>; components: { schemas: Schemas } }

const root = resolve(import.meta.dirname, '../../..')
// What `/api/schema/` serves; a test of the document holds the two together.
const text = await readFile(resolve(root, 'lib/api/openapi.snapshot.json'), 'utf8')
const document = JSON.parse(text) as Document
const { schemas } = document.components
const reference = readReference(JSON.parse(text))
const served = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => [operation.operationId, { ...operation, path, method }] as const),
)

function operationOf(id: string) {
  const operation = reference.operations.get(id)
  if (!operation) throw new Error(`${id} is no operation of the reference`)
  return operation
}

const pageOf = (id: string) => operationPage(reference, operationOf(id))

/** Text as it stands in HTML. */
function escaped(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

/** The names of an object's members, through references, lists and variants. */
function membersOf(schema: Schema, seen: string[] = []): string[] {
  const name = schema.$ref?.split('/').at(-1)
  if (name !== undefined) return seen.includes(name) ? [] : membersOf(schemas[name] ?? {}, [...seen, name])
  const parts = [
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    ...(schema.allOf ?? []),
    ...(schema.items ? [schema.items] : []),
  ]
  const own = Object.entries(schema.properties ?? {}).flatMap(([field, part]) => [field, ...membersOf(part, seen)])
  return [...own, ...parts.flatMap((part) => membersOf(part, seen))]
}

const field = (name: string) => `<code class="name">${name}</code>`
const jsonOf = (schema: Schema) => escaped(JSON.stringify(exampleOf(schema, schemas), null, 2))

describe('a page tells all that the document says of', () => {
  test.each(served)('what %s takes', async (id, { summary, parameters = [], requestBody }) => {
    const html = await pageOf(id)
    expect(html).toContain(`<h1>${escaped(summary)}</h1>`)
    for (const { name, in: place } of parameters) {
      expect(html).toContain(field(name))
      expect(html).toContain(`name="${place}.${name}"`)
    }
    const body = requestBody?.content['application/json']?.schema
    if (!body) return
    for (const name of membersOf(body)) expect(html).toContain(field(name))
    expect(html).toContain(`${jsonOf(body)}</textarea>`)
  })

  test.each(served)('what %s answers', async (id, { responses }) => {
    const html = await pageOf(id)
    const replies = Object.entries(responses).filter(([, { content = {} }]) => !('application/problem+json' in content))
    expect(replies.length).toBeGreaterThan(0)
    for (const [status, { headers = {}, content = {} }] of replies) {
      expect(html).toContain(`Answer ${status}</h2>`)
      for (const name of Object.keys(headers)) expect(html).toContain(field(name))
      for (const [type, { schema }] of Object.entries(content)) {
        expect(html).toContain(`<code>${type}</code>`)
        for (const name of membersOf(schema)) expect(html).toContain(field(name))
        if (type.endsWith('json')) expect(html).toContain(jsonOf(schema))
      }
    }
  })

  test.each(served)('how %s refuses', async (id, { responses }) => {
    const html = await pageOf(id)
    const declared = Object.entries(responses).flatMap(([status, { description }]) =>
      [...description.matchAll(/^`(\w+)`: (.+)$/gm)].map(([, code, meaning = '']) => ({ status, code, meaning })),
    )
    expect(declared.length).toBeGreaterThan(3)
    for (const { status, code, meaning } of declared) {
      expect(html).toContain(`#problem-${code}"><code>${code}</code></a> <span class="type">${status}</span>`)
      expect(html).toContain(`<p>${escaped(meaning)}</p>`)
    }
  })
})

test('every page has its own title and one heading, and nothing that the policy would block', async () => {
  const pages = await Promise.all([overviewPage(reference), ...served.map(([id]) => pageOf(id))])
  const titles = new Set(pages.map((html) => /<title>(.+)<\/title>/.exec(html)?.[1]))
  expect(titles.size).toBeGreaterThan(100)
  for (const html of pages) {
    expect(html.match(/<h1>/g)).toHaveLength(1)
    expect(html).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]* src=)|javascript:/)
    const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)
    expect(ids.length).toBe(new Set(ids).size)
    expect(html).not.toContain('[object ')
  }
})

test('the first page has the anchors that links of older releases lead to', async () => {
  const html = await overviewPage(reference)
  for (const [id, { tags }] of served)
    expect(html).toContain(`<li id="/${tags[0]}/${id}"><a href="/api/docs/operations/${id}/">`)
  for (const { name } of reference.tags) expect(html).toContain(`<h2 id="/${name}">`)
})

test('links to the help name the chapter or section where they lead', async () => {
  for (const { href, title } of Object.values(chapters)) {
    const [, name, anchor] = /^\/docs\/([\w-]+)(?:#(.+))?$/.exec(href) ?? []
    const file = await readFile(resolve(root, `docs/help/${name}.md`), 'utf8')
    const headings = [...file.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading)
    const section = headings.find((heading) => heading.toLowerCase().replaceAll(' ', '-') === anchor)
    expect(title).toBe(anchor === undefined ? /^# (.+)$/m.exec(file)?.[1] : section)
  }
})

test('texts of the document are text, whatever they hold', async () => {
  const hostile = '<img src=x onerror=alert(1)>"&\'`<b>`**<i>**'
  const changed = JSON.parse(text) as Document
  const operation = changed.paths['/api/v1/auth/me/']?.get
  if (!operation) throw new Error('getMe is gone')
  Object.assign(operation, { summary: hostile, description: hostile })
  const other = readReference({ ...changed })
  const html = await operationPage(other, other.operations.get('getMe') ?? operationOf('getMe'))
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
  for (const tag of ['<img', '<b>', '<i>']) expect([html, await overviewPage(other)].join('')).not.toContain(tag)
})

test('the search knows every operation by id, path, parameters and fields, and every problem code', () => {
  const entries = searchEntries(reference)
  for (const [id, { path, method, parameters = [], requestBody }] of served) {
    const entry = entries.find(({ href }) => href === `/api/docs/operations/${id}/`)
    expect(entry?.detail).toBe(`${method.toUpperCase()} ${path}`)
    const schema = requestBody?.content['application/json']?.schema
    const fields = schema ? membersOf(schema) : []
    expect(entry?.words.split(' ')).toEqual(
      expect.arrayContaining([id, ...parameters.map(({ name }) => name), ...fields]),
    )
  }
  expect(entries.map(({ href }) => href)).toContain('/api/docs/#problem-stale_version')
})

/** What a shell makes of these commands: the arguments of each call of curl. */
function argumentsOf(commands: string[]): string[][] {
  const variables = {
    NODE_ENV: 'test' as const,
    JOBWRIGHT_SESSION: 's',
    JOBWRIGHT_TOKEN: 't',
    JOBWRIGHT_CREDENTIAL: 'c',
  }
  const shell = `curl() { printf '%s\\0' "$@"; printf '\\1'; }; uuidgen() { echo a-key; }\n${commands.join('\n')}`
  const printed = execFileSync('bash', ['--norc', '-eu', '-c', shell], { encoding: 'utf8', env: variables })
  return printed.split('\u0001').map((words) => words.split('\0'))
}

test('every curl command is one that a shell understands, with the operation’s method, address and body', () => {
  const asked = argumentsOf(served.map(([id]) => toCurl(operationOf(id), reference)))
  for (const [index, [id, { path, method, requestBody }]] of served.entries()) {
    const words = asked[index] ?? []
    const after = (flag: string) => (words.includes(flag) ? words[words.indexOf(flag) + 1] : undefined)
    const address = new RegExp(`^https://jobwright\\.example${path.replaceAll(/\{\w+\}/g, '[^/{}]+')}(\\?|$)`)
    expect(
      words.find((word) => word.startsWith('https://')),
      id,
    ).toMatch(address)
    expect(after('-X') ?? (words.includes('-d') ? 'POST' : 'GET'), id).toBe(method.toUpperCase())
    const schema = requestBody?.content['application/json']?.schema
    expect(JSON.parse(after('-d') ?? 'null'), id).toEqual(schema ? exampleOf(schema, schemas) : null)
  }
})

test('quotes and variables in a body reach curl as they are', () => {
  const example = { name: `it's "$HOME" \`id\` \\`, scopes: ['jobs:read'], days: 7 }
  const changed = { ...reference, schemas: { ...schemas, NewApiToken: { ...schemas.NewApiToken, example } } }
  const [words = []] = argumentsOf([toCurl(operationOf('createApiToken'), changed)])
  expect(JSON.parse(words[words.indexOf('-d') + 1] ?? '')).toEqual(example)
})

test('every TypeScript example compiles against the typed client', () => {
  const files = new Map(
    served.map(([id]) => [resolve(root, `lib/client/example-${id}.ts`), toTypeScript(operationOf(id), reference)]),
  )
  const { config } = ts.readConfigFile(resolve(root, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [...files.keys()] }, ts.sys, root)
  const host = ts.createCompilerHost(options)
  const { readFile: read, fileExists } = host
  host.readFile = (name) => files.get(name) ?? read(name)
  host.fileExists = (name) => files.has(name) || fileExists(name)
  const program = ts.createProgram([...files.keys()], { ...options, incremental: false, noUnusedLocals: false }, host)
  const faults = [...files.keys()].flatMap((name) => {
    const source = program.getSourceFile(name)
    if (!source) return [`${name} was not read`]
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
      ({ messageText }) => `${name.split('/').at(-1)}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    )
  })
  expect(faults).toEqual([])
})
