import type { Host } from '../context.ts'
import { toAccountJson } from '../json/account.ts'
import { toInstallationJson } from '../json/installation.ts'
import { nodeId } from '../json/node-id.ts'
import { toRepositoryJson, toRepositoryReference } from '../json/repository.ts'
import type { Account } from '../store/accounts.ts'
import { findInstallationOf, type Installation, installationCovering } from '../store/installations.ts'
import type { Repository } from '../store/repositories.ts'

/** Announces what happened in a repository, if the App is installed there and asked for this kind of event. */
export function announceInRepository(
  host: Host,
  repository: Repository,
  happening: { event: string; action: string | null; sender: Account; details: object },
): void {
  const installation = installationCovering(host.db, repository)
  if (!installation || installation.suspended_at) return
  const events: string[] = JSON.parse(installation.events)
  if (!events.includes(happening.event)) return
  host.webhooks.emit({
    event: happening.event,
    action: happening.action,
    installationId: installation.id,
    repositoryId: repository.id,
    payload: {
      ...(happening.action !== null && { action: happening.action }),
      ...happening.details,
      repository: toRepositoryJson(host, repository),
      sender: toAccountJson(host, happening.sender),
      installation: { id: installation.id, node_id: nodeId('IN', installation.id) },
    },
  })
}

/** Announces what happened in an organisation, if the App is installed on it and asked for this kind of event. */
export function announceInOrganization(
  host: Host,
  organization: Account,
  happening: { event: string; action: string; details: object },
): void {
  const installation = findInstallationOf(host.db, organization.id)
  if (!installation || installation.suspended_at) return
  const events: string[] = JSON.parse(installation.events)
  if (!events.includes(happening.event)) return
  const { action, details } = happening
  const account = toAccountJson(host, organization)
  host.webhooks.emit({
    event: happening.event,
    action,
    installationId: installation.id,
    repositoryId: null,
    payload: {
      action,
      ...details,
      organization: account,
      sender: account,
      installation: { id: installation.id, node_id: nodeId('IN', installation.id) },
    },
  })
}

/** Announces a change of the installation itself; every App hears of those. */
export function announceInstallation(
  host: Host,
  installation: Installation,
  change: { action: string; sender: Account; repositories?: readonly Repository[]; requester?: Account | undefined },
): void {
  host.webhooks.emit({
    event: 'installation',
    action: change.action,
    installationId: installation.id,
    repositoryId: null,
    payload: {
      action: change.action,
      installation: toInstallationJson(host, installation),
      ...(change.repositories && { repositories: change.repositories.map(toRepositoryReference) }),
      requester: change.requester ? toAccountJson(host, change.requester) : null,
      sender: toAccountJson(host, change.sender),
    },
  })
}

/** Announces which repositories an installation gained or lost. */
export function announceSelection(
  host: Host,
  installation: Installation,
  change: { sender: Account; added: readonly Repository[]; removed: readonly Repository[] },
): void {
  const announce = (action: 'added' | 'removed') =>
    host.webhooks.emit({
      event: 'installation_repositories',
      action,
      installationId: installation.id,
      repositoryId: null,
      payload: {
        action,
        installation: toInstallationJson(host, installation),
        repository_selection: installation.repository_selection,
        repositories_added: action === 'added' ? change.added.map(toRepositoryReference) : [],
        repositories_removed: action === 'removed' ? change.removed.map(toRepositoryReference) : [],
        requester: null,
        sender: toAccountJson(host, change.sender),
      },
    })
  if (change.added.length) announce('added')
  if (change.removed.length) announce('removed')
}
