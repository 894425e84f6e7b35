import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInClient } from '#test/journey.ts'
import type { Person } from '#test/people/person.ts'
import { refusal } from '#test/refusal.ts'
import { type Service, startService } from '#test/service.ts'
import { happen } from '#test/webhooks.ts'
import { notifiedEvents } from '../../domain/notification.ts'

let service: Service
let clara: Person
let bea: Person
beforeAll(async () => {
  service = await startService()
  clara = await signInClient(service)
  bea = await signInClient(service, 'bea')
})
afterAll(() => service.stop())

type Name = (typeof notifiedEvents)[number]

const choose = (person: Person, name: Name, change: { inbox?: boolean; email?: boolean }) =>
  person.call('updateNotificationSettings', { body: { changes: [{ name, ...change }] } })
const choiceOf = async (person: Person, name: Name) =>
  (await person.call('getNotificationSettings')).choices.find((choice) => choice.name === name)
const unread = async (person: Person) => (await person.call('countUnreadNotifications')).unread
const listed = async (person: Person) => (await person.call('listNotifications')).data.map(({ id }) => id)

test('everything shows in the inbox at first, and goes by e-mail where it needs the person or is about money or security', async () => {
  const { choices, email } = await clara.call('getNotificationSettings')
  expect(choices.map(({ name }) => name)).toEqual(notifiedEvents)
  expect(choices.every(({ inbox }) => inbox)).toBe(true)
  const mailed = (name: Name) => choices.find((choice) => choice.name === name)?.email
  for (const name of [
    'job.settled',
    'job.rejected',
    'agent.offline',
    'agent.credential_expiring',
    'withdrawal.in_doubt',
  ])
    expect([name, mailed(name as Name)]).toEqual([name, true])
  for (const name of ['draft.funded', 'job.published', 'agent.active', 'agent.result_paid'])
    expect([name, mailed(name as Name)]).toEqual([name, false])
  expect(choices.filter(({ kind, email: isMailed }) => kind === 'security' && !isMailed)).toEqual([])
  expect(email).toEqual({ available: false, address: null, pending: null, failure: null, mailbox_url: null })
})

test('what is off in the inbox is in no list and no count, and a webhook knows its kind nevertheless', async () => {
  await choose(clara, 'job.published', { inbox: false })
  const before = await unread(clara)
  const hidden = await happen(service, clara, 'job.published')
  const shown = await happen(service, clara, 'job.expired')
  expect(await unread(clara)).toBe(before + 1)
  expect(await listed(clara)).toEqual(expect.arrayContaining([shown]))
  expect(await listed(clara)).not.toContain(hidden)
  const [row] = await service.sql`select kind from notifications where event_id = ${hidden}`
  expect(row).toEqual({ kind: 'jobs' })
  await choose(clara, 'job.published', { inbox: true })
  expect(await listed(clara)).not.toContain(hidden)
  const later = await happen(service, clara, 'job.published')
  expect(await listed(clara)).toContain(later)
})

test('a choice holds for one person, one notification and one way, and leaves an event', async () => {
  await choose(clara, 'job.settled', { email: false })
  await choose(clara, 'job.settled', { inbox: false })
  expect(await choiceOf(clara, 'job.settled')).toMatchObject({ inbox: false, email: false })
  expect(await choiceOf(clara, 'job.rejected')).toMatchObject({ inbox: true, email: true })
  expect(await choiceOf(bea, 'job.settled')).toMatchObject({ inbox: true, email: true })
  const [event] = await service.sql`
    select evidence from events where name = 'user.notifications_chosen' order by id desc limit 1`
  expect(event?.evidence).toEqual({ choices: [{ name: 'job.settled', inbox: false }] })
})

test('security cannot be turned off in the inbox, nor the e-mail to an address that was replaced', async () => {
  for (const name of ['user.signed_in', 'webhook_endpoint.moved'] as const)
    expect(await refusal(choose(clara, name, { inbox: false }))).toMatchObject({ status: 400, code: 'invalid_request' })
  expect(await refusal(choose(clara, 'user.email_changed', { email: false }))).toMatchObject({
    code: 'invalid_request',
  })
  await choose(clara, 'user.signed_in', { email: false })
  expect(await choiceOf(clara, 'user.signed_in')).toMatchObject({ inbox: true, inbox_fixed: true, email: false })
})

test('of several changes of one choice in a request the last counts', async () => {
  const choices = [
    { name: 'job.expired' as const, inbox: false, email: false },
    { name: 'job.expired' as const, inbox: true },
  ]
  await clara.call('updateNotificationSettings', { body: { changes: choices } })
  expect(await choiceOf(clara, 'job.expired')).toMatchObject({ inbox: true, email: false })
})

test('no e-mail is written for a person without an address, and none can be set where no mail server is named', async () => {
  await happen(service, bea, 'job.settled')
  expect(await service.sql`select id from mails`).toEqual([])
  expect(await refusal(bea.call('setMailAddress', { body: { address: 'bea@example.org' } }))).toMatchObject({
    code: 'state_conflict',
  })
})
