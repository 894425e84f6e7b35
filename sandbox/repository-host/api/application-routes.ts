import { Hono } from 'hono'
import type { Host } from '../context.ts'
import { toAccountJson } from '../json/account.ts'
import { accountOf } from '../store/accounts.ts'
import { deleteAuthorization, deleteUserToken, findUserToken, hashSecret, type UserToken } from '../store/tokens.ts'
import { timestamp } from '../timestamp.ts'
import { announceRevocation } from '../world/authorizations.ts'
import { ApiError, badCredentials, notFound } from './errors.ts'
import { type HostContext, type HostEnv, readBody } from './request.ts'

/** What the App's OAuth side checks and ends, with client id and secret as user name and password. */
export function applicationRoutes(host: Host): Hono<HostEnv> {
  const routes = new Hono<HostEnv>()
  routes.post('/applications/:client_id/token', async (c) => {
    const { row, token } = await readToken(host, c)
    return c.json(toAuthorizationJson(host, row, token))
  })
  routes.delete('/applications/:client_id/token', async (c) => {
    const { row } = await readToken(host, c)
    deleteUserToken(host.db, row.id)
    return c.body(null, 204)
  })
  routes.delete('/applications/:client_id/grant', async (c) => {
    const { row } = await readToken(host, c)
    deleteAuthorization(host.db, row.user_id)
    announceRevocation(host, accountOf(host.db, row.user_id))
    return c.body(null, 204)
  })
  return routes
}

async function readToken(host: Host, c: HostContext): Promise<{ row: UserToken; token: string }> {
  if (c.get('principal').kind !== 'client') throw badCredentials()
  if (c.req.param('client_id') !== host.app.clientId) throw notFound()
  const { access_token: token } = await readBody(c)
  if (typeof token !== 'string') throw new ApiError(422, 'Validation Failed')
  const row = findUserToken(host.db, token, host.now())
  if (!row) throw notFound()
  return { row, token }
}

function toAuthorizationJson(host: Host, row: UserToken, token: string) {
  return {
    id: row.id,
    url: `${host.apiUrl}/authorizations/${row.id}`,
    scopes: null,
    token,
    token_last_eight: row.last_eight,
    hashed_token: hashSecret(token),
    app: { client_id: host.app.clientId, name: host.app.name, url: `${host.url}/apps/${host.app.slug}` },
    note: null,
    note_url: null,
    updated_at: timestamp(new Date(row.created_at)),
    created_at: timestamp(new Date(row.created_at)),
    fingerprint: null,
    expires_at: timestamp(new Date(row.expires_at)),
    user: toAccountJson(host, accountOf(host.db, row.user_id)),
  }
}
