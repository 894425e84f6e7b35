import { createServer, type Server, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import type { MailFaults, ReceivedMail } from './options.ts'

type Session = { from: string; to: string[]; data: string[] | null }

/** A mail server (RFC 5321) that takes every message and passes none on. */
export function createSmtpServer(faults: () => MailFaults, take: (mail: ReceivedMail) => void): Server {
  return createServer((socket) => {
    socket.on('error', () => undefined)
    void converse(socket, faults, take).catch(() => socket.destroy())
  })
}

async function converse(socket: Socket, faults: () => MailFaults, take: (mail: ReceivedMail) => void): Promise<void> {
  const answer = async (text: string) => {
    await wait(faults().delayMs ?? 0)
    if (socket.writable) socket.write(`${text}\r\n`)
  }
  const session: Session = { from: '', to: [], data: null }
  // Read before the greeting, so that no line is missed.
  const lines = createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY })[Symbol.asyncIterator]()
  await answer('220 mailbox.sandbox ESMTP')
  for await (const line of lines) {
    if (session.data === null) {
      if (/^quit\b/i.test(line)) {
        await answer('221 Bye')
        socket.end()
        return
      }
      await answer(answerTo(line, session, faults()))
      continue
    }
    if (line !== '.') {
      session.data.push(line.startsWith('.') ? line.slice(1) : line)
      continue
    }
    const source = session.data.join('\r\n')
    for (const to of session.to) take({ from: session.from, to, source, at: new Date().toISOString() })
    Object.assign(session, { from: '', to: [], data: null })
    if (faults().cutAfterData) return void socket.destroy()
    if (!faults().hangAfterData) await answer('250 Taken')
  }
}

function answerTo(line: string, session: Session, { refuseRecipient }: MailFaults): string {
  const [, verb = '', rest = ''] = /^(\w+)\s*(.*)$/.exec(line) ?? []
  switch (verb.toUpperCase()) {
    case 'EHLO':
      return '250-mailbox.sandbox\r\n250-8BITMIME\r\n250 SMTPUTF8'
    case 'HELO':
    case 'NOOP':
      return '250 OK'
    case 'RSET':
      Object.assign(session, { from: '', to: [], data: null })
      return '250 OK'
    case 'MAIL':
      session.from = addressIn(rest)
      return '250 OK'
    case 'RCPT':
      if (refuseRecipient) return `${refuseRecipient} ${refuseRecipient < 500 ? 'Try again later' : 'No such mailbox'}`
      session.to.push(addressIn(rest))
      return '250 OK'
    case 'DATA':
      if (session.to.length === 0) return '503 No recipient'
      session.data = []
      return '354 Go on'
    default:
      return '502 Not implemented'
  }
}

function addressIn(path: string): string {
  return /<([^>]*)>/.exec(path)?.[1] ?? ''
}
