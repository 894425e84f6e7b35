import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Mailbox, startMailbox } from '#sandbox/mailbox/start-mailbox.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

const mail = {
  id: 'one',
  to: 'ada@example.org',
  subject: 'Grüße',
  text: '.\nEnd',
  html: '<p>End</p>',
  unsubscribeUrl: null,
}
const from = 'Jobwright <notifications@jobwright.test>'

let mailbox: Mailbox
beforeAll(async () => {
  mailbox = await startMailbox({ smtpPort: 0, pagePort: 0 })
})
afterEach(() => {
  mailbox.setFaults({})
  mailbox.mails.length = 0
})
afterAll(() => mailbox.stop())

const send = (wholeCallMs = 5_000) => createSmtpMailer({ url: mailbox.smtpUrl, from, wholeCallMs }).send(mail)

test('the Message-ID is made from the id of the message and the domain of the sender', async () => {
  expect(await send()).toEqual({ kind: 'sent' })
  expect(mailbox.mails[0]?.source).toContain('Message-ID: <one@jobwright.test>')
  expect(mailbox.mails[0]).toMatchObject({ from: 'notifications@jobwright.test', to: mail.to })
})

test('a recipient that is refused with 5xx is refused for good, with 4xx only for now', async () => {
  mailbox.setFaults({ refuseRecipient: 550 })
  expect(await send()).toEqual({ kind: 'refused', answer: '550 No such mailbox' })
  mailbox.setFaults({ refuseRecipient: 451 })
  expect(await send()).toEqual({ kind: 'failed', answer: '451 Try again later' })
})

test('a server that answers each step slowly ends with the time for the whole call', async () => {
  mailbox.setFaults({ delayMs: 200 })
  expect(await send(300)).toEqual({ kind: 'failed', answer: 'no end of the call within 0.3 s' })
})

test('a sign-in that fails is for now, whatever its status, since someone mends it', async () => {
  const url = mailbox.smtpUrl.replace('//', '//user:hunter2@')
  const result = await createSmtpMailer({ url, from }).send(mail)
  expect(result).toMatchObject({ kind: 'failed' })
  expect(JSON.stringify(result)).not.toContain('hunter2')
  expect(mailbox.mails).toEqual([])
})
