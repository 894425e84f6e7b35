import { Hono } from 'hono'
import { html } from 'hono/html'
import type { HostContext, HostEnv } from '../api/request.ts'
import type { Host } from '../context.ts'
import { type Account, findAccount, listInstallTargets, listRequestTargets } from '../store/accounts.ts'
import { findInstallationOf } from '../store/installations.ts'
import { requestInstallation } from '../world/installation-requests.ts'
import { installOrUpdate } from '../world/installations.ts'
import { grantCode } from './authorize.ts'
import { listPermissions, optionalChoice, readOptional } from './optional-permissions.ts'
import { type Html, sendPage, sendProblem } from './page.ts'
import { readChoice, repositoryChoice } from './repository-choice.ts'
import { readForm, requirePersona, sendSignIn, signedInUser, signIn } from './session.ts'

/** The App's public page and the pages that install it. */
export function installRoutes(host: Host): Hono<HostEnv> {
  const routes = new Hono<HostEnv>()
  const base = `/apps/${host.app.slug}`
  routes.get(base, (c) =>
    sendPage(c, {
      title: host.app.name,
      body: html`<p>${host.app.description}</p><p><a href="${base}/installations/new">Install or configure</a></p>`,
    }),
  )
  for (const path of [`${base}/installations/new`, `${base}/installations/new/permissions`]) {
    routes.get(path, (c) => showTargets(host, c))
    routes.post(path, (c) => install(host, c))
  }
  return routes
}

function showTargets(host: Host, c: HostContext): Promise<Response> {
  const user = signedInUser(host, c)
  const url = new URL(c.req.url)
  if (!user) return sendSignIn(host, c, `${url.pathname}${url.search}`)
  const targetId = url.searchParams.get('target_id')
  const isWanted = ({ id }: Account) => targetId === null || String(id) === targetId
  const carried = readCarried(url.searchParams)
  const body = html`<p>Signed in as <strong>${user.login}</strong>.</p>
    <form method="post" action="/logout"><button>Use another account</button></form>
    ${listInstallTargets(host.db, user.id)
      .filter(isWanted)
      .map((account) => targetForm(host, account, user, carried))}
    ${listRequestTargets(host.db, user.id)
      .filter(isWanted)
      .map((account) => requestForm(host, account, user, carried))}`
  return sendPage(c, {
    title: `Install ${host.app.name}`,
    body,
    formTargets: [new URL(host.app.callbackUrl).origin],
  })
}

function targetForm(host: Host, account: Account, user: Account, carried: Carried): Html {
  const installation = findInstallationOf(host.db, account.id)
  const { permissions } = host.app
  return html`<section aria-label="${account.login}">
    <h2>${account.login} <small>${account.type === 'User' ? 'your account' : 'organisation'}</small></h2>
    <form method="post" action="/apps/${host.app.slug}/installations/new">
      ${hiddenFields(account, user, carried)} ${repositoryChoice(host, account, installation)}
      <p class="soft">Permissions: ${listPermissions(permissions)}</p>
      ${optionalChoice(host, account, installation)}
      <button class="main">${installation ? 'Save' : 'Install and authorize'}</button>
    </form>
  </section>`
}

/** Members cannot install, but ask the organisation's owners to. */
function requestForm(host: Host, account: Account, user: Account, carried: Carried): Html {
  return html`<section aria-label="${account.login}">
    <h2>${account.login} <small>organisation</small></h2>
    <form method="post" action="/apps/${host.app.slug}/installations/new">
      ${hiddenFields(account, user, carried)}
      <p class="soft">Only an owner can install Apps here. They will be asked.</p>
      <button class="main">Authorize and request</button>
    </form>
  </section>`
}

/** What an App's link carries to its callback: the state, and the challenge that the code is bound to. */
type Carried = { state: string | null; codeChallenge: string | null }

function readCarried(fields: URLSearchParams): Carried {
  const challenge = fields.get('code_challenge')
  return { state: fields.get('state'), codeChallenge: challenge && /^[\w-]{43}$/.test(challenge) ? challenge : null }
}

function hiddenFields(account: Account, user: Account, { state, codeChallenge }: Carried): Html {
  return html`<input type="hidden" name="login" value="${user.login}" />
    <input type="hidden" name="account" value="${account.login}" />
    ${state === null ? '' : html`<input type="hidden" name="state" value="${state}" />`}
    ${codeChallenge === null ? '' : html`<input type="hidden" name="code_challenge" value="${codeChallenge}" />`}`
}

async function install(host: Host, c: HostContext): Promise<Response> {
  const form = await readForm(host, c)
  const user = requirePersona(host, form.get('login') ?? signedInUser(host, c)?.login ?? null)
  const account = findAccount(host.db, form.get('account') ?? user.login)
  const mayAsk = listRequestTargets(host.db, user.id).some((target) => target.id === account?.id)
  if (account && mayAsk) return askOwners(host, c, account, user, readCarried(form))
  const isAllowed = listInstallTargets(host.db, user.id).some((target) => target.id === account?.id)
  if (!account || !isAllowed) {
    return sendProblem(c, 403, 'Not allowed', 'Only an owner of the account can install an App there.')
  }
  const choice = readChoice(host, account, form)
  if (!choice) return sendProblem(c, 400, 'Bad request', 'Choose all repositories, or at least one of this account.')
  signIn(host, c, user)
  const { installation, setupAction } = installOrUpdate(host, account, user, choice, readOptional(form))
  const { state, codeChallenge } = readCarried(form)
  const callback = grantCode(host, user, {
    redirectUri: host.app.callbackUrl,
    codeChallenge,
    extra: { installation_id: String(installation.id), setup_action: setupAction, state },
  })
  return c.redirect(callback, 302)
}

function askOwners(host: Host, c: HostContext, account: Account, user: Account, carried: Carried): Response {
  signIn(host, c, user)
  requestInstallation(host, account, user)
  const { state, codeChallenge } = carried
  const extra = { setup_action: 'request', state }
  return c.redirect(grantCode(host, user, { redirectUri: host.app.callbackUrl, codeChallenge, extra }), 302)
}
