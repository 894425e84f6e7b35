import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { App } from '@octokit/app'
import { Octokit } from '@octokit/core'
import { personas } from '../personas.ts'
import { type RepositoryHost, startRepositoryHost } from './host.ts'
import type { RepositoryHostOptions } from './options.ts'

export const callbackUrl = 'http://127.0.0.1:3999/callback'

export type TestHost = RepositoryHost & { dataDir: string; remove: () => Promise<void> }

/** A separate host on a free port and in a folder that `remove` deletes. */
export async function startTestHost(options: Partial<RepositoryHostOptions> = {}): Promise<TestHost> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'repository-host-')))
  const host = await startRepositoryHost({ port: 0, dataDir, personas, appCallbackUrl: callbackUrl, ...options })
  const remove = async () => {
    await host.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { ...host, dataDir, remove }
}

/** The App as its own programs run it, on the real SDK. */
export function createApp(host: RepositoryHost) {
  const { id, privateKeyPem, clientId, clientSecret, webhookSecret } = host.app
  return new App({
    appId: id,
    privateKey: privateKeyPem,
    oauth: { clientId, clientSecret },
    webhooks: { secret: webhookSecret },
    Octokit: octokitFor(host),
    log: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined },
  })
}

/** A client of one user token, or of nobody. */
export function asUser(host: RepositoryHost, token?: string): Octokit {
  return new (octokitFor(host))(token === undefined ? {} : { auth: token })
}

/** Posts the install form as a browser without scripts would; returns the callback's parameters. */
export async function install(
  host: RepositoryHost,
  login: string,
  account: string,
  repositoryIds?: readonly number[],
): Promise<URLSearchParams> {
  const form = new URLSearchParams({ login, account, state: 'state-1' })
  form.set('repository_selection', repositoryIds ? 'selected' : 'all')
  for (const id of repositoryIds ?? []) form.append('repository_ids[]', String(id))
  return postForCallback(`${host.url}/apps/${host.app.slug}/installations/new`, form)
}

/** Posts the consent form; returns the callback's parameters. */
export function authorize(host: RepositoryHost, login: string, more: Record<string, string> = {}) {
  const form = new URLSearchParams({ client_id: host.app.clientId, redirect_uri: callbackUrl, login, ...more })
  return postForCallback(`${host.url}/login/oauth/authorize`, form)
}

/** A fresh user token of this person, got through consent and the SDK. */
export async function signIn(host: RepositoryHost, login: string): Promise<string> {
  const code = (await authorize(host, login)).get('code') ?? ''
  const { authentication } = await createApp(host).oauth.createToken({ code })
  return authentication.token
}

/** Plays an event of the world outside. */
export async function play(host: RepositoryHost, method: string, path: string, body?: object) {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${host.url}/sandbox${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  const text = await answer.text()
  return text === '' ? undefined : JSON.parse(text)
}

export type Received = { headers: IncomingHttpHeaders; body: string }

/** A webhook endpoint that keeps what it gets and answers with `status`. */
export async function startReceiver(receiver = { status: 202 }) {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await text(request) })
    response.writeHead(receiver.status).end('noted')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The receiver has no port')
  const stop = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${address.port}/hook`, received, stop }
}

function octokitFor(host: RepositoryHost) {
  return Octokit.defaults({ baseUrl: host.apiUrl })
}

async function postForCallback(url: string, body: URLSearchParams): Promise<URLSearchParams> {
  const answer = await fetch(url, { method: 'POST', body, redirect: 'manual' })
  const location = answer.headers.get('location') ?? ''
  if (answer.status !== 302 || !location.startsWith(callbackUrl)) {
    throw new Error(`${answer.status} ${location} ${await answer.text()}`)
  }
  return new URL(location).searchParams
}
