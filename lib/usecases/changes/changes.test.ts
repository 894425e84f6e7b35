import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Client, readyClient, signInClient } from '#test/journey.ts'
import { refusal } from '#test/refusal.ts'
import { type Service, startService } from '#test/service.ts'
import { inTransaction } from '../../data/database.ts'
import { recordEvent, sealEvents } from '../../data/events.ts'

type Event = { id: string | undefined; event: string | undefined; data: Record<string, unknown> }

let service: Service
let clara: Client
const open = new Set<AbortController>()
beforeAll(async () => {
  service = await startService()
  clara = await readyClient(service)
})
afterEach(() => {
  for (const one of open) one.abort()
  open.clear()
})
afterAll(() => service.stop())

const idOf = async (person: Client['person']) => (await person.call('getMe')).user.id
const list = (query: { after?: string; limit?: string } = {}, person = clara.person) =>
  person.call('listChanges', { query }) as Promise<{ data: { id: string; name: string }[]; has_more: boolean }>

async function change(userId: string, subjectId: string): Promise<void> {
  await inTransaction(service.services.db, (tx) =>
    recordEvent(tx, {
      actor: { kind: 'system' },
      subject: { type: 'draft', id: subjectId },
      userId,
      name: 'draft.edited',
    }),
  )
}

async function seal(): Promise<void> {
  await wait(250)
  await inTransaction(service.services.db, (tx) => sealEvents(tx, 500))
}

async function ask(person = clara.person, headers: Record<string, string> = {}): Promise<Response> {
  const cookie = person.cookieHeader()
  const url = `${service.origin}/api/v1/changes/`
  return service.router(new Request(url, { headers: { cookie, accept: 'text/event-stream', ...headers } }))
}

/** Follows the stream; `next` gives each event that is no comment. */
async function follow(person = clara.person, headers: Record<string, string> = {}) {
  const response = await ask(person, headers)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  const stop = new AbortController()
  open.add(stop)
  stop.signal.addEventListener('abort', () => void reader.cancel())
  const read = async () => {
    const { value, done } = await reader.read()
    return done ? undefined : new TextDecoder().decode(value)
  }
  expect(await read()).toBe('retry: 3000\n\n')
  const next = async (): Promise<Event | undefined> => {
    const value = await read()
    if (value === undefined) return undefined
    if (value.startsWith(':')) return next()
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(value)?.[1]
    return { id: field('id'), event: field('event'), data: JSON.parse(field('data') ?? '{}') }
  }
  return { next }
}

test('a change reaches its owner and nobody else', async () => {
  const bea = await signInClient(service, 'bea')
  await seal()
  const [mine, hers] = [await follow(), await follow(bea)]
  await change(await idOf(clara.person), 'mine')
  await change(await idOf(bea), 'hers')
  await seal()
  expect((await mine.next())?.data).toMatchObject({ name: 'draft.edited', subject: { type: 'draft', id: 'mine' } })
  expect((await hers.next())?.data).toMatchObject({ subject: { id: 'hers' } })
  expect((await list({}, bea)).data.map(({ id }) => id)).not.toContain((await list()).data.at(-1)?.id)
})

test('a reader that comes back gets what it missed, also an event that was committed after a later one', async () => {
  const me = await idOf(clara.person)
  await change(me, 'known')
  await seal()
  const known = (await list()).data.at(-1)?.id ?? ''
  let finish: () => void = () => undefined
  const late = inTransaction(service.services.db, async (tx) => {
    const subject = { type: 'draft', id: 'started-first' } as const
    await recordEvent(tx, { actor: { kind: 'system' }, subject, userId: me, name: 'draft.edited' })
    await new Promise<void>((resolve) => {
      finish = resolve
    })
  })
  await wait(50)
  await change(me, 'committed-first')
  await seal()
  const committedFirst = (await list()).data.at(-1)?.id ?? ''
  finish()
  await late
  await seal()
  const subjects = async (lastId: string, count: number) => {
    const { next } = await follow(clara.person, { 'last-event-id': lastId })
    const received = await Promise.all(Array.from({ length: count }, next))
    return received.map((one) => one?.data.subject).map((subject) => (subject as { id: string } | undefined)?.id)
  }
  expect(await subjects(known, 2)).toEqual(['committed-first', 'started-first'])
  expect(await subjects(committedFirst, 1)).toEqual(['started-first'])
})

test('a last id that is unknown, or of another person, makes the reader read everything again', async () => {
  const bea = await signInClient(service, 'bea')
  const theirs = (await list()).data.at(-1)?.id ?? ''
  for (const lastId of [theirs, '01a20cf5-8848-7000-8000-000000000000', 'nonsense']) {
    const { next } = await follow(bea, { 'last-event-id': lastId })
    expect((await next())?.event).toBe('missed')
  }
  expect(await refusal(list({ after: theirs }, bea))).toMatchObject({ status: 404, code: 'not_found' })
})

test('more changes than are replayed become one event', async () => {
  const me = await idOf(clara.person)
  const first = (await list()).data[0]?.id ?? ''
  for (let count = 0; count < 201; count += 1) await change(me, `many-${count}`)
  await seal()
  const { next } = await follow(clara.person, { 'last-event-id': first })
  expect((await next())?.event).toBe('missed')
})

test('the stream of a session ends within seconds of the session', async () => {
  const other = await signInClient(service, 'bea')
  const { next } = await follow(other)
  await other.call('logout')
  const since = Date.now()
  while (await next());
  expect(Date.now() - since).toBeLessThan(10_000)
  expect((await ask(other)).status).toBe(401)
})

test('a list of changes goes on after the last one known, each once and in order', async () => {
  const all = (await list({ limit: '100' })).data
  const seen: string[] = []
  for (let page = await list({ limit: '2' }); ; page = await list({ limit: '2', after: seen.at(-1) ?? '' })) {
    seen.push(...page.data.map(({ id }) => id))
    if (!page.has_more || seen.length >= all.length) break
  }
  expect(seen.slice(0, all.length)).toEqual(all.map(({ id }) => id))
})

test('one session follows eight times at once, and again when one of them has left', async () => {
  const kept = await Promise.all(Array.from({ length: 8 }, () => follow()))
  expect(kept).toHaveLength(8)
  const refused = await ask()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30'])
  const [one] = open
  one?.abort()
  await wait(50)
  expect((await ask()).status).toBe(200)
})

test.each([
  ['text/event-stream', 'GET', 'text/event-stream'],
  ['text/event-stream', 'HEAD', 'text/event-stream'],
  ['application/json, text/event-stream;q=0', 'GET', 'application/json'],
  ['*/*', 'GET', 'application/json'],
])('a caller that accepts %s is answered to %s as %s', async (accept, method, type) => {
  const url = `${service.origin}/api/v1/changes/`
  const headers = { cookie: clara.person.cookieHeader(), accept }
  const response = await service.router(new Request(url, { method, headers }))
  await response.body?.cancel()
  expect([response.status, response.headers.get('content-type')]).toEqual([200, type])
})
