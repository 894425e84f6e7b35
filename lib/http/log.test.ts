import { afterAll, beforeAll, expect, test } from 'vitest'
import { createToken, sendAsProgram } from '#test/api-tokens.ts'
import { fundedJob, openIssue, readyClient } from '#test/journey.ts'
import { Person } from '#test/people/person.ts'
import { startSecondInstance } from '#test/second-instance.ts'
import { apiKey, entitySecret, providerKey, type Service, startService } from '#test/service.ts'
import { until } from '#test/until.ts'

let service: Service
let log = ''
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

type Line = { msg: string; request_id?: string; operation?: string; subject?: string; actor?: string }
const lines = () => log.split('\n').flatMap((line): Line[] => (/^\{.*\}$/.test(line) ? [JSON.parse(line)] : []))

test('the log has a line for each answer and each change of state, with ids, and nothing secret', async () => {
  const send = await startSecondInstance(service, (text) => {
    log += text
  })
  const person = (name: string) => {
    const { persona, login, places } = service.person(name)
    return new Person(persona, login, places, (url, init) => send(new Request(String(url), init)))
  }
  const client = await readyClient({ ...service, person })
  const { draft_id: draftId } = await fundedJob(client, await openIssue(service))
  const { token } = await createToken(client.person, ['account:read'])
  await sendAsProgram({ origin: service.origin, router: send }, token, '/api/v1/programs/overview/?canary-9f2=1')
  const answer = await client.person.send(`${service.origin}/api/v1/auth/me/`)
  const requestId = answer.headers.get('x-request-id')
  await until(
    async () => lines().some((line) => line.request_id === requestId),
    (isThere) => isThere,
  )
  const { user } = (await answer.json()) as { user: { id: string } }
  expect(lines()).toContainEqual(
    expect.objectContaining({
      msg: 'request answered',
      operation: 'getMe',
      method: 'GET',
      status: 200,
      ms: expect.any(Number),
    }),
  )
  expect(lines()).toContainEqual(
    expect.objectContaining({
      msg: 'draft.created',
      subject: `draft ${draftId}`,
      actor: `user ${user.id}`,
      event_id: expect.any(String),
      to: 'DRAFT',
    }),
  )
  expect(lines().filter(({ subject }) => subject?.startsWith('transaction')).length).toBeGreaterThan(3)
  const cookies = client.person
    .cookieHeader()
    .split('; ')
    .map((cookie) => cookie.slice(cookie.indexOf('=') + 1))
  const secrets = [
    ...cookies,
    token.slice(7, -6),
    apiKey,
    entitySecret,
    providerKey,
    ...Object.values(service.chain.keys),
  ]
  expect(secrets.length).toBeGreaterThan(8)
  const hidden = [...secrets, 'canary-9f2', 'postgres://', service.variables.SESSION_SECRET ?? 'no secret']
  expect(hidden.filter((text) => log.includes(text))).toEqual([])
})
