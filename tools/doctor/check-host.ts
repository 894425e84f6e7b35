import { createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { App } from '@octokit/app'
import { Octokit } from '@octokit/core'
import { OAuthApp } from '@octokit/oauth-app'
import type { DoctorEnv } from '#lib/env.ts'
import { createHostFetch } from '#lib/github/host-fetch.ts'
import { type Finding, lack, note, ok } from './finding.ts'

type Found = Omit<Finding, 'target'>
type AppAnswer = {
  id?: number
  slug?: string
  client_id?: string
  permissions?: Record<string, string>
  events?: string[]
}
const form = resolve(import.meta.dirname, '../../docs/deploy/github-app.html')

/** Whether the repository host knows our App as the settings and its form describe it, and reaches us with its events. */
export async function checkHost(env: DoctorEnv): Promise<Finding[]> {
  const target = `repository host (${new URL(env.GITHUB_API_URL).host})`
  const found = [await checkClient(env), ...(await checkApp(env)), ...(await checkDelivery(env)), callbackNote(env)]
  return found.map((finding) => ({ target, ...finding }))
}

const octokitOf = ({ GITHUB_API_URL: baseUrl }: DoctorEnv) =>
  Octokit.defaults({ baseUrl, request: { fetch: createHostFetch(baseUrl) } })
const statusOf = (error: unknown) => (error as { status?: number }).status

/** With the right secret a token that cannot exist is unknown; with another one the question itself is refused. */
async function checkClient(env: DoctorEnv): Promise<Found> {
  const check = 'client'
  const app = new OAuthApp({
    clientType: 'github-app',
    clientId: env.GITHUB_CLIENT_ID,
    clientSecret: env.GITHUB_CLIENT_SECRET,
    Octokit: octokitOf(env),
  })
  try {
    await app.checkToken({ token: 'ghu_no-token-of-anyone' })
    return ok(check, 'id and secret are accepted')
  } catch (error) {
    const status = statusOf(error)
    if (status === 404 || status === 422) return ok(check, 'id and secret are accepted')
    if (status === 401 || status === 403)
      return lack(
        check,
        `id or secret is refused with HTTP ${status}`,
        'Nobody can connect repositories: set GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET to those of the App’s settings.',
      )
    return silent(check, status)
  }
}

function silent(check: string, status: number | undefined): Found {
  const advice = 'Check GITHUB_API_URL, this machine’s way out, and the host’s status page.'
  return lack(check, `no answer (${status ?? 'no connection'})`, advice)
}

async function checkApp(env: DoctorEnv): Promise<Found[]> {
  const { GITHUB_APP_ID: appId, GITHUB_APP_PRIVATE_KEY: privateKey } = env
  if (!appId || !privateKey)
    return [note('App', 'not checked: its number and key are in the environment of the worker alone')]
  const { octokit } = new App({ appId, privateKey, Octokit: octokitOf(env) })
  try {
    const { data: app } = (await octokit.request('GET /app')) as { data: AppAnswer }
    const { data: hook } = await octokit.request('GET /app/hook/config')
    const { data: log } = await octokit.request('GET /app/hook/deliveries', { per_page: 20 })
    return [checkIdentity(env, app), ...(await compareForm(app)), checkHook(env, hook), checkLog(log)]
  } catch (error) {
    const status = statusOf(error)
    if (status === undefined || status >= 500) return [silent('App', status)]
    const advice =
      'Private repositories and lost webhooks are not read: set GITHUB_APP_ID and GITHUB_APP_PRIVATE_KEY to those of the App.'
    return [lack('App', `number or key is refused (${status})`, advice)]
  }
}

function checkIdentity(env: DoctorEnv, app: AppAnswer): Found {
  if (app.slug !== env.GITHUB_APP_SLUG)
    return lack(
      'App',
      `the key is of the App ${app.slug}`,
      `People would install another App: set GITHUB_APP_SLUG=${app.slug}.`,
    )
  if (app.client_id && app.client_id !== env.GITHUB_CLIENT_ID)
    return lack('App', 'GITHUB_CLIENT_ID is of another App', `Set GITHUB_CLIENT_ID=${app.client_id}, with its secret.`)
  return ok('App', `${app.slug}, number and key are accepted`)
}

/** More than the form asks for is good to know, less is lacking. */
async function compareForm({ permissions = {}, events = [] }: AppAnswer): Promise<Found[]> {
  const [, text = '{}'] =
    /<script type="application\/json" id="manifest">([\s\S]*?)<\/script>/.exec(await readFile(form, 'utf8')) ?? []
  const wanted = JSON.parse(text) as { default_permissions: Record<string, string>; default_events: string[] }
  const rank = ['read', 'write', 'admin']
  const missing = Object.entries(wanted.default_permissions).filter(
    ([name, level]) => rank.indexOf(permissions[name] ?? '') < rank.indexOf(level),
  )
  const unheard = wanted.default_events.filter((event) => !events.includes(event))
  const where = 'in the App’s settings, and have each account accept the change.'
  return [
    missing.length === 0
      ? ok('permissions', 'as docs/deploy/github-app.html asks for')
      : lack(
          'permissions',
          `lacks ${missing.map((pair) => pair.join(': ')).join(', ')}`,
          `Repositories cannot be read: add them ${where}`,
        ),
    permissions.workflows
      ? lack(
          'workflows',
          'the App may change workflows',
          `Nothing here needs that, and it could run code: remove it ${where}`,
        )
      : ok('workflows', 'not asked for'),
    unheard.length === 0
      ? ok('events', 'as docs/deploy/github-app.html asks for')
      : lack(
          'events',
          `lacks ${unheard.join(', ')}`,
          'Lost rights and closed issues are noticed late: subscribe to them in the App’s settings.',
        ),
  ]
}

function checkHook(
  { PUBLIC_ORIGIN }: DoctorEnv,
  hook: { url?: string; insecure_ssl?: string | number; content_type?: string; secret?: string },
): Found {
  const ours = `${PUBLIC_ORIGIN}/api/v1/webhooks/github/`
  const advice = `Events do not arrive: in the App’s settings, set the webhook to ${ours}, as JSON, with certificates checked and the secret of GITHUB_WEBHOOK_SECRETS.`
  if (hook.url !== ours) return lack('webhook', `leads to ${hook.url || 'nowhere'}`, advice)
  if (hook.content_type !== 'json') return lack('webhook', `is sent as ${hook.content_type}`, advice)
  if (String(hook.insecure_ssl) !== '0') return lack('webhook', 'does not check our certificate', advice)
  if (!hook.secret) return lack('webhook', 'is not signed', advice)
  return ok('webhook', ours)
}

/** The host never shows the secret; the answer to what it delivered last shows whether it is ours. */
function checkLog(log: readonly { status_code: number }[]): Found {
  const [last] = log
  if (!last) return note('deliveries', 'none yet: the first one shows whether the host signs with our secret')
  if (last.status_code >= 200 && last.status_code < 300) return ok('deliveries', 'the last one was accepted')
  const detail = `the last one was answered with ${last.status_code || 'nothing'}`
  const isSecret = last.status_code === 401 || last.status_code === 403
  return lack(
    'deliveries',
    detail,
    isSecret
      ? 'The App signs with another secret than GITHUB_WEBHOOK_SECRETS: make them the same.'
      : 'Events do not arrive: see at the App’s settings, Advanced, what each one met.',
  )
}

/** What the host would send, signed with our secrets, to our own public address. */
async function checkDelivery({ GITHUB_WEBHOOK_SECRETS: secrets, PUBLIC_ORIGIN }: DoctorEnv): Promise<Found[]> {
  if (!secrets) return [note('signed delivery', 'not tried: the secret is in the environment of the web program alone')]
  const body = JSON.stringify({ zen: 'A delivery of npm run doctor.', hook_id: 0 })
  const statuses = await Promise.all(
    secrets.map((secret) => deliver(`${PUBLIC_ORIGIN}/api/v1/webhooks/github/`, body, secret)),
  )
  const bad = statuses.find((status) => status === undefined || status >= 300)
  if (bad === undefined && !statuses.includes(undefined))
    return [ok('signed delivery', 'accepted by the running web program')]
  if (bad === 401)
    return [
      lack(
        'signed delivery',
        'refused by the running web program',
        'It runs with other secrets than these: restart it with GITHUB_WEBHOOK_SECRETS as here.',
      ),
    ]
  return [
    lack(
      'signed delivery',
      `answered with ${bad ?? 'nothing'}`,
      'Events do not arrive: see the part origin, and that the proxy lets POST requests of 2 MiB through.',
    ),
  ]
}

async function deliver(url: string, body: string, secret: string): Promise<number | undefined> {
  const headers = {
    'content-type': 'application/json',
    'x-github-event': 'ping',
    'x-github-delivery': crypto.randomUUID(),
    'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
  }
  try {
    return (await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal: AbortSignal.timeout(8_000) }))
      .status
  } catch {
    return undefined
  }
}

function callbackNote({ PUBLIC_ORIGIN }: DoctorEnv): Found {
  return note(
    'callback',
    `no answer of the host names it: compare it in the App’s settings with ${PUBLIC_ORIGIN}/connect/github`,
  )
}
