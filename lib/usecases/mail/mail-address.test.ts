import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Mailbox } from '#sandbox/mailbox/start-mailbox.ts'
import { signInClient } from '#test/journey.ts'
import { confirmAddress, mailsTo, passMailTime, sendDueMail, startMailingService, tokenIn } from '#test/mail.ts'
import type { Person } from '#test/people/person.ts'
import { refusal } from '#test/refusal.ts'
import { tablesThatHold } from '#test/secrets-at-rest.ts'
import type { Service } from '#test/service.ts'

let service: Service
let mailbox: Mailbox
let clara: Person
let bea: Person
beforeAll(async () => {
  const started = await startMailingService()
  service = started.service
  mailbox = started.mailbox
  clara = await signInClient(service)
  bea = await signInClient(service, 'bea')
})
afterEach(async () => {
  await clara.call('removeMailAddress')
  await service.sql.begin(async (tx) => {
    await tx`select set_config('jobwright.transaction', 'on', true)`
    await tx`delete from mails`
    await tx`delete from mail_confirmations`
  })
  mailbox.mails.length = 0
})
afterAll(() => service.stop())

const set = (address: string, person = clara) => person.call('setMailAddress', { body: { address } })
const confirm = (token: string, person = clara) => person.call('confirmMailAddress', { body: { token } })
const emailOf = async (person = clara) => (await person.call('getNotificationSettings')).email

async function ageSignIns(interval: string): Promise<void> {
  await service.sql.begin(async (tx) => {
    await tx`select set_config('jobwright.transaction', 'on', true)`
    await tx`update sessions set signed_in_at = signed_in_at - ${interval}::interval`
  })
}

async function linkTo(address: string): Promise<string> {
  await set(address)
  await sendDueMail(service.context())
  const [mail] = mailsTo(mailbox, address).slice(-1)
  return mail ? tokenIn(mail) : ''
}

test('an address counts once the link that was sent to it was opened, which works once', async () => {
  const token = await linkTo('clara@example.org')
  expect(await emailOf()).toMatchObject({ available: true, address: null, pending: { address: 'clara@example.org' } })
  expect((await confirm(token)).email).toMatchObject({ address: 'clara@example.org', pending: null })
  expect(await refusal(confirm(token))).toMatchObject({ status: 404, code: 'not_found' })
  const [event] =
    await service.sql`select evidence from events where name = 'user.email_added' order by id desc limit 1`
  expect(event?.evidence).toEqual({})
})

test('the token of a link is stored as a hash alone', async () => {
  const token = await linkTo('clara@example.org')
  expect(token).toHaveLength(43)
  expect(await tablesThatHold(service.sql, { token })).toEqual([])
})

test('a link works that a program with the old vault secret made and one with the new secret first sent', async () => {
  await set('clara@example.org')
  const { VAULT_SECRET: older = '' } = service.variables
  await sendDueMail(service.context({ VAULT_SECRET: `a new secret of this test alone and long,${older}` }))
  const [mail] = mailsTo(mailbox, 'clara@example.org').slice(-1)
  expect((await confirm(mail ? tokenIn(mail) : '')).email).toMatchObject({ address: 'clara@example.org' })
})

test('another account, a newer link, and a day end a link', async () => {
  const first = await linkTo('clara@example.org')
  expect(await refusal(confirm(first, bea))).toMatchObject({ code: 'not_found' })
  const second = await linkTo('clara@example.net')
  expect(await refusal(confirm(first))).toMatchObject({ code: 'not_found' })
  await passMailTime(service, '24 hours')
  expect(await refusal(confirm(second))).toMatchObject({ code: 'not_found' })
  expect(await emailOf()).toMatchObject({ address: null, pending: null })
})

test('the address before gets an e-mail about a change, and the new one gets what waits', async () => {
  await confirmAddress({ service, mailbox }, clara, 'old@example.org')
  await confirmAddress({ service, mailbox }, clara, 'new@example.org')
  await passMailTime(service, '61 seconds')
  await sendDueMail(service.context())
  expect(mailsTo(mailbox, 'old@example.org').map(({ headers }) => headers.subject)).toEqual([
    'Confirm your e-mail address',
    'E-mail address changed',
  ])
  expect(mailsTo(mailbox, 'new@example.org')).toHaveLength(1)
})

test('the last e-mail to an address that is removed says so', async () => {
  await confirmAddress({ service, mailbox }, clara, 'clara@example.org')
  expect((await clara.call('removeMailAddress')).email).toMatchObject({ address: null, pending: null })
  await passMailTime(service, '61 seconds')
  await sendDueMail(service.context())
  expect(mailsTo(mailbox, 'clara@example.org').at(-1)?.headers.subject).toBe('E-mail address removed')
})

test('an address is set and removed only after a sign-in of the last ten minutes', async () => {
  await ageSignIns('11 minutes')
  const needsSignIn = { status: 403, code: 'recent_sign_in_required' }
  expect(await refusal(set('clara@example.org'))).toMatchObject(needsSignIn)
  expect(await refusal(clara.call('removeMailAddress'))).toMatchObject(needsSignIn)
  await ageSignIns('-11 minutes')
})

test('a person gets five links a day, an address three over all accounts', async () => {
  for (let count = 0; count < 3; count += 1) await set('victim@example.org')
  expect(await refusal(set('victim@example.org'))).toMatchObject({ status: 429, code: 'rate_limited' })
  expect(await refusal(set('victim@example.org', bea))).toMatchObject({ code: 'rate_limited' })
  await set('other@example.org')
  await set('another@example.org')
  expect(await refusal(set('third@example.org'))).toMatchObject({ code: 'rate_limited' })
  await sendDueMail(service.context())
  expect(mailsTo(mailbox, 'victim@example.org')).toEqual([])
  await passMailTime(service, '1 day')
  await set('victim@example.org')
})
