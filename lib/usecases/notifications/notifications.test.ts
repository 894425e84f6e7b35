import { afterAll, beforeAll, expect, test } from 'vitest'
import { write } from '#test/agents.ts'
import { type Client, carryOut, fundedJob, index, newKey, openIssue, readyClient, signInClient } from '#test/journey.ts'
import { refusal } from '#test/refusal.ts'
import { type Service, startService } from '#test/service.ts'
import type { ReplyOf } from '../../client/api.ts'
import { inTransaction } from '../../data/database.ts'
import { recordEvent } from '../../data/events.ts'
import { notificationKindOf } from '../../domain/notification.ts'
import { reportUndispatchable } from '../dispatch/report-undispatchable.ts'
import { sweepJobs } from '../dispatch/sweep-jobs.ts'

type Query = { kind?: string; unread?: 'true'; limit?: string; cursor?: string }

let service: Service
let clara: Client
let cancelled: string
let title: string
beforeAll(async () => {
  service = await startService()
  clara = await readyClient(service)
  const job = await fundedJob(clara, await openIssue(service))
  cancelled = job.onchain_job_id
  title = job.title ?? ''
  const params = { onchain_job_id: cancelled }
  const asked = { params, body: { action: 'cancel' }, idempotencyKey: newKey() } as const
  await carryOut(clara.person, await clara.person.call('createActionChallenge', asked))
  await index(service)
})
afterAll(() => service.stop())

const list = (query: Query = {}, person = clara.person): Promise<ReplyOf<'listNotifications'>> =>
  person.call('listNotifications', { query })
const unread = async (person = clara.person) => (await person.call('countUnreadNotifications')).unread
const markRead = (body: { ids: string[] } | { all: true }, person = clara.person) =>
  person.call('markNotificationsRead', { body })

test('a client is notified of funding and cancellation, newest first, with the title of the job', async () => {
  const { data } = await list({ kind: 'money' })
  expect(data.map(({ name }) => name)).toEqual(['job.cancelled', 'draft.funded'])
  expect(data[0]).toMatchObject({ subject: { type: 'job', id: cancelled, title }, read_at: null })
  expect(title).not.toBe('')
})

test('each event of a notified name has its notification, and no other event has one', async () => {
  const rows = await service.sql<{ name: string; kind: string | null }[]>`
    select e.name, n.kind from events e left join notifications n on n.event_id = e.id where e.user_id is not null`
  expect(rows.length).toBeGreaterThan(5)
  for (const { name, kind } of rows)
    expect([name, kind]).toEqual([name, notificationKindOf(name as Parameters<typeof notificationKindOf>[0]) ?? null])
})

test('nobody reads or marks the notifications of others', async () => {
  const bea = await signInClient(service, 'bea')
  const [newest] = (await list()).data
  const before = await unread()
  expect((await list({}, bea)).data.map(({ id }) => id)).not.toContain(newest?.id)
  await markRead({ ids: [newest?.id ?? ''] }, bea)
  await markRead({ all: true }, bea)
  expect([await unread(), await unread(bea)]).toEqual([before, 0])
  expect((await list()).data[0]?.read_at).toBeNull()
})

test('a page leads to the next one of the same choice alone', async () => {
  const first = await list({ kind: 'money', limit: '1' })
  const cursor = first.next_cursor ?? ''
  expect((await list({ kind: 'money', limit: '1', cursor })).data).toMatchObject([{ name: 'draft.funded' }])
  expect(await refusal(list({ kind: 'security', cursor }))).toMatchObject({ status: 400, code: 'invalid_request' })
})

test('what is marked as read leaves the count and the unread list, and stays in the whole list', async () => {
  const { data } = await list()
  const [newest] = data
  expect(await unread()).toBe(data.length)
  expect(await markRead({ ids: [newest?.id ?? ''] })).toEqual({ unread: data.length - 1 })
  expect((await list({ unread: 'true' })).data.map(({ id }) => id)).toEqual(data.slice(1).map(({ id }) => id))
  expect((await list()).data[0]).toMatchObject({ id: newest?.id, read_at: expect.any(String) })
  expect(await markRead({ all: true })).toEqual({ unread: 0 })
  expect(await list({ unread: 'true' })).toEqual({ data: [], next_cursor: null })
})

test('a notification about something whose id is no UUID is listed like any other', async () => {
  const [clarasJob] = await service.sql`select user_id from jobs where onchain_job_id = ${cancelled}`
  const userId = String(clarasJob?.user_id)
  await write(
    service,
    (tx) => tx`
      with event as (
        insert into events (actor_kind, actor_id, subject_type, subject_id, user_id, name)
        values ('worker', '', 'session', 'first', ${userId}, 'session.revoked') returning id)
      insert into notifications (event_id, user_id, kind) select id, ${userId}, 'security' from event`,
  )
  expect((await list({ kind: 'security' })).data[0]).toMatchObject({ subject: { id: 'first', title: null } })
})

test('the notification of a disabled webhook endpoint says which of the two causes it was', async () => {
  const [account] = await service.sql<{ id: string }[]>`
    select user_id::text as id from jobs where onchain_job_id = ${cancelled}`
  const subject = { type: 'webhook_endpoint', id: crypto.randomUUID() } as const
  const change = {
    actor: { kind: 'worker' },
    subject,
    userId: account?.id ?? '',
    name: 'webhook_endpoint.disabled',
  } as const
  for (const reason of ['GONE', 'FAILING'])
    await inTransaction(service.context().db, (tx) => recordEvent(tx, { ...change, evidence: { reason } }))
  const { data } = await list({ kind: 'security' })
  expect(data.slice(0, 2).map(({ name, reason }) => [name, reason])).toEqual([
    ['webhook_endpoint.disabled', 'FAILING'],
    ['webhook_endpoint.disabled', 'GONE'],
  ])
  expect(data.slice(2).every(({ reason }) => reason === null)).toBe(true)
})

test('a client is notified once each time that a job of theirs has been open for ten minutes and nobody can take it', async () => {
  const id = (await fundedJob(clara, await openIssue(service))).onchain_job_id
  await sweepJobs(service.context())
  const opened = (minutes: number) =>
    write(
      service,
      (tx) =>
        tx`update jobs set updated_at = now() - make_interval(secs => ${minutes * 60}) where onchain_job_id = ${id}`,
    )
  const notified = async () => {
    await reportUndispatchable(service.context())
    await reportUndispatchable(service.context())
    const { data } = await list({ kind: 'jobs' })
    return data.filter(({ name, subject }) => name === 'job.undispatchable' && subject.id === id).length
  }
  await opened(9)
  expect(await notified()).toBe(0)
  await opened(11)
  expect(await notified()).toBe(1)
  // It was taken and given back, and has been open again since.
  await opened(10.5)
  expect(await notified()).toBe(2)
})
