import type { Host } from '../context.ts'
import { announceInstallation, announceSelection } from '../hooks/events.ts'
import type { Permissions } from '../options.ts'
import { type Account, optionalGrantors } from '../store/accounts.ts'
import { inTransaction } from '../store/database.ts'
import {
  accountOfInstallation,
  deleteInstallation,
  findInstallation,
  findInstallationOf,
  type Installation,
  type InstallationChoice,
  insertInstallation,
  listInstallationRepositories,
  markSuspended,
  markUnsuspended,
  permissionsOf,
  selectRepositories,
  updatePermissions,
} from '../store/installations.ts'
import { timestamp } from '../timestamp.ts'

/** Installs the App on an account, or changes the repositories of the installation that is there. */
export function installOrUpdate(
  host: Host,
  account: Account,
  sender: Account,
  choice: InstallationChoice,
  withOptional?: boolean,
): { installation: Installation; setupAction: 'install' | 'update' } {
  const known = findInstallationOf(host.db, account.id)
  if (!known) return { installation: install(host, account, { sender }, choice, withOptional), setupAction: 'install' }
  const changed = changeSelection(host, known, sender, choice)
  return { installation: grantOptional(host, changed, withOptional), setupAction: 'update' }
}

/** Installs the App on an account that has none of its installations yet, perhaps because a member had asked for it. */
export function install(
  host: Host,
  account: Account,
  by: { sender: Account; requester?: Account },
  choice: InstallationChoice,
  withOptional = grantsOptional(host, account),
): Installation {
  const at = timestamp(host.now())
  const id = inTransaction(host.db, () => {
    const { events, optionalPermissions } = host.app
    const permissions = { ...host.app.permissions, ...(withOptional && optionalPermissions) }
    const created = insertInstallation(host.db, { accountId: account.id, permissions, events, at })
    selectRepositories(host.db, created, choice, at)
    return created
  })
  const installation = reload(host, id)
  const repositories = listInstallationRepositories(host.db, installation)
  announceInstallation(host, installation, { action: 'created', ...by, repositories })
  return installation
}

/** Changes which repositories the installation covers and announces the difference. */
export function changeSelection(
  host: Host,
  installation: Installation,
  sender: Account,
  choice: InstallationChoice,
): Installation {
  const before = listInstallationRepositories(host.db, installation)
  inTransaction(host.db, () => selectRepositories(host.db, installation.id, choice, timestamp(host.now())))
  const changed = reload(host, installation.id)
  const after = listInstallationRepositories(host.db, changed)
  announceSelection(host, changed, {
    sender,
    added: after.filter((one) => !before.some((other) => other.id === one.id)),
    removed: before.filter((one) => !after.some((other) => other.id === one.id)),
  })
  return changed
}

export function suspendInstallation(
  host: Host,
  installation: Installation,
  sender = ownerOf(host, installation),
): void {
  if (!markSuspended(host.db, installation.id, sender.id, timestamp(host.now()))) return
  announceInstallation(host, reload(host, installation.id), { action: 'suspend', sender })
}

export function resumeInstallation(host: Host, installation: Installation, sender = ownerOf(host, installation)): void {
  if (!markUnsuspended(host.db, installation.id, timestamp(host.now()))) return
  announceInstallation(host, reload(host, installation.id), { action: 'unsuspend', sender })
}

/** The account's owner accepts what the App now asks for; what is not named stays as it is. */
export function acceptPermissions(
  host: Host,
  installation: Installation,
  accepted: { permissions?: Permissions | undefined; events?: readonly string[] | undefined },
): Installation {
  const known: string[] = JSON.parse(installation.events)
  const { permissions = permissionsOf(installation), events = known } = accepted
  updatePermissions(host.db, installation.id, { permissions, events }, timestamp(host.now()))
  const changed = reload(host, installation.id)
  announceInstallation(host, changed, { action: 'new_permissions_accepted', sender: ownerOf(host, changed) })
  return changed
}

/** Grants or withdraws what the App asks for as optional; nothing changes while nothing is said. */
export function grantOptional(host: Host, installation: Installation, isWanted: boolean | undefined): Installation {
  if (isWanted === undefined || isWanted === hasOptional(host, installation)) return installation
  const { permissions, optionalPermissions } = host.app
  return acceptPermissions(host, installation, {
    permissions: { ...permissions, ...(isWanted && optionalPermissions) },
  })
}

export function hasOptional(host: Host, installation: Installation): boolean {
  const granted = permissionsOf(installation)
  return Object.entries(host.app.optionalPermissions).every(([name, level]) => granted[name] === level)
}

/** Whether an account's owners grant the optional permissions, unless they say otherwise. */
export function grantsOptional(host: Host, account: Account): boolean {
  return optionalGrantors(host.db).includes(account.login)
}

/** Removes the App from the account; its tokens die at once. */
export function uninstall(host: Host, installation: Installation, sender = ownerOf(host, installation)): void {
  const repositories = listInstallationRepositories(host.db, installation)
  if (!deleteInstallation(host.db, installation.id)) return
  announceInstallation(host, installation, { action: 'deleted', sender, repositories })
}

function reload(host: Host, id: number): Installation {
  const installation = findInstallation(host.db, id)
  if (!installation) throw new Error(`No installation ${id}`)
  return installation
}

function ownerOf(host: Host, installation: Installation): Account {
  return accountOfInstallation(host.db, installation)
}
