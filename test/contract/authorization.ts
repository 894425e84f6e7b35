import { describe, expect, test } from 'vitest'
import type { Endpoint } from '#lib/api/endpoint.ts'
import { rowsOf } from '../rows.ts'
import {
  addressOf,
  anonymous,
  bodies,
  clara,
  credentials,
  guarded,
  isUnsafe,
  named,
  novice,
  ofRuntimes,
  own,
  problemOf,
  send,
  service,
  stranger,
  unknown,
} from './world.ts'

describe('authorization matrix (row 20)', () => {
  test.each(named(guarded))('%s without a session is 401', async (_, endpoint) => {
    const refused = await problemOf(await send(anonymous, endpoint), 401, 'unauthenticated')
    expect(refused.next_actions).toMatchObject([{ code: 'sign_in', who: 'anyone' }])
  })

  test.each(named(guarded.filter(({ capability }) => capability)))(
    '%s without its capability is 403 (row 23)',
    async (_, endpoint) => {
      const refused = await problemOf(await send(novice, endpoint), 403, 'capability_required')
      expect(refused.next_actions).toMatchObject([
        { code: `become_${endpoint.capability}`, method: 'POST', who: endpoint.capability },
      ])
    },
  )

  test.each(named(guarded.filter(({ params, path }) => params && !path.endsWith('/{file_type}/'))))(
    '%s with a foreign id is 404, byte for byte as with an unknown one (row 26)',
    async (id, endpoint) => {
      const before = await rowsOf(service.sql)
      const body = bodies[id] ?? '{}'
      const ask = async (ids: Record<string, string>) => {
        const response = await send(stranger, endpoint, { ids, body })
        const problem = await problemOf(response, 404, 'not_found')
        return JSON.stringify({ ...problem, request_id: '', instance: '' })
      }
      expect(await ask(own)).toBe(await ask(unknown))
      expect(await rowsOf(service.sql)).toEqual(before)
    },
  )

  test.each(named(guarded.filter(({ params }) => params)))('%s with an id that is none is 404', async (_, endpoint) => {
    for (const id of ['1e3', "1'--", 'me', '%00', '-1'])
      await problemOf(
        await send(clara, endpoint, { ids: Object.fromEntries(Object.keys(own).map((name) => [name, id])) }),
        404,
        'not_found',
      )
  })

  test.each(named(guarded))('%s with cookie and bearer together is 400 (row 24)', async (_, endpoint) => {
    const headers = { authorization: 'Bearer jwr_x_y' }
    await problemOf(await send(clara, endpoint, { headers }), 400, 'ambiguous_credentials')
  })
})

describe('runtime channels', () => {
  const request = (endpoint: Endpoint, headers: Record<string, string>) =>
    service.router(
      new Request(addressOf(endpoint, own), {
        method: endpoint.method,
        headers: { 'content-type': 'application/json', ...headers },
        ...(isUnsafe(endpoint) && { body: '{}' }),
      }),
    )

  test.each(named(ofRuntimes))(
    '%s without a credential, or with a made-up one, is 401 (row 20)',
    async (_, endpoint) => {
      await problemOf(await request(endpoint, {}), 401, 'unauthenticated')
      const madeUp = `jwr_019a9d1c-3f0e-7c54-9a55-3f6f6c1d2b10_${'A'.repeat(43)}`
      for (const bearer of [madeUp, 'jwr_x_y', credentials.worker.slice(0, -1), `${credentials.worker.slice(0, -1)}-`])
        await problemOf(await request(endpoint, { authorization: `Bearer ${bearer}` }), 401, 'credential_revoked')
    },
  )

  test.each(named(ofRuntimes))(
    '%s with a session cookie is refused, with and without bearer (row 24)',
    async (_, endpoint) => {
      const headers = { 'content-type': 'application/json' }
      const init = { method: endpoint.method, headers, ...(isUnsafe(endpoint) && { body: '{}' }) }
      await problemOf(await clara.send(addressOf(endpoint, own), init), 401, 'wrong_credential')
      const both = { ...init, headers: { ...headers, authorization: `Bearer ${credentials.worker}` } }
      await problemOf(await clara.send(addressOf(endpoint, own), both), 400, 'ambiguous_credentials')
    },
  )

  test.each(named(ofRuntimes.filter(({ role }) => role)))(
    '%s with a credential of the other role is 403 wrong_channel (row 74)',
    async (_, endpoint) => {
      const other = endpoint.role === 'worker' ? 'verifier' : 'worker'
      const before = await rowsOf(service.sql)
      const response = await request(endpoint, { authorization: `Bearer ${credentials[other]}` })
      await problemOf(response, 403, 'wrong_channel')
      expect(await rowsOf(service.sql)).toEqual(before)
    },
  )
})
