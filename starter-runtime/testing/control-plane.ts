import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import type { z } from 'zod'
import type { Endpoint } from '#lib/api/endpoint.ts'
import { submitQualificationEndpoint } from '#lib/api/qualification.ts'
import {
  getRuntimeConfigurationEndpoint,
  submitJobResultEndpoint,
  takeJobCredentialEndpoint,
} from '#lib/api/runtime.ts'
import { sendHeartbeatEndpoint } from '#lib/api/runtime-heartbeat.ts'
import { submitProbeResultEndpoint, takeProbeCredentialEndpoint } from '#lib/api/runtime-probe.ts'
import { submitVerificationResultEndpoint, takeVerificationCredentialEndpoint } from '#lib/api/verification.ts'
import type { AgentRole } from '#lib/domain/agent.ts'
import { createAnswerCheck, type ServedDocument } from '#tools/contract/answer-check.ts'
import type { Configuration, HeartbeatAnswer } from '../runtime.ts'

const endpoints: Endpoint[] = [
  sendHeartbeatEndpoint,
  getRuntimeConfigurationEndpoint,
  submitQualificationEndpoint,
  takeJobCredentialEndpoint,
  submitJobResultEndpoint,
  takeVerificationCredentialEndpoint,
  submitVerificationResultEndpoint,
  takeProbeCredentialEndpoint,
  submitProbeResultEndpoint,
]

/** What a control plane of this release serves at /api/schema/, as the tests of the document hold it. */
const published = new URL('../../lib/api/openapi.snapshot.json', import.meta.url)
const faultOf = createAnswerCheck(JSON.parse(readFileSync(published, 'utf8')) as ServedDocument)

export type Call = {
  operation: string
  text: string
  body: Record<string, unknown>
  bearer: string
  headers: IncomingHttpHeaders
}
/** `raw` is sent as it is, against the contract; `isLost` drops the connection after the request was handled. */
export type Answer = {
  status?: number
  body?: unknown
  raw?: unknown
  headers?: Record<string, string>
  isLost?: boolean
}
type Handler = (call: Call) => Answer | Promise<Answer>

/**
 * The other end of the runtime protocol, as `lib/api` describes it: every request is checked against the contract's own
 * schema, and every answer against the published description too.
 */
export type TestControlPlane = {
  origin: string
  agentId: string
  wallet: string
  chainId: number
  escrow: string
  credentials: Set<string>
  accepts(bearer: string): boolean
  /** What the next heartbeats say. */
  heartbeatOverrides: Partial<HeartbeatAnswer>
  configuration: Configuration
  calls: Call[]
  on(operation: string, handler: Handler): void
  handlerOf(operation: string): Handler
  callsTo(operation: string): Call[]
  pair(runtimeUrl: string, pairingToken: string): Promise<{ claim: Record<string, unknown>; answer: unknown }>
  stop(): Promise<void>
}

export async function startControlPlane(role: AgentRole): Promise<TestControlPlane> {
  const handlers = new Map<string, Handler>()
  const server = createServer((request, response) => {
    answer(plane, handlers, request, response).catch((error: unknown) => {
      response.statusCode = 500
      response.end(String(error))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const agentId = randomUUID()
  const wallet = `0x${randomBytes(20).toString('hex')}`
  const escrow = `0x${randomBytes(20).toString('hex')}`
  const plane: TestControlPlane = {
    origin: `http://localhost:${port}`,
    agentId,
    wallet,
    chainId: 31337,
    escrow,
    credentials: new Set(),
    accepts: (bearer) => plane.credentials.has(bearer),
    heartbeatOverrides: {},
    configuration: configurationOf(agentId, role, wallet, escrow),
    calls: [],
    on: (operation, handler) => {
      handlers.set(operation, handler)
    },
    handlerOf: (operation) => handlers.get(operation) ?? (() => refusal(404, 'not_found')),
    callsTo: (operation) => plane.calls.filter((call) => call.operation === operation),
    pair: (url, token) => pair(plane, role, url, token),
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  handlers.set('sendHeartbeat', () => ({ body: heartbeat(plane) }))
  handlers.set('getRuntimeConfiguration', () => ({ body: plane.configuration, headers: { etag: '"one"' } }))
  return plane
}

export function heartbeat(plane: TestControlPlane): HeartbeatAnswer {
  return {
    server_time: new Date().toISOString(),
    next_seconds: 0.2,
    configuration_version: plane.configuration.configuration_version,
    offers: [],
    jobs: [],
    verifications: [],
    probes: [],
    cancelled: [],
    notices: [],
    verdicts: [],
    exam_id: plane.configuration.exam?.exam_id ?? null,
    rotation: null,
    ...plane.heartbeatOverrides,
  }
}

export function refusal(status: number, code: string): Answer {
  const kind = { type: 'about:blank', title: code, status, detail: `refused: ${code}`, instance: '/', code }
  return { status, body: { ...kind, request_id: 'r', errors: [], retryable: status >= 500, next_actions: [] } }
}

async function answer(
  plane: TestControlPlane,
  handlers: ReadonlyMap<string, Handler>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const text = await readText(request)
  const endpoint = endpoints.find((one) => one.path === request.url && one.method === request.method)
  if (!endpoint) return send(response, { status: 404, body: {} })
  const bearer = (request.headers.authorization ?? '').replace(/^Bearer /, '')
  if (!plane.accepts(bearer)) return send(response, refusal(401, 'credential_revoked'))
  const body = text === '' ? {} : JSON.parse(text)
  endpoint.body?.parse(body)
  const call = { operation: endpoint.operationId, text, body, bearer, headers: request.headers }
  plane.calls.push(call)
  const given = (await handlers.get(endpoint.operationId)?.(call)) ?? refusal(404, 'not_found')
  if (given.isLost) return void response.destroy()
  if (given.raw !== undefined) return send(response, { ...given, body: given.raw })
  const isRefused = (given.status ?? 200) >= 300
  const reply = isRefused ? given : { status: endpoint.reply.status, ...given, body: checked(endpoint, given.body) }
  send(response, described(plane, endpoint, reply))
}

/** A refusal that needs no description, such as a proxy's, is sent as `raw`. */
function described(plane: TestControlPlane, { method, path }: Endpoint, reply: Answer): Answer {
  const { status = 200, body } = reply
  const contentType = status >= 400 ? 'application/problem+json' : 'application/json'
  const text = body === undefined ? '' : JSON.stringify(body)
  const fault = faultOf({ method, url: plane.origin + path }, { status, contentType, text })
  if (fault) throw new Error(fault)
  return { ...reply, headers: { 'content-type': contentType, ...reply.headers } }
}

function checked(endpoint: Endpoint, body: unknown): unknown {
  const schema: z.ZodType | undefined = endpoint.reply.schema
  return schema ? schema.parse(body) : body
}

function send(response: ServerResponse, { status = 200, body, headers = {} }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}

function configurationOf(agentId: string, role: AgentRole, wallet: string, escrow: string): Configuration {
  return {
    configuration_version: '1',
    agent: { id: agentId, name: 'Test', role, state: 'ACTIVE', wallet_address: wallet },
    limits: { max_concurrent_jobs: 1, max_changed_files: 300, max_changed_bytes: 2_097_152, offer_seconds: 60 },
    chain: { chain_id: 31337, escrow, token: escrow },
    credential: { id: randomUUID(), epoch: 1, expires_at: new Date(Date.now() + 86_400_000).toISOString(), scopes: [] },
    exam: null,
  }
}

export function newCredential(id: string = randomUUID()): string {
  return `jwr_${id}_${randomBytes(32).toString('base64url')}`
}

/** Pairs as the control plane does: first the challenge, then the claim. */
async function pair(plane: TestControlPlane, role: AgentRole, url: string, pairingToken: string) {
  const nonce = randomBytes(32).toString('base64url')
  const token = new URL(pairingToken).searchParams.get('token') ?? ''
  const challenge = { protocol: 'jobwright-runtime/1', agent_id: plane.agentId, role, origin: plane.origin, nonce }
  const challenged = await post(`${url}/service/connect/challenge`, challenge)
  const credential = newCredential()
  plane.credentials.add(credential)
  const claim = {
    agent_id: plane.agentId,
    token,
    nonce,
    runtime_nonce: challenged.runtime_nonce,
    credential,
    api_base_url: plane.origin,
    scopes: ['heartbeat'],
    epoch: 1,
    expires_at: new Date(Date.now() + 30 * 86_400_000).toISOString(),
    chain_id: plane.chainId,
    escrow: plane.escrow,
  }
  return { claim, answer: await post(`${url}/service/connect/claim`, claim) }
}

async function post(url: string, body: unknown): Promise<Record<string, unknown>> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text}`)
  return JSON.parse(text)
}
