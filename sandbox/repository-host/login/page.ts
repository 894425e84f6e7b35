import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import type { HostContext } from '../api/request.ts'

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>

/** Sends a page that may run no script, be framed by nobody, and post only home or to `formTargets`. */
export async function sendPage(
  c: HostContext,
  page: { title: string; body: Html; status?: 200 | 400 | 403 | 404; formTargets?: readonly string[] },
): Promise<Response> {
  const targets = ["'self'", ...(page.formTargets ?? [])].join(' ')
  c.header(
    'content-security-policy',
    `default-src 'none'; style-src 'self'; img-src 'self'; form-action ${targets}; base-uri 'none'; frame-ancestors 'none'`,
  )
  c.header('cache-control', 'no-store')
  // Under no-referrer a browser would post this page's own forms with `Origin: null`.
  c.header('referrer-policy', 'same-origin')
  c.header('x-content-type-options', 'nosniff')
  const document = html`${raw('<!doctype html>')}
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${page.title} · Repository host (sandbox)</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/style.css" />
      </head>
      <body>
        <header><a href="/">Repository host</a> <small>local stand-in, not a real service</small></header>
        <main>
          <h1>${page.title}</h1>
          ${page.body}
        </main>
      </body>
    </html>`
  return c.html(await document, page.status ?? 200)
}

export function sendProblem(c: HostContext, status: 400 | 403 | 404, title: string, text: string): Promise<Response> {
  return sendPage(c, { title, status, body: html`<p>${text}</p>` })
}
