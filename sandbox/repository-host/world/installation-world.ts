import { Hono } from 'hono'
import { z } from 'zod'
import { ApiError, notFound } from '../api/errors.ts'
import { type HostEnv, readBody, readNumber } from '../api/request.ts'
import type { Host } from '../context.ts'
import { toInstallationJson } from '../json/installation.ts'
import { toInstallationRequestJson } from '../json/installation-request.ts'
import { findInstallationRequest, listInstallationRequests } from '../store/installation-requests.ts'
import { listInstallations } from '../store/installations.ts'
import { approveRequest, declineRequest } from './installation-requests.ts'
import { acceptPermissions, resumeInstallation, suspendInstallation, uninstall } from './installations.ts'
import { requirePathInstallation } from './world-paths.ts'

const level = z.enum(['read', 'write', 'admin'])
const acceptance = z.strictObject({
  permissions: z.record(z.string(), level).optional(),
  events: z.array(z.string()).optional(),
})

/** What owners of accounts do with installations and with requests for them. */
export function installationWorld(host: Host): Hono<HostEnv> {
  const world = new Hono<HostEnv>()
  world.get('/installations', (c) =>
    c.json(listInstallations(host.db).map((installation) => toInstallationJson(host, installation))),
  )
  world.put('/installations/:installation_id/suspended', (c) => {
    suspendInstallation(host, requirePathInstallation(host, c))
    return c.body(null, 204)
  })
  world.delete('/installations/:installation_id/suspended', (c) => {
    resumeInstallation(host, requirePathInstallation(host, c))
    return c.body(null, 204)
  })
  world.put('/installations/:installation_id/permissions', async (c) => {
    const accepted = acceptance.safeParse(await readBody(c))
    if (!accepted.success) throw new ApiError(422, z.prettifyError(accepted.error))
    const changed = acceptPermissions(host, requirePathInstallation(host, c), accepted.data)
    return c.json(toInstallationJson(host, changed))
  })
  world.delete('/installations/:installation_id', (c) => {
    uninstall(host, requirePathInstallation(host, c))
    return c.body(null, 204)
  })
  world.get('/installation-requests', (c) =>
    c.json(listInstallationRequests(host.db).map((request) => toInstallationRequestJson(host, request))),
  )
  world.post('/installation-requests/:request_id/approval', (c) => {
    const request = findInstallationRequest(host.db, readNumber(c, 'request_id'))
    if (!request) throw notFound()
    return c.json(toInstallationJson(host, approveRequest(host, request)), 201)
  })
  world.delete('/installation-requests/:request_id', (c) => {
    if (!declineRequest(host, readNumber(c, 'request_id'))) throw notFound()
    return c.body(null, 204)
  })
  return world
}
