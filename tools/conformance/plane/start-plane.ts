import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AgentRole } from '#lib/domain/agent.ts'
import { answerCall } from './answer-call.ts'
import { configurationOf, heartbeat } from './bodies.ts'
import { createCredentials } from './credentials.ts'
import { type Plane, randomAddress } from './plane.ts'

/** Listens; port 0 takes a free one. The origin is the listener's own unless another name for it is given. */
export async function startPlane(options: {
  role: AgentRole
  host: string
  port: number
  origin?: string | undefined
}) {
  const { role, host } = options
  const server = createServer((request, response) => {
    answerCall(plane, request, response).catch(() => response.destroy())
  })
  server.listen(options.port, host)
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The control plane does not listen.')
  const identity = {
    agentId: randomUUID(),
    wallet: randomAddress(),
    chainId: 31_337,
    escrow: randomAddress(),
  }
  const plane: Plane = {
    origin: new URL(options.origin ?? `http://${host}:${address.port}`).origin,
    role,
    ...identity,
    credentials: createCredentials(),
    heartbeatOverrides: {},
    configuration: configurationOf({ role, ...identity }),
    calls: [],
    refused: [],
    faults: [],
    handlers: new Map(),
    oneTime: new Map(),
    other: (_, response) => void response.writeHead(404).end(),
    callsTo: (operation) => plane.calls.filter((call) => call.operation === operation),
    answerOnce: (operation, handler) => {
      plane.oneTime.set(operation, [...(plane.oneTime.get(operation) ?? []), handler])
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  plane.handlers.set('sendHeartbeat', () => ({ body: heartbeat(plane) }))
  plane.handlers.set('getRuntimeConfiguration', () => ({
    body: plane.configuration,
    headers: { etag: `"${plane.configuration.configuration_version}"` },
  }))
  return plane
}
