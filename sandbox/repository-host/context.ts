import type { Persona } from '../personas.ts'
import type { AppCredentials } from './app-credentials.ts'
import type { AppRegistration } from './app-registration.ts'
import type { Faults } from './faults/faults.ts'
import type { WebhookSender } from './hooks/sender.ts'
import type { Database } from './store/database.ts'

/** What every request handler works with. */
export type Host = {
  db: Database
  dataDir: string
  personas: readonly Persona[]
  /** Origin of the web pages and of git over HTTP, no trailing slash. */
  url: string
  apiUrl: string
  app: AppRegistration
  credentials: AppCredentials
  webhooks: WebhookSender
  faults: Faults
  now: () => Date
}

/** Whether a browser's Origin header names this host itself, by either name of loopback. */
export function isOwnOrigin(host: Pick<Host, 'url'>, origin: string): boolean {
  return origin === host.url || origin === host.url.replace('//127.0.0.1:', '//localhost:')
}
