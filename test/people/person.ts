import { type CallInput, callWith, type ReplyOf } from '#lib/client/api.ts'
import type { OperationId } from '#lib/domain/operations.ts'
import { recentSignInSeconds } from '#lib/domain/recent-sign-in.ts'

export type Places = { origin: string; wallets: string; repositories: string; appSlug: string }

/** A person at a browser: keeps cookies, sends this origin, and acts on the providers' own pages. */
export class Person {
  readonly persona: string
  readonly login: string
  readonly places: Places
  private readonly cookies = new Map<string, string>()
  private readonly fetch: typeof fetch
  private signedInAt = 0

  constructor(persona: string, login: string, places: Places, send: typeof fetch = fetch) {
    this.fetch = send
    this.persona = persona
    this.login = login
    this.places = places
  }

  /** Calls one operation of the public API. */
  call<Id extends OperationId>(id: Id, input?: Partial<CallInput<Id>>): Promise<ReplyOf<Id>> {
    return callWith((url, init) => this.send(String(url), init), this.places.origin, id, input)
  }

  /** Sends any request with this person's cookies and origin; headers given here win. */
  async send(url: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    if (!headers.has('origin')) headers.set('origin', this.places.origin)
    if (this.cookies.size > 0) headers.set('cookie', this.cookieHeader())
    const response = await this.fetch(url, { ...init, headers })
    for (const cookie of response.headers.getSetCookie()) this.keep(cookie)
    return response
  }

  /** Every cookie of this browser, as it sends them. */
  cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  private keep(cookie: string): void {
    const [pair = ''] = cookie.split(';')
    const at = pair.indexOf('=')
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)]
    if (value) this.cookies.set(name, value)
    else this.cookies.delete(name)
  }

  /** The whole sign-in, as a browser does it. */
  async signIn(): Promise<ReplyOf<'exchangeIdentity'>> {
    const device = await this.call('startSocialLogin', { body: { device_id: `device-of-${this.persona}` } })
    const { userToken, encryptionKey, refreshToken } = await this.signInAtProvider(device)
    const signedIn = await this.call('exchangeIdentity', {
      body: { user_token: userToken, encryption_key: encryptionKey, refresh_token: refreshToken },
    })
    this.signedInAt = Date.now()
    return signedIn
  }

  /** Signs in again unless the sign-in stays recent for a while, as steps about money and keys ask. */
  async signInUnlessRecent(): Promise<void> {
    if (Date.now() - this.signedInAt > (recentSignInSeconds * 1_000) / 2) await this.signIn()
  }

  private async signInAtProvider(device: { device_token: string; device_encryption_key: string }) {
    const body = {
      persona: this.persona,
      deviceToken: device.device_token,
      deviceEncryptionKey: device.device_encryption_key,
    }
    return this.atProvider<{ userToken: string; encryptionKey: string; refreshToken: string }>('/sandbox/login', body)
  }

  /** Approves a challenge on the provider's page. */
  async approve(challengeId: string, session: { user_token: string; encryption_key: string }): Promise<void> {
    const body = { userToken: session.user_token, encryptionKey: session.encryption_key }
    await this.atProvider(`/sandbox/challenges/${challengeId}/approve`, body)
  }

  private async atProvider<T>(path: string, body: object): Promise<T> {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${this.places.wallets}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`the wallet provider's page answered ${response.status}: ${text}`)
    const value = text ? (JSON.parse(text) as { data?: T }) : {}
    return (value.data ?? value) as T
  }

  /** Installs the App on every repository of an account and returns what the redirect carries back. */
  async installApp(installationUrl: string, account: string): Promise<URLSearchParams> {
    const url = new URL(installationUrl)
    const form = new URLSearchParams({ login: this.login, account, repository_selection: 'all' })
    for (const [name, value] of url.searchParams) form.set(name, value)
    const response = await fetch(`${url.origin}${url.pathname}`, { method: 'POST', body: form, redirect: 'manual' })
    const location = response.headers.get('location')
    if (!location) throw new Error(`the repository host's page answered ${response.status}: ${await response.text()}`)
    return new URL(location).searchParams
  }
}
