import { Hono } from 'hono'
import { ApiError, notFound } from '../api/errors.ts'
import { type HostEnv, readBody } from '../api/request.ts'
import type { Host } from '../context.ts'
import { toAccountJson } from '../json/account.ts'
import { ensureAccount, type MemberRole } from '../store/accounts.ts'
import { timestamp } from '../timestamp.ts'
import { revokeAuthorization } from './authorizations.ts'
import { changeMembership, endMembership } from './people.ts'
import { requireAccount } from './world-paths.ts'
import { readText } from './world-requests.ts'

const memberRoles: readonly MemberRole[] = ['admin', 'installer', 'member']

/** Who belongs to which organisation, and who still lets the App act for them. */
export function peopleWorld(host: Host): Hono<HostEnv> {
  const world = new Hono<HostEnv>()
  world.put('/orgs', async (c) => {
    const body = await readBody(c)
    const none = { name: null, email: null, created_at: timestamp(host.now()) }
    const account = ensureAccount(host.db, { ...none, login: readText(body, 'login'), type: 'Organization' })
    return c.json(toAccountJson(host, account))
  })
  world.put('/orgs/:org/members/:login', async (c) => {
    const [organization, user] = [c.req.param('org'), c.req.param('login')].map((login) => requireAccount(host, login))
    const { role: wanted } = await readBody(c)
    const role = memberRoles.find((known) => known === wanted)
    if (!role || !user || organization?.type !== 'Organization')
      throw new ApiError(422, `role must be one of ${memberRoles.join(', ')}, in an organisation`)
    changeMembership(host, organization, user, role)
    return c.json({ organization: organization.login, login: user.login, role })
  })
  world.delete('/orgs/:org/members/:login', (c) => {
    const organization = requireAccount(host, c.req.param('org'))
    if (!endMembership(host, organization, requireAccount(host, c.req.param('login')))) throw notFound()
    return c.body(null, 204)
  })
  world.delete('/authorizations/:login', (c) => {
    if (!revokeAuthorization(host, requireAccount(host, c.req.param('login')))) throw notFound()
    return c.body(null, 204)
  })
  return world
}
