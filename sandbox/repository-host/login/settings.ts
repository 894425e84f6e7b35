import { Hono } from 'hono'
import { html } from 'hono/html'
import { type HostContext, type HostEnv, readNumber } from '../api/request.ts'
import type { Host } from '../context.ts'
import { type Account, listInstallTargets } from '../store/accounts.ts'
import { accountOfInstallation, findInstallation, type Installation } from '../store/installations.ts'
import {
  changeSelection,
  grantOptional,
  resumeInstallation,
  suspendInstallation,
  uninstall,
} from '../world/installations.ts'
import { optionalChoice, readOptional } from './optional-permissions.ts'
import { sendPage, sendProblem } from './page.ts'
import { readChoice, repositoryChoice } from './repository-choice.ts'
import { readForm, requirePersona, sendSignIn, signedInUser } from './session.ts'

/** The page on which an account's owner configures, suspends or removes an installation. */
export function settingsRoutes(host: Host): Hono<HostEnv> {
  const routes = new Hono<HostEnv>()
  routes.get('/settings/installations/:installation_id', (c) => showSettings(host, c))
  routes.post('/settings/installations/:installation_id', (c) => changeSettings(host, c))
  return routes
}

function showSettings(host: Host, c: HostContext): Promise<Response> {
  const user = signedInUser(host, c)
  if (!user) return sendSignIn(host, c, new URL(c.req.url).pathname)
  const installation = findConfigurable(host, c, user)
  if (!installation) return sendProblem(c, 404, 'Not found', 'There is no such installation, or it is not yours.')
  const account = accountOfInstallation(host.db, installation)
  const body = html`<form class="card" method="post">
      ${repositoryChoice(host, account, installation)} ${optionalChoice(host, account, installation)}
      <button class="main" name="action" value="save">Save</button>
    </form>
    <form class="card" method="post">
      <p>${installation.suspended_at ? `Suspended since ${installation.suspended_at}.` : 'Active.'}</p>
      ${
        installation.suspended_at
          ? html`<button name="action" value="unsuspend">Unsuspend</button>`
          : html`<button name="action" value="suspend">Suspend</button>`
      }
      <button class="danger" name="action" value="uninstall">Uninstall</button>
    </form>`
  return sendPage(c, { title: `${host.app.name} on ${account.login}`, body })
}

async function changeSettings(host: Host, c: HostContext): Promise<Response> {
  const form = await readForm(host, c)
  const user = requirePersona(host, form.get('login') ?? signedInUser(host, c)?.login ?? null)
  const installation = findConfigurable(host, c, user)
  if (!installation) return sendProblem(c, 404, 'Not found', 'There is no such installation, or it is not yours.')
  const action = form.get('action')
  if (action === 'suspend') suspendInstallation(host, installation, user)
  else if (action === 'unsuspend') resumeInstallation(host, installation, user)
  else if (action === 'save') {
    const choice = readChoice(host, accountOfInstallation(host.db, installation), form)
    if (!choice) return sendProblem(c, 400, 'Bad request', 'Choose all repositories, or at least one of this account.')
    grantOptional(host, changeSelection(host, installation, user, choice), readOptional(form))
  } else if (action === 'uninstall') {
    uninstall(host, installation, user)
    return c.redirect('/', 303)
  }
  return c.redirect(new URL(c.req.url).pathname, 303)
}

function findConfigurable(host: Host, c: HostContext, user: Account): Installation | undefined {
  const installation = findInstallation(host.db, readNumber(c, 'installation_id'))
  const targets = listInstallTargets(host.db, user.id)
  return targets.some((account) => account.id === installation?.account_id) ? installation : undefined
}
