import type { Host } from '../context.ts'
import { accountOf } from '../store/accounts.ts'
import type { InstallationRequest } from '../store/installation-requests.ts'
import { toAccountJson } from './account.ts'
import { nodeId } from './node-id.ts'

export function toInstallationRequestJson(host: Host, request: InstallationRequest) {
  return {
    id: request.id,
    node_id: nodeId('IR', request.id),
    account: toAccountJson(host, accountOf(host.db, request.account_id)),
    requester: toAccountJson(host, accountOf(host.db, request.requester_id)),
    created_at: request.created_at,
  }
}
