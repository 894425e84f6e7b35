import { randomBytes } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import type { Persona } from '../../personas.ts'
import type { Provider } from '../provider.ts'
import { issueIdToken } from './id-token.ts'
import { answerPage } from './page.ts'

type AuthorizationRequest = { clientId: string; redirectUri: URL; state: string; nonce: string }

/** The social login: a page to choose who one is, which sends the browser back with an id token in the fragment. */
export function socialProviderRoutes(provider: Provider): Hono {
  const routes = new Hono()

  routes.get('/authorize', async (c) => {
    const request = readRequest(provider, c)
    if (!request) return await refuse(c)
    const body = html`<main class="card">
      <h1>Choose an account</h1>
      <p>Made-up people of the local sandbox. Nothing leaves this machine.</p>
      <form method="get" action="/oauth/continue" class="people">
        ${Object.entries(c.req.query()).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
        ${provider.personas.map(toButton)}
      </form>
      <p class="foot"><a href="${returnTo(request, { error: 'access_denied' })}">Cancel</a></p>
    </main>`
    const formsTo = ["'self'", request.redirectUri.origin]
    return await answerPage(c, { title: 'Choose an account', body }, { formsTo })
  })

  routes.get('/continue', async (c) => {
    const request = readRequest(provider, c)
    const persona = provider.personas.find(({ key }) => key === c.req.query('persona'))
    if (!request || !persona) return await refuse(c)
    const { clientId, nonce } = request
    const idToken = issueIdToken(provider, persona, { clientId, nonce, issuer: new URL(c.req.url).origin })
    const token = { access_token: randomBytes(24).toString('base64url'), token_type: 'Bearer', expires_in: '3599' }
    c.header('cache-control', 'no-store')
    return c.redirect(returnTo(request, { ...token, scope: 'email profile openid', id_token: idToken }), 302)
  })

  return routes
}

/** A request of an application that is known; an unknown one could collect tokens. */
function readRequest(provider: Provider, c: Context): AuthorizationRequest | undefined {
  const { client_id, redirect_uri = '', state, nonce, response_type = '' } = c.req.query()
  if (!client_id || !state || !nonce || !response_type.split(' ').includes('id_token')) return undefined
  if (!URL.canParse(redirect_uri)) return undefined
  const redirectUri = new URL(redirect_uri)
  if (!provider.allowedOrigins.includes(redirectUri.origin)) return undefined
  return { clientId: client_id, redirectUri, state, nonce }
}

async function refuse(c: Context): Promise<Response> {
  const body = html`<main class="card"><h1>This sign-in cannot go on</h1>
    <p>The request is not complete, or its application is not known here.</p></main>`
  return await answerPage(c, { title: 'This sign-in cannot go on', body, status: 400 })
}

function toButton({ key, name, description }: Persona) {
  return html`<button name="persona" value="${key}" class="person">
    <span class="initial" aria-hidden="true">${name.charAt(0)}</span>
    <span><strong>${name}</strong><small>${description}</small></span>
  </button>`
}

function returnTo({ redirectUri, state }: AuthorizationRequest, answer: Record<string, string>): string {
  return `${redirectUri.href.split('#')[0]}#${new URLSearchParams({ state, ...answer })}`
}
