import type { PublishingPlace } from './publisher.ts'

export type CloneToken = { token: string; expiresAt: Date }

/**
 * Short-lived rights to clone one private repository; for the worker program alone. Calls may throw
 * `repository_permission`, `repository_host_limited`, `repository_host_unavailable` or `repository_host_refused`.
 */
export type CloneTokens = {
  /** Mints a token that reads the contents of this repository and nothing else. */
  mint(place: PublishingPlace): Promise<CloneToken>
  /** Ends a token before its time; one that has ended already is as well. */
  revoke(token: string): Promise<void>
}
