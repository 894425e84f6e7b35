import { Hono } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { html } from 'hono/html'
import { readBodyText } from '../api/body.ts'
import { ApiError } from '../api/errors.ts'
import type { HostContext, HostEnv } from '../api/request.ts'
import { type Host, isOwnOrigin } from '../context.ts'
import { type Account, findAccount, findAccountById } from '../store/accounts.ts'
import { createSession, deleteSession, findSessionUserId } from '../store/sign-ins.ts'
import { type Html, sendPage } from './page.ts'

const cookieName = 'host_session'
const sessionSeconds = 14 * 24 * 3600

/** Signing in and out: choosing a persona signs in as that persona, there are no passwords here. */
export function sessionRoutes(host: Host): Hono<HostEnv> {
  const routes = new Hono<HostEnv>()
  routes.get('/login', (c) => sendSignIn(host, c, c.req.query('return_to') ?? '/'))
  routes.post('/login', async (c) => {
    const form = await readForm(host, c)
    signIn(host, c, requirePersona(host, form.get('login')))
    return c.redirect(toLocalPath(form.get('return_to')), 303)
  })
  routes.post('/logout', async (c) => {
    await readForm(host, c)
    deleteSession(host.db, getCookie(c, cookieName) ?? '')
    deleteCookie(c, cookieName, { path: '/' })
    return c.redirect('/login', 303)
  })
  return routes
}

export function sendSignIn(host: Host, c: HostContext, returnTo: string): Promise<Response> {
  const body = html`<form class="card" method="post" action="/login">
    <input type="hidden" name="return_to" value="${toLocalPath(returnTo)}" />
    ${personaChoice(host, undefined)}
    <button class="main">Sign in</button>
  </form>`
  return sendPage(c, { title: 'Sign in', body })
}

/** Radio buttons of everybody one can sign in as. */
export function personaChoice(host: Host, chosen: string | undefined): Html {
  return html`<fieldset>
    <legend>Sign in as</legend>
    ${host.personas.map(
      (persona, index) =>
        html`<label
          ><input
            type="radio"
            name="login"
            value="${persona.login}"
            required
            ${persona.login === chosen || (!chosen && index === 0) ? 'checked' : ''}
          />${persona.name} <span class="soft">${persona.login} · ${persona.description}</span></label
        >`,
    )}
  </fieldset>`
}

export function signIn(host: Host, c: HostContext, user: Account): void {
  const secret = createSession(host.db, user.id, host.now())
  setCookie(c, cookieName, secret, { path: '/', httpOnly: true, sameSite: 'Lax', maxAge: sessionSeconds })
}

export function signedInUser(host: Host, c: HostContext): Account | undefined {
  const id = findSessionUserId(host.db, getCookie(c, cookieName) ?? '', host.now())
  return id === undefined ? undefined : findAccountById(host.db, id)
}

/** The persona that a form names. */
export function requirePersona(host: Host, login: string | null): Account {
  const persona = host.personas.find((one) => one.login === login)
  const account = persona && findAccount(host.db, persona.login)
  if (!account) throw new ApiError(422, 'Choose one of the people offered.')
  return account
}

/** The posted fields; refuses a form that another site submitted through a person's browser. */
export async function readForm(host: Host, c: HostContext): Promise<URLSearchParams> {
  const origin = c.req.header('origin')
  const site = c.req.header('sec-fetch-site')
  const foreign = origin !== undefined && !isOwnOrigin(host, origin)
  if (foreign || site === 'cross-site' || site === 'same-site')
    throw new ApiError(403, 'This form was sent from elsewhere.')
  return new URLSearchParams(await readBodyText(c))
}

function toLocalPath(path: string | null): string {
  return path && /^\/(?![/\\])/.test(path) ? path : '/'
}
