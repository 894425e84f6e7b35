import { Hono } from 'hono'
import { html, raw } from 'hono/html'
import { z } from 'zod'
import { type MailFaults, mailFaults, type ReceivedMail } from './options.ts'
import { readMail } from './read-mail.ts'

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

const style = `:root { color-scheme: light dark; --line: light-dark(#e3e6ec, #3a4149); --link: light-dark(#0b5cad, #8ab8f0) }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 0 auto; padding: 1rem 1.25rem; overflow-wrap: anywhere }
a { color: var(--link) }
ul { list-style: none; padding: 0 } li { border-top: 1px solid var(--line); padding: .6rem 0 }
pre { white-space: pre-wrap; font: inherit }`

/** Every message, the newest first, on pages without scripts; and the switches for faults. */
export function mailboxPages(mails: readonly ReceivedMail[], setFaults: (faults: MailFaults) => void): Hono {
  const pages = new Hono()
  pages.put('/sandbox/faults', async (c) => {
    // A page of another origin can send this type only after a preflight, which nothing here answers.
    if (!c.req.header('content-type')?.startsWith('application/json')) return c.json({ error: 'Send JSON.' }, 415)
    const read = mailFaults.safeParse(await c.req.json().catch(() => undefined))
    if (!read.success) return c.json({ error: z.prettifyError(read.error) }, 422)
    setFaults(read.data)
    return c.json(read.data)
  })
  pages.get('/', (c) => {
    const lines = mails.map((mail, index) => {
      const { subject } = readMail(mail.source).headers
      return html`<li><a href="/${index + 1}">${subject}</a><br /><small>${mail.to} · ${mail.at}</small></li>`
    })
    const body = html`<h1>Mailbox</h1>${lines.length === 0 ? html`<p>No e-mails yet.</p>` : html`<ul>${lines.reverse()}</ul>`}`
    c.header('content-security-policy', policy)
    return c.html(page('Mailbox', body))
  })
  pages.get('/:number{[0-9]+}', (c) => {
    const mail = mails[Number(c.req.param('number')) - 1]
    if (!mail) return c.html(page('Not found', html`<h1>Not found</h1>`), 404)
    const { headers, text } = readMail(mail.source)
    const body = html`<p><a href="/">Mailbox</a></p><h1>${headers.subject}</h1>
      <p><small>From ${headers.from}<br />To ${mail.to}</small></p><pre>${raw(linked(text))}</pre>`
    c.header('content-security-policy', policy)
    return c.html(page(headers.subject ?? '', body))
  })
  return pages
}

function page(title: string, body: ReturnType<typeof html>) {
  return html`${raw('<!doctype html>')}<html lang="en"><head><meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" /><title>${title} · Mailbox (sandbox)</title>
    <style>${raw(style)}</style></head><body><header><small>Mailbox: a local stand-in; nothing leaves this machine</small></header>
    <main>${body}</main></body></html>`
}

function linked(text: string): string {
  const escaped = text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)
  return escaped.replace(/https?:\/\/[^\s&]+(?:&#38;[^\s&]+)*/g, (url) => `<a href="${url}">${url}</a>`)
}
