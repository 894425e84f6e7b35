import type { Context } from 'hono'
import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

type Html = HtmlEscapedString | Promise<HtmlEscapedString>
export type Page = { title: string; body: Html; script?: string; status?: 200 | 400 | 403 }
export type PagePolicy = { framedBy?: readonly string[]; formsTo?: readonly string[] }

/** An HTML answer under a policy that allows this origin's own files only, frames of the named origins, and no others. */
export async function answerPage(c: Context, page: Page, policy: PagePolicy = {}): Promise<Response> {
  const { framedBy = ["'none'"], formsTo = ["'none'"] } = policy
  const rules = [
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'",
    `form-action ${formsTo.join(' ')}`,
    `frame-ancestors ${framedBy.join(' ')}`,
  ]
  c.header('content-security-policy', rules.join('; '))
  c.header('cache-control', 'no-store')
  c.header('referrer-policy', 'no-referrer')
  c.header('x-content-type-options', 'nosniff')
  return c.html(await layOut(page), page.status ?? 200)
}

async function layOut({ title, body, script }: Page) {
  return await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="/frame/icon.svg" />
        <link rel="stylesheet" href="/frame/page.css" />
        ${script ? html`<script type="module" src="/frame/${script}"></script>` : ''}
      </head>
      <body>
        ${body}
      </body>
    </html>`
}
