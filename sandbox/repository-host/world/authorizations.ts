import type { Host } from '../context.ts'
import { toAccountJson } from '../json/account.ts'
import type { Account } from '../store/accounts.ts'
import { deleteAuthorization } from '../store/tokens.ts'

/** Ends a person's authorisation of the App, as its settings page would. */
export function revokeAuthorization(host: Host, user: Account): boolean {
  const existed = deleteAuthorization(host.db, user.id)
  if (existed) announceRevocation(host, user)
  return existed
}

export function announceRevocation(host: Host, user: Account): void {
  host.webhooks.emit({
    event: 'github_app_authorization',
    action: 'revoked',
    installationId: null,
    repositoryId: null,
    payload: { action: 'revoked', sender: toAccountJson(host, user) },
  })
}
