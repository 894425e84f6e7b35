import { isClientSecret } from '../app-credentials.ts'
import type { Host } from '../context.ts'
import type { Permissions } from '../options.ts'
import { type Account, accountOf } from '../store/accounts.ts'
import { findInstallation, type Installation } from '../store/installations.ts'
import { findInstallationToken, findUserToken } from '../store/tokens.ts'
import { ApiError, badCredentials } from './errors.ts'
import { looksLikeJsonWebToken, verifyAppToken } from './json-web-token.ts'

/** Who sends a request, as far as its credentials prove. */
export type Principal =
  | { kind: 'anonymous' }
  | { kind: 'app' }
  | { kind: 'client' }
  | { kind: 'user'; user: Account; tokenId: number }
  | {
      kind: 'installation'
      installation: Installation
      permissions: Permissions
      /** null means every repository of the installation. */
      repositoryIds: readonly number[] | null
      tokenHash: string
    }

/** Reads the Authorization header; a credential that does not hold is refused, never treated as absent. */
export function readPrincipal(host: Host, authorization: string | undefined): Principal {
  if (!authorization) return { kind: 'anonymous' }
  const [scheme = '', credential = ''] = authorization.trim().split(/\s+/, 2)
  if (/^basic$/i.test(scheme)) return readBasic(host, credential)
  if (!/^(?:bearer|token)$/i.test(scheme)) throw badCredentials()
  if (looksLikeJsonWebToken(credential)) {
    verifyAppToken(credential, host, host.now())
    return { kind: 'app' }
  }
  return readToken(host, credential)
}

function readBasic(host: Host, credential: string): Principal {
  const [id, secret = ''] = Buffer.from(credential, 'base64').toString('utf8').split(':', 2)
  if (id === host.app.clientId && isClientSecret(host.credentials, secret)) return { kind: 'client' }
  // Git and some clients send a token as the password of any user name.
  if (secret.startsWith('gh')) return readToken(host, secret)
  throw badCredentials()
}

function readToken(host: Host, token: string): Principal {
  const now = host.now()
  const userToken = findUserToken(host.db, token, now)
  if (userToken) return { kind: 'user', user: accountOf(host.db, userToken.user_id), tokenId: userToken.id }
  const row = findInstallationToken(host.db, token, now)
  const installation = row && findInstallation(host.db, row.installation_id)
  if (!row || !installation) throw badCredentials()
  if (installation.suspended_at) throw new ApiError(403, 'This installation has been suspended')
  return {
    kind: 'installation',
    installation,
    permissions: JSON.parse(row.permissions),
    repositoryIds: row.repository_ids === null ? null : JSON.parse(row.repository_ids),
    tokenHash: row.hash,
  }
}
