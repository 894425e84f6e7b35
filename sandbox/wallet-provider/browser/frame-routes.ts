import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import type { Provider } from '../provider.ts'
import { WireError } from '../wire/errors.ts'
import { answerPage } from './page.ts'

const types = { css: 'text/css', js: 'text/javascript', svg: 'image/svg+xml' } as const

/** The pages that an application frames, and their files. */
export function frameRoutes(provider: Provider): Hono {
  const routes = new Hono()
  routes.get('/', async (c) => await answerFrame(provider, c, 'Approve', 'execute.js'))
  routes.get('/device-id', async (c) => await answerFrame(provider, c, 'Device', 'device-id.js'))
  routes.get('/social/verify-token', async (c) => await answerFrame(provider, c, 'Sign-in', 'verify-token.js'))
  routes.get('/frame/:file{[a-z-]+\\.(css|js|svg)}', (c) => answerFile(c))
  return routes
}

async function answerFrame(provider: Provider, c: Context, title: string, script: string): Promise<Response> {
  const { allowedOrigins } = provider
  if (!allowedOrigins.includes(c.req.query('origin') ?? '')) {
    const body = html`<main class="card"><h1>Not allowed here</h1>
      <p>This page works only inside an application that the wallet provider knows.</p></main>`
    return await answerPage(c, { title: 'Not allowed here', body, status: 403 })
  }
  const body = html`<main class="card" id="main" aria-live="polite"></main>`
  return await answerPage(c, { title, body, script }, { framedBy: allowedOrigins })
}

function answerFile(c: Context): Response {
  const file = c.req.param('file') ?? ''
  const [, extension] = file.split('.')
  if (extension !== 'css' && extension !== 'js' && extension !== 'svg') throw new WireError(404)
  const headers = { 'content-type': `${types[extension]}; charset=utf-8`, 'x-content-type-options': 'nosniff' }
  return c.body(readPublic(file), 200, { ...headers, 'cache-control': 'no-cache' })
}

function readPublic(file: string): string {
  try {
    return readFileSync(join(import.meta.dirname, 'public', file), 'utf8')
  } catch {
    throw new WireError(404)
  }
}
