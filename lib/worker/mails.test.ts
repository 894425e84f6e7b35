import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Mailbox } from '#sandbox/mailbox/start-mailbox.ts'
import { fundedJob, openIssue, readyClient, signInClient } from '#test/journey.ts'
import { confirmAddress, mailsTo, passMailTime, sendDueMail, startMailingService } from '#test/mail.ts'
import type { Person } from '#test/people/person.ts'
import type { Service } from '#test/service.ts'
import { killHard, spawnWorker } from '#test/spawn-worker.ts'
import { until } from '#test/until.ts'
import { happen } from '#test/webhooks.ts'

const claras = 'clara@example.org'
const beas = 'bea@example.org'

let service: Service
let mailbox: Mailbox
let clara: Person
let bea: Person
beforeAll(async () => {
  ;({ service, mailbox } = await startMailingService())
  clara = await signInClient(service)
  bea = await signInClient(service, 'bea')
  await confirmAddress({ service, mailbox }, clara, claras)
  await confirmAddress({ service, mailbox }, bea, beas)
  await clear()
})
afterEach(clear)
afterAll(() => service.stop())

async function clear(): Promise<void> {
  mailbox.setFaults({})
  mailbox.mails.length = 0
  await service.sql.begin(async (tx) => {
    await tx`select set_config('jobwright.transaction', 'on', true)`
    await tx`delete from mails`
    await tx`delete from notification_choices`
  })
}

const rows = () => service.sql`select state, attempts, fault, answer from mails order by id`
async function mailReasons(): Promise<string[]> {
  const answer = await service.router(new Request(`${service.origin}/api/ready/`))
  const { reasons } = (await answer.json()) as { reasons: { part: string; detail: string }[] }
  return reasons.filter(({ part }) => part === 'mail').map(({ detail }) => detail)
}
const send = async (after = '61 seconds') => {
  await passMailTime(service, after)
  return sendDueMail(service.context())
}

test('notifications of a minute are one message, in the words of the inbox, newest first', async () => {
  await happen(service, clara, 'job.settled')
  await happen(service, clara, 'withdrawal.in_doubt')
  expect(await sendDueMail(service.context())).toBe(0)
  expect(await send()).toBe(1)
  const [mail] = mailsTo(mailbox, claras)
  expect(mail?.headers.subject).toBe('2 notifications')
  expect(mail?.text.indexOf('Withdrawal in doubt')).toBeLessThan(mail?.text.indexOf('Job settled and paid') ?? 0)
  expect(mail?.html).toContain('Job settled and paid')
  expect(mail?.text).toContain('http://localhost:3000/settings/notifications')
  expect(await rows()).toMatchObject([{ state: 'SENT' }, { state: 'SENT' }])
})

test('an e-mail names what is the person’s own, and nothing of another person even if an event did', async () => {
  const client = await readyClient(service)
  const canary = 'Canary of Clara'
  await fundedJob(client, await openIssue(service, { title: canary }))
  await clear()
  const [draft] = await service.sql<{ id: string }[]>`select id from drafts where title = ${canary}`
  for (const person of [clara, bea]) {
    const choices = [{ name: 'draft.funded' as const, email: true }]
    await person.call('updateNotificationSettings', { body: { changes: choices } })
    await happen(service, person, 'draft.funded', draft?.id)
  }
  await send()
  expect(mailsTo(mailbox, claras).map(({ headers }) => headers.subject)).toEqual([`Draft funded: ${canary}`])
  expect(mailsTo(mailbox, beas).map(({ headers }) => headers.subject)).toEqual(['Draft funded'])
  for (const { source } of mailsTo(mailbox, beas)) expect(source).not.toContain('Canary')
})

test('what is off by e-mail sends nothing, also when it waits already', async () => {
  await happen(service, clara, 'job.settled')
  await clara.call('updateNotificationSettings', { body: { changes: [{ name: 'job.settled', email: false }] } })
  await happen(service, clara, 'job.settled')
  expect(await send()).toBe(0)
  expect(await rows()).toMatchObject([{ state: 'FAILED', fault: 'TURNED_OFF' }])
  expect((await clara.call('getNotificationSettings')).email.failure).toBeNull()
})

test('one click of the mail program turns the kinds of that e-mail off, and opening the link does not', async () => {
  await happen(service, clara, 'job.settled')
  await send()
  const [mail] = mailsTo(mailbox, claras)
  expect(mail?.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
  const url = /^<(.*)>$/.exec(mail?.headers['list-unsubscribe'] ?? '')?.[1] ?? ''
  const choice = async (name: string) =>
    (await clara.call('getNotificationSettings')).choices.find((one) => one.name === name)?.email
  const opened = await service.router(new Request(url))
  expect([opened.status, await choice('job.settled')]).toEqual([200, true])
  expect(await opened.text()).toContain('Job settled and paid')
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const click = (link: string) =>
    service.router(new Request(link, { method: 'POST', headers, body: 'List-Unsubscribe=One-Click' }))
  expect((await click(url.replace(/.(\/?)$/, 'A$1').replace(/\.[^./]{4}/, '.AAAA'))).status).toBe(404)
  expect(await choice('job.settled')).toBe(true)
  expect((await click(url)).status).toBe(200)
  expect([await choice('job.settled'), await choice('job.rejected')]).toEqual([false, true])
})

test('451 is tried again later under the same Message-ID', async () => {
  await happen(service, clara, 'job.settled')
  mailbox.setFaults({ refuseRecipient: 451 })
  await send()
  expect(await rows()).toMatchObject([{ state: 'PENDING', attempts: 1, answer: expect.stringContaining('451') }])
  expect(await mailReasons()).toEqual([])
  mailbox.setFaults({})
  expect(await sendDueMail(service.context())).toBe(0)
  await send('70 seconds')
  expect(await rows()).toMatchObject([{ state: 'SENT', attempts: 2, fault: null }])
  expect(mailsTo(mailbox, claras)).toHaveLength(1)
})

test('550 is given up at once, and the settings say what the server said until an e-mail gets through', async () => {
  await happen(service, clara, 'job.settled')
  mailbox.setFaults({ refuseRecipient: 550 })
  await send()
  expect(await rows()).toMatchObject([{ state: 'FAILED', attempts: 1, fault: 'REFUSED' }])
  const failure = async () => (await clara.call('getNotificationSettings')).email.failure
  expect(await failure()).toMatchObject({ address: claras, fault: 'REFUSED', answer: '550 No such mailbox' })
  mailbox.setFaults({})
  await happen(service, clara, 'job.settled')
  await send()
  expect(await failure()).toBeNull()
})

test('a connection that is cut after the message leads to a second one with the same Message-ID', async () => {
  await happen(service, clara, 'job.settled')
  mailbox.setFaults({ cutAfterData: true })
  await send()
  await expect
    .poll(mailReasons)
    .toEqual(['The mail server was not reached for 1 e-mail last time: run `npm run doctor -- mail`.'])
  mailbox.setFaults({})
  await happen(service, clara, 'job.rejected')
  await send('70 seconds')
  expect(await mailReasons()).toEqual([])
  const ids = mailsTo(mailbox, claras).map(({ headers }) => headers['message-id'])
  expect(ids).toHaveLength(3)
  expect(ids.filter((id) => id === ids[0])).toHaveLength(2)
})

test('what a worker was sending when it was killed is sent again by the next one, with the same Message-ID', async () => {
  await happen(service, clara, 'job.settled')
  await passMailTime(service, '61 seconds')
  mailbox.setFaults({ hangAfterData: true })
  const first = spawnWorker(service)
  const count = async () => mailsTo(mailbox, claras).length
  await until(count, (mails) => mails === 1, 60)
  await killHard(first)
  expect(await rows()).toMatchObject([{ state: 'PENDING', attempts: 1, fault: null }])
  mailbox.setFaults({})
  await send()
  expect(await rows()).toMatchObject([{ state: 'SENT', attempts: 2 }])
  const ids = mailsTo(mailbox, claras).map(({ headers }) => headers['message-id'])
  expect([ids.length, new Set(ids).size]).toEqual([2, 1])
})

test('after sixty messages in a day the rest waits, and is one message the day after', async () => {
  for (let count = 0; count < 60; count += 1) {
    await happen(service, clara, 'job.settled')
    await send()
  }
  await happen(service, clara, 'job.settled')
  await happen(service, clara, 'job.rejected')
  expect(await send()).toBe(0)
  await happen(service, bea, 'job.settled')
  expect(await send()).toBe(1)
  expect(await send('23 hours')).toBe(1)
  expect(mailsTo(mailbox, claras).at(-1)?.headers.subject).toBe('2 notifications')
  expect(mailsTo(mailbox, claras)).toHaveLength(61)
})
