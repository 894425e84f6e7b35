import { Hono } from 'hono'
import { html } from 'hono/html'
import type { HostContext, HostEnv } from '../api/request.ts'
import type { Host } from '../context.ts'
import type { Account } from '../store/accounts.ts'
import { createCode } from '../store/sign-ins.ts'
import { hasAuthorized } from '../store/tokens.ts'
import { sendPage, sendProblem } from './page.ts'
import { personaChoice, readForm, requirePersona, signedInUser, signIn } from './session.ts'

type AuthorizeRequest = {
  clientId: string
  redirectUri: string
  state: string | null
  codeChallenge: string | null
  login: string | null
  prompt: string | null
}

/** Where an App sends people to be recognised and to agree. */
export function authorizeRoutes(host: Host): Hono<HostEnv> {
  const routes = new Hono<HostEnv>()
  routes.get('/login/oauth/authorize', (c) => showConsent(host, c))
  routes.post('/login/oauth/authorize', (c) => decide(host, c))
  return routes
}

/** URL of the App's callback with a fresh code for this person. */
export function grantCode(
  host: Host,
  user: Account,
  grant: { redirectUri: string; codeChallenge: string | null; extra: Record<string, string | null> },
): string {
  const { redirectUri, codeChallenge, extra } = grant
  const code = createCode(host.db, { userId: user.id, redirectUri, codeChallenge, now: host.now() })
  return withQuery(redirectUri, { code, ...extra })
}

async function showConsent(host: Host, c: HostContext): Promise<Response> {
  const request = readRequest(host, new URL(c.req.url).searchParams)
  const refusal = await refuse(host, c, request)
  if (refusal) return refusal
  const user = request.prompt === 'select_account' ? undefined : signedInUser(host, c)
  const isOtherAccount = request.login !== null && request.login !== user?.login
  if (user && !isOtherAccount && hasAuthorized(host.db, user.id))
    return c.redirect(toCallback(host, user, request), 302)
  return sendConsent(host, c, request, isOtherAccount ? undefined : user)
}

async function decide(host: Host, c: HostContext): Promise<Response> {
  const form = await readForm(host, c)
  const request = readRequest(host, form)
  const refusal = await refuse(host, c, request)
  if (refusal) return refusal
  if (form.get('decision') === 'cancel') {
    return c.redirect(
      withQuery(request.redirectUri, {
        error: 'access_denied',
        error_description: 'The user has denied your application access.',
        error_uri: 'https://docs.github.com/apps/troubleshooting-authorization-request-errors#access-denied',
        state: request.state,
      }),
      302,
    )
  }
  const user = requirePersona(host, request.login ?? signedInUser(host, c)?.login ?? null)
  signIn(host, c, user)
  return c.redirect(toCallback(host, user, request), 302)
}

function readRequest(host: Host, fields: URLSearchParams): AuthorizeRequest & { challengeMethod: string | null } {
  return {
    clientId: fields.get('client_id') ?? '',
    redirectUri: fields.get('redirect_uri') || host.app.callbackUrl,
    state: fields.get('state'),
    codeChallenge: fields.get('code_challenge') || null,
    challengeMethod: fields.get('code_challenge_method'),
    login: fields.get('login') || null,
    prompt: fields.get('prompt'),
  }
}

async function refuse(
  host: Host,
  c: HostContext,
  request: ReturnType<typeof readRequest>,
): Promise<Response | undefined> {
  if (request.clientId !== host.app.clientId) return sendProblem(c, 404, 'Not found', 'No App has this client id.')
  if (request.redirectUri !== host.app.callbackUrl) {
    return c.redirect(
      withQuery(host.app.callbackUrl, {
        error: 'redirect_uri_mismatch',
        error_description: 'The redirect_uri MUST match the registered callback URL for this application.',
        error_uri: 'https://docs.github.com/apps/troubleshooting-authorization-request-errors#redirect-uri-mismatch',
        state: request.state,
      }),
      302,
    )
  }
  if (request.codeChallenge === null) return undefined
  const isS256 = request.challengeMethod === 'S256' && /^[\w-]{43}$/.test(request.codeChallenge)
  return isS256 ? undefined : sendProblem(c, 400, 'Bad request', 'code_challenge must be an S256 challenge.')
}

function sendConsent(
  host: Host,
  c: HostContext,
  request: AuthorizeRequest,
  user: Account | undefined,
): Promise<Response> {
  const other = new URL(c.req.url)
  other.searchParams.set('prompt', 'select_account')
  const { app } = host
  const hidden = (name: string, value: string | null) =>
    value === null ? '' : html`<input type="hidden" name="${name}" value="${value}" />`
  const who = user
    ? html`${hidden('login', user.login)}
        <p>Signed in as <strong>${user.login}</strong>. <a href="${other.pathname}${other.search}">Use another account</a></p>`
    : personaChoice(host, request.login ?? undefined)
  const body = html`<form class="card" method="post" action="/login/oauth/authorize">
    <p><strong>${app.name}</strong> would like to verify who you are, know which resources you can access, and act on
      your behalf where it is installed.</p>
    ${hidden('client_id', request.clientId)} ${hidden('redirect_uri', request.redirectUri)}
    ${hidden('state', request.state)} ${hidden('code_challenge', request.codeChallenge)}
    ${hidden('code_challenge_method', request.codeChallenge && 'S256')} ${who}
    <button class="main" name="decision" value="authorize">Authorize ${app.name}</button>
    <button name="decision" value="cancel">Cancel</button>
    <p class="soft">You will be taken to ${new URL(request.redirectUri).origin}</p>
  </form>`
  return sendPage(c, { title: `Authorize ${app.name}`, body, formTargets: [new URL(request.redirectUri).origin] })
}

function toCallback(host: Host, user: Account, request: AuthorizeRequest): string {
  const { redirectUri, codeChallenge, state } = request
  return grantCode(host, user, { redirectUri, codeChallenge, extra: { state } })
}

function withQuery(url: string, query: Record<string, string | null>): string {
  const target = new URL(url)
  for (const [name, value] of Object.entries(query)) if (value !== null) target.searchParams.set(name, value)
  return target.href
}
