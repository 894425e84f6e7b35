import type { Host } from '../context.ts'
import { type Account, accountOf } from '../store/accounts.ts'
import {
  deleteInstallationRequest,
  type InstallationRequest,
  insertInstallationRequest,
} from '../store/installation-requests.ts'
import { findInstallationOf, type Installation } from '../store/installations.ts'
import { timestamp } from '../timestamp.ts'
import { install } from './installations.ts'

/** Asks the owners of an organisation for the App; nothing is announced. */
export function requestInstallation(host: Host, account: Account, requester: Account): void {
  insertInstallationRequest(host.db, account.id, requester.id, timestamp(host.now()))
}

/** An owner agrees: the App is installed on all repositories, in the requester's name. */
export function approveRequest(host: Host, request: InstallationRequest): Installation {
  const account = accountOf(host.db, request.account_id)
  deleteInstallationRequest(host.db, request.id)
  const known = findInstallationOf(host.db, account.id)
  if (known) return known
  const requester = accountOf(host.db, request.requester_id)
  return install(host, account, { sender: account, requester }, { repository_selection: 'all', repositoryIds: [] })
}

/** An owner declines, which nobody is notified of; false when there is no such request. */
export function declineRequest(host: Host, id: number): boolean {
  return deleteInstallationRequest(host.db, id)
}
