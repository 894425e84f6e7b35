import { once } from 'node:events'
import { createServer, type Server as HttpServer } from 'node:http'
import type { Server } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { MailboxOptions, MailFaults, ReceivedMail } from './options.ts'
import { mailboxPages } from './pages.ts'
import { createSmtpServer } from './smtp-server.ts'

export type Mailbox = {
  smtpUrl: string
  /** Origin of the page that shows what was caught. */
  url: string
  /** Every message, the oldest first. */
  mails: ReceivedMail[]
  setFaults: (faults: MailFaults) => void
  stop: () => Promise<void>
}

/** Starts the mail server and its page on loopback. Messages are kept in memory alone. */
export async function startMailbox({ smtpPort, pagePort }: MailboxOptions): Promise<Mailbox> {
  const mails: ReceivedMail[] = []
  let faults: MailFaults = {}
  const sockets = new Set<{ destroy: () => void }>()
  const smtp = createSmtpServer(
    () => faults,
    (mail) => mails.push(mail),
  )
  smtp.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const setFaults = (changed: MailFaults) => {
    faults = changed
  }
  const { fetch } = mailboxPages(mails, setFaults)
  const pages = createServer(getRequestListener(fetch, { overrideGlobalObjects: false }))
  const [smtpAt, pagesAt] = [await listen(smtp, smtpPort), await listen(pages, pagePort)]
  return {
    smtpUrl: `smtp://127.0.0.1:${smtpAt}`,
    url: `http://localhost:${pagesAt}`,
    mails,
    setFaults,
    stop: async () => {
      pages.close()
      pages.closeAllConnections()
      smtp.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

async function listen(server: Server | HttpServer, port: number): Promise<number> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return address.port
}
