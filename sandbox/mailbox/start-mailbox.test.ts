import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Mailbox, startMailbox } from './start-mailbox.ts'

let mailbox: Mailbox

beforeEach(async () => {
  mailbox = await startMailbox({ smtpPort: 0, pagePort: 0 })
})
afterEach(() => mailbox.stop())

const message = ['Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=', '', 'See https://example.test/a?b=1&c=2 <b>', '..', '.']

/** What the server says to a client that sends all lines at once. */
async function converse(lines: readonly string[]): Promise<string[]> {
  const socket = connect(Number(new URL(mailbox.smtpUrl).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.write(lines.map((line) => `${line}\r\n`).join(''))
  return (await text(socket)).split('\r\n').filter(Boolean)
}

function send(): Promise<string[]> {
  return converse(['HELO here', 'MAIL FROM:<a@example.test>', 'RCPT TO:<b@example.test>', 'DATA', ...message, 'QUIT'])
}

async function setFaults(faults: object, type = 'application/json'): Promise<number> {
  const headers = { 'content-type': type }
  return (await fetch(`${mailbox.url}/sandbox/faults`, { method: 'PUT', headers, body: JSON.stringify(faults) })).status
}

test('a message is taken as it was sent, and its page shows it as text with links', async () => {
  expect((await send()).slice(-2)).toEqual(['250 Taken', '221 Bye'])
  expect(mailbox.mails).toMatchObject([{ from: 'a@example.test', to: 'b@example.test' }])
  expect(mailbox.mails[0]?.source.split('\r\n')).toEqual([...message.slice(0, 3), '.'])
  expect(await (await fetch(mailbox.url)).text()).toContain('<a href="/1">Grüße</a>')
  const page = await (await fetch(`${mailbox.url}/1`)).text()
  expect(page).toContain('<a href="https://example.test/a?b=1&#38;c=2">')
  expect(page).toContain('&#60;b&#62;')
  expect((await fetch(`${mailbox.url}/2`)).status).toBe(404)
})

test('a recipient is refused with the status that was asked for, until the faults end', async () => {
  expect(await setFaults({ refuseRecipient: 451 })).toBe(200)
  expect(await send()).toContain('451 Try again later')
  await setFaults({ refuseRecipient: 550 })
  expect(await send()).toContain('550 No such mailbox')
  expect(mailbox.mails).toEqual([])
  await setFaults({})
  expect(await send()).toContain('250 Taken')
})

test('a message whose answer is cut off was taken', async () => {
  await setFaults({ cutAfterData: true })
  expect(await send()).not.toContain('250 Taken')
  expect(mailbox.mails).toHaveLength(1)
})

test('an answer comes as late as was asked for', async () => {
  await setFaults({ delayMs: 50 })
  const startedAt = performance.now()
  await converse(['NOOP', 'QUIT'])
  expect(performance.now() - startedAt).toBeGreaterThan(140)
})

test('faults that there are none of, or that a page of another origin could send, change nothing', async () => {
  expect(await setFaults({ refuseRecipients: 451 })).toBe(422)
  expect(await setFaults({ refuseRecipient: 200 })).toBe(422)
  expect(await setFaults({ refuseRecipient: 451 }, 'text/plain')).toBe(415)
  expect(await send()).toContain('250 Taken')
})
