import { glob, readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { endpoints } from '#lib/api/endpoints.ts'
import { failureKinds } from '#lib/domain/failure.ts'
import { operations } from '#lib/domain/operations.ts'
import { privateCaching } from '#lib/http/keep-privately.ts'
import { sharedCaching } from '#lib/http/shared-caching.ts'
import {
  addressOf,
  all,
  anonymous,
  clara,
  guarded,
  isUnsafe,
  named,
  own,
  problemOf,
  queryOf,
  readerOf,
  root,
  send,
  service,
  unknown,
} from './world.ts'

type ServedDocument = {
  paths: Record<
    string,
    Record<
      string,
      { operationId: string; parameters?: { name: string }[]; responses: Record<string, { description: string }> }
    >
  >
}

/** The documentation, and where the links of e-mails lead: pages, and no operations. */
const ownPages = [
  'GET /api/docs/',
  'GET /api/docs/operations/{id}/',
  'GET /api/docs/assets/{file}/',
  'GET /api/unsubscribe/{token}/',
  'POST /api/unsubscribe/{token}/',
]

describe('paths and methods', () => {
  const paths = [...new Set(all.map(({ path }) => path))]
  const methodsOf = (path: string) => all.filter((endpoint) => endpoint.path === path).map(({ method }) => method)

  test.each(paths)('%s answers other methods with 405 and what is allowed, and OPTIONS with the same', async (path) => {
    const endpoint = all.find((candidate) => candidate.path === path)
    if (!endpoint) throw new Error('no endpoint')
    const known = methodsOf(path)
    const url = addressOf(endpoint, own)
    for (const method of ['PUT', 'PATCH', 'DELETE', 'POST', 'GET'].filter(
      (one) => !(known as string[]).includes(one),
    )) {
      const response = await clara.send(url, { method })
      await problemOf(response, 405, 'method_not_allowed')
      for (const one of known) expect(response.headers.get('allow')).toContain(one)
    }
    const options = await clara.send(url, { method: 'OPTIONS' })
    expect([options.status, options.headers.get('allow')]).toEqual([204, expect.stringContaining(known[0] ?? '')])
  })

  test.each(named(all.filter(({ method }) => method === 'GET')))(
    '%s answers with and without the trailing slash alike, and to HEAD without a body',
    async (_, endpoint) => {
      const { person, ids } = readerOf(endpoint)
      const url = addressOf(endpoint, ids)
      const withoutSlash = url.slice(0, -1) + queryOf(endpoint)
      const [slashed, bare] = [
        await send(person, endpoint, { ids }),
        await send(person, endpoint, { url: withoutSlash }),
      ]
      expect([slashed.status, bare.status]).toEqual([200, 200])
      const kept = endpoint.isShared ? sharedCaching(0) : endpoint.isImmutable ? privateCaching : 'private, no-store'
      expect(slashed.headers.get('cache-control')).toBe(kept)
      const head = await send(person, { ...endpoint, method: 'HEAD' } as never, { ids })
      expect([head.status, await head.text()]).toEqual([200, ''])
    },
  )

  test.each(named(guarded.filter(isUnsafe)))(
    '%s is not dropped or redirected without the trailing slash',
    async (_, endpoint) => {
      const response = await send(anonymous, endpoint, { url: addressOf(endpoint, own).slice(0, -1) })
      await problemOf(response, 401, 'unauthenticated')
    },
  )

  test('what a refusal suggests to anyone can be read by anyone', async () => {
    const issue = addressOf(endpoints.getPublicIssue, unknown)
    const list = { code: 'read_list', method: 'GET', href: '/api/v1/public/issues/' }
    expect(await problemOf(await anonymous.send(issue), 404, 'not_found')).toMatchObject({ next_actions: [list] })
    const docs = { code: 'read_documentation', method: 'GET', href: '/api/docs/#/discovery/listPublicIssues' }
    const refused = await anonymous.send(`${addressOf(endpoints.listPublicIssues, own)}?limit=0`)
    expect(await problemOf(refused, 400, 'invalid_request')).toMatchObject({ next_actions: [docs] })
    for (const { href } of [list, docs]) expect((await anonymous.send(service.origin + href)).status).toBe(200)
  })

  test('an unknown path is 404 problem+json', async () => {
    for (const path of ['/api/', '/api/v1/', '/api/v1/client/job-drafts/x/y/z/', '/api/v2/auth/me/'])
      await problemOf(await clara.send(service.origin + path), 404, 'not_found')
  })

  test('operations and route files are one and the same set (row 29)', async () => {
    const served: string[] = []
    for await (const file of glob('app/api/**/route.ts', { cwd: root })) {
      const text = await readFile(resolve(root, file), 'utf8')
      const path = `/${dirname(file)
        .slice('app/'.length)
        .replaceAll(/\[(\w+)\]/g, '{$1}')}/`
      for (const [, method] of text.matchAll(/export const (GET|POST|PUT|PATCH|DELETE)\b/g))
        served.push(`${method} ${path}`)
    }
    const published = Object.values(operations).map(([method, path]) => `${method} ${path}`)
    expect(served.sort()).toEqual([...published, ...ownPages].sort())
  })
})

describe('the documentation', () => {
  const pages = ['/api/docs/', '/api/docs/operations/createFundingChallenge/']

  test.each(pages)('%s runs and loads what this origin serves as files, and nothing else', async (path) => {
    const page = await anonymous.send(service.origin + path)
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.headers.get('content-security-policy')?.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self'",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ])
    const html = await page.text()
    for (const [, address = ''] of html.matchAll(/(?:src|href)="([^"]+)"/g)) expect(address).toMatch(/^\/(?!\/)/)
    const files = [...html.matchAll(/"(\/api\/docs\/assets\/[^"]+)"/g)].map(([, address = '']) => address)
    expect(files.length).toBeGreaterThan(2)
    for (const address of files) expect((await anonymous.send(service.origin + address)).status).toBe(200)
  })

  test('the first page has an anchor for every problem code, where `type` leads', async () => {
    const html = await (await anonymous.send(`${service.origin}/api/docs/`)).text()
    for (const code of Object.keys(failureKinds)) expect(html).toContain(`id="problem-${code}"`)
  })

  test('every operation of the served document has a page, and no other id has one', async () => {
    const { paths } = (await (await anonymous.send(`${service.origin}/api/schema/`)).json()) as ServedDocument
    const served = Object.values(paths).flatMap((item) => Object.values(item))
    expect(served.length).toBeGreaterThan(150)
    for (const { operationId, parameters = [], responses } of served) {
      const page = await anonymous.send(`${service.origin}/api/docs/operations/${operationId}/`)
      expect([operationId, page.status]).toEqual([operationId, 200])
      const html = await page.text()
      const codes = Object.values(responses).flatMap(({ description }) => [...description.matchAll(/^`(\w+)`: /gm)])
      for (const { name } of parameters) expect(html, operationId).toContain(`<code class="name">${name}</code>`)
      for (const [, code] of codes) expect(html, operationId).toContain(`#problem-${code}"><code>${code}</code>`)
    }
    for (const id of ['nothing', 'constructor', 'emailLogin'])
      await problemOf(await anonymous.send(`${service.origin}/api/docs/operations/${id}/`), 404, 'not_found')
  })

  test('health is exactly two fields', async () => {
    const response = await anonymous.send(`${service.origin}/api/health/`)
    expect([response.status, await response.text()]).toEqual([200, '{"status":"ok","service":"jobwright"}'])
  })
})
