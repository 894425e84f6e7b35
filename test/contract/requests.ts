import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { endpoints } from '#lib/api/endpoints.ts'
import { rowsOf } from '../rows.ts'
import { addressOf, all, clara, isUnsafe, named, own, problemOf, send, service, unknown, withBody } from './world.ts'

describe('what is sent', () => {
  test.each(named(withBody))(
    '%s with a body that is not JSON, or not of its form, is 400 with pointers',
    async (_, endpoint) => {
      const before = await rowsOf(service.sql)
      for (const body of ['{', '[]', '"text"', '{"a":1}{', '\u0000', 'null'])
        await problemOf(await send(clara, endpoint, { body }), 400, 'invalid_request')
      const unknownField = await send(clara, endpoint, { body: '{"is_admin":true}' })
      const refused = await problemOf(unknownField, 400, 'invalid_request')
      const isUnion = !('shape' in (endpoint.body ?? {}))
      if (!isUnion) expect(refused.errors.map(({ pointer }) => pointer)).toContain('/is_admin')
      expect(refused.errors.every(({ pointer, message }) => pointer.startsWith('/') && message !== '')).toBe(true)
      expect(await rowsOf(service.sql)).toEqual(before)
    },
  )

  /** One text in each kind of body; `TEXT` stands for it. */
  const texts: [keyof typeof endpoints, object][] = [
    ['startSocialLogin', { device_id: 'TEXT' }],
    ['exchangeIdentity', { user_token: 'TEXT', encryption_key: 'TEXT', refresh_token: 'TEXT' }],
    ['completeGithubInstall', { state: 'TEXT'.repeat(8), code: 'TEXT', installation_id: '1' }],
    ['createDraft', { repository_access_id: unknown.repository_access_id, number: 1, title: 'TEXT' }],
    ['updateDraft', { version: 1, title: 'TEXT' }],
    ['updateDraft', { version: 1, verification_commands: [{ name: 'TEXT', argv: ['true'], expect: 'passes' }] }],
    ['createAgent', { name: 'TEXT', role: 'worker' }],
    ['resolveTransaction', { challenge_id: 'TEXT' }],
    ['sendHeartbeat', { software: 'TEXT', state: 'idle', running: [] }],
    ['takeJobCredential', { offer_id: unknown.id, decline: 'TEXT' }],
  ]

  test.each(texts)('%s refuses text that the database cannot hold', async (id, body) => {
    const before = await rowsOf(service.sql)
    for (const text of ['a\\u0000', '\\ud800', 'a\\udc00b']) {
      const response = await send(clara, endpoints[id], { body: JSON.stringify(body).replaceAll('TEXT', text) })
      const { errors } = await problemOf(response, 400, 'invalid_request')
      expect(errors[0]?.message, text).toBe('This holds a character that cannot be stored.')
      expect(errors[0]?.pointer).toMatch(/^\/[a-z]/)
    }
    expect(await rowsOf(service.sql)).toEqual(before)
  })

  test('a key that the database cannot hold is refused like a value', async () => {
    const response = await send(clara, endpoints.createAgent, { body: '{"name":"n","role":"worker","a\\u0000":1}' })
    await problemOf(response, 400, 'invalid_request')
  })
})

describe('parameters and keys', () => {
  test.each(named(all.filter(({ query }) => query)))('%s refuses a NUL in any parameter', async (_, endpoint) => {
    const url = addressOf(endpoint, own)
    for (const name of Object.keys((endpoint.query as z.ZodObject).shape)) {
      const refused = await send(clara, endpoint, { url: `${url}?${name}=a%00` })
      const { errors } = await problemOf(refused, 400, 'invalid_request')
      expect(errors.map(({ pointer }) => pointer)).toEqual([`/${name}`])
    }
  })

  test.each([endpoints.listPublicIssues, endpoints.listPublicFacets, endpoints.getPublicIssueFeed])(
    '$operationId refuses a lowest reward above the highest, and names both',
    async (endpoint) => {
      const url = addressOf(endpoint, own)
      const refused = await send(clara, endpoint, { url: `${url}?reward_min=10.000001&reward_max=10` })
      const { errors } = await problemOf(refused, 400, 'invalid_request')
      expect(errors.map(({ pointer }) => pointer)).toEqual(['/reward_min', '/reward_max'])
      expect((await send(clara, endpoint, { url: `${url}?reward_min=10&reward_max=10.0` })).status).toBe(200)
    },
  )

  test.each(['acme%00:slugify-lite:8', 'acme:slugify-lite:%00', 'acme:slugify-lite:99999999999999999999'])(
    'an issue at %s is not there',
    async (reference) => {
      await problemOf(await send(clara, endpoints.getPublicIssue, { ids: { reference } }), 404, 'not_found')
    },
  )

  test.each([
    '2026-02-31 10:00:00+00',
    '2026-13-01 10:00:00+00',
    '2026-01-01 25:00:00+00',
    '2026-01-01 10:00:61+00',
    '2026-01-01 10:00:00+99',
    '0000-01-01 10:00:00+00',
  ])('a cursor at %s, which is no time, is refused', async (position) => {
    const cursor = Buffer.from(`${position}|1`).toString('base64url')
    for (const sort of ['newest', 'updated', 'relevance']) {
      const url = `${addressOf(endpoints.listPublicIssues, own)}?q=slug&sort=${sort}&cursor=${cursor}`
      await problemOf(await send(clara, endpoints.listPublicIssues, { url }), 400, 'invalid_request')
    }
  })

  test.each(named(withBody))('%s refuses keys that change prototypes (row 27)', async (_, endpoint) => {
    for (const key of ['__proto__', 'constructor', 'prototype'])
      await problemOf(await send(clara, endpoint, { body: `{"${key}":{"x":1}}` }), 400, 'invalid_request')
    expect('x' in {}).toBe(false)
  })

  test.each(named(all.filter((endpoint) => isUnsafe(endpoint) && endpoint.access === 'session' && !endpoint.body)))(
    '%s takes no body',
    async (_, endpoint) => {
      if (endpoint.method === 'DELETE') return
      const before = await rowsOf(service.sql)
      await problemOf(await send(clara, endpoint, { body: '{"force":true}' }), 400, 'invalid_request')
      expect(await rowsOf(service.sql)).toEqual(before)
    },
  )
})

describe('what an operation does not take', () => {
  test.each(named(all.filter(({ query }) => query)))(
    '%s refuses unknown, repeated and malformed parameters',
    async (_, endpoint) => {
      const url = addressOf(endpoint, own)
      for (const query of [
        '?sorted=1',
        '?limit=0',
        '?limit=101',
        '?limit=1e2',
        '?limit=5&limit=6',
        '?cursor=%27',
        '?cursor=AAAA',
      ])
        await problemOf(await send(clara, endpoint, { url: url + query }), 400, 'invalid_request')
    },
  )

  test.each(named(all.filter(({ query }) => !query)))('%s takes no parameter', async (_, endpoint) => {
    const before = await rowsOf(service.sql)
    const refused = await send(clara, endpoint, { url: `${addressOf(endpoint, own)}?sorted=1` })
    const { errors } = await problemOf(refused, 400, 'invalid_request')
    expect(errors.map(({ pointer }) => pointer)).toEqual(['/sorted'])
    expect(await rowsOf(service.sql)).toEqual(before)
  })

  test.each(named(all.filter((endpoint) => isUnsafe(endpoint) && endpoint.method !== 'DELETE')))(
    '%s with too large a body is 413, declared or streamed (row 60)',
    async (_, endpoint) => {
      const limit = endpoint.bodyLimit ?? 1024 * 1024
      const large = ' '.repeat(limit + 1)
      await problemOf(await send(clara, endpoint, { body: large }), 413, 'body_too_large')
      const streamed = new ReadableStream<Uint8Array>({
        pull: (controller) => controller.enqueue(new Uint8Array(64 * 1024).fill(32)),
      })
      await problemOf(await send(clara, endpoint, { body: streamed }), 413, 'body_too_large')
    },
  )
})

describe('where and as what a request comes', () => {
  const jsonOnly = named(all.filter((endpoint) => isUnsafe(endpoint) && endpoint.access !== 'webhook'))
  const unsafe = named(all.filter((endpoint) => isUnsafe(endpoint) && ['session', 'public'].includes(endpoint.access)))

  test.each(jsonOnly)('%s with a content type that a form can send is 415 (row 7)', async (_, endpoint) => {
    if (endpoint.method === 'DELETE') return
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonp',
      'application/json; charset=latin1',
      'application/json; charset="utf-16"',
      '',
    ])
      await problemOf(await send(clara, endpoint, { headers: { 'content-type': type } }), 415, 'unsupported_media_type')
  })

  test.each(unsafe)(
    '%s from another origin, from none, or from a sandboxed frame is 403 (rows 7, 8)',
    async (_, endpoint) => {
      const before = await rowsOf(service.sql)
      const foreign: Record<string, string>[] = [
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { origin: `${service.origin}.evil.example` },
        { origin: service.origin, 'sec-fetch-site': 'cross-site' },
        { origin: service.origin, 'sec-fetch-site': 'same-site' },
      ]
      for (const headers of foreign) await problemOf(await send(clara, endpoint, { headers }), 403, 'cross_origin')
      const bare = new Request(addressOf(endpoint, own), {
        method: endpoint.method,
        headers: { 'content-type': 'application/json' },
        ...(endpoint.method !== 'DELETE' && { body: '{}' }),
      })
      await problemOf(await service.router(bare), 403, 'cross_origin')
      expect(await rowsOf(service.sql)).toEqual(before)
    },
  )

  test.each(named(all.filter(({ idempotency }) => idempotency === 'required')))(
    '%s needs an idempotency key',
    async (_, endpoint) => {
      const url = addressOf(endpoint, own)
      const headers = { 'content-type': 'application/json' }
      const without = await clara.send(url, { method: 'POST', headers, body: '{}' })
      await problemOf(without, 400, 'idempotency_key_required')
      for (const key of ['short', 'ü'.repeat(20), 'x'.repeat(201), 'with a space in it'])
        await problemOf(
          await clara.send(url, {
            method: 'POST',
            headers: { ...headers, 'idempotency-key': Buffer.from(key).toString('latin1') },
            body: '{}',
          }),
          400,
          'invalid_request',
        )
    },
  )
})
