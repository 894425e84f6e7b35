import type { Host } from '../context.ts'
import { accountOf, findAccount } from '../store/accounts.ts'
import { accountOfInstallation, type Installation, listInstallations, permissionsOf } from '../store/installations.ts'
import { toAccountJson } from './account.ts'
import { nodeId } from './node-id.ts'

/** Organisation or person that registered the App. */
const appOwner = 'jobwright'

export function toInstallationJson(host: Host, installation: Installation) {
  const account = accountOfInstallation(host.db, installation)
  const events: string[] = JSON.parse(installation.events)
  return {
    id: installation.id,
    client_id: host.app.clientId,
    account: toAccountJson(host, account),
    repository_selection: installation.repository_selection,
    access_tokens_url: `${host.apiUrl}/app/installations/${installation.id}/access_tokens`,
    repositories_url: `${host.apiUrl}/installation/repositories`,
    html_url: `${host.url}/settings/installations/${installation.id}`,
    app_id: host.app.id,
    app_slug: host.app.slug,
    target_id: account.id,
    target_type: account.type,
    permissions: permissionsOf(installation),
    events,
    created_at: installation.created_at,
    updated_at: installation.updated_at,
    single_file_name: null,
    has_multiple_single_files: false,
    single_file_paths: [],
    suspended_by:
      installation.suspended_by_id === null
        ? null
        : toAccountJson(host, accountOf(host.db, installation.suspended_by_id)),
    suspended_at: installation.suspended_at,
  }
}

export function toAppJson(host: Host) {
  const { app } = host
  const owner = findAccount(host.db, appOwner)
  return {
    id: app.id,
    slug: app.slug,
    client_id: app.clientId,
    node_id: nodeId('A', app.id),
    owner: owner ? toAccountJson(host, owner) : null,
    name: app.name,
    description: app.description,
    external_url: new URL(app.callbackUrl).origin,
    html_url: `${host.url}/apps/${app.slug}`,
    created_at: app.createdAt,
    updated_at: app.createdAt,
    permissions: app.permissions,
    events: app.events,
    installations_count: listInstallations(host.db).length,
  }
}
