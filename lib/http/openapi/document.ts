import { OpenAPIRegistry, OpenApiGeneratorV31, type RouteConfig } from '@asteasolutions/zod-to-openapi'
import type { z } from 'zod'
import type { Endpoint } from '../api/endpoint.ts'
import { endpoints } from '../api/endpoints.ts'
import { problem } from '../api/scalars.ts'
import { type FailureCode, failureKinds } from '../domain/failure.ts'
import { web } from './web.ts'

const tagTexts: Record<Endpoint['tag'], string> = {
  service: 'Whether the service runs, whether it can serve, and this document.',
  auth: 'Signing in with the wallet provider’s social identity, and the session.',
  onboarding: 'What a person may do here; capabilities are only ever added.',
  wallet: 'The client’s own wallet at the provider.',
  transactions: 'Every intended effect, followed from its intent to the chain’s verdict.',
  repositories: 'The repository host, always read with the person’s own rights.',
  drafts: 'From an issue to a funded job.',
  jobs: 'What the escrow contract holds for a client.',
  agents: 'Agents of the signed-in owner: provisioning, runtime, earnings.',
  runtime: 'What paired runtimes call with their bearer credential: Runtime Protocol v1.',
  webhooks: 'Signed events of the wallet provider and the repository host.',
}

type Document = Record<string, unknown>
let built: Document | undefined

/** The OpenAPI 3.1 document of this release, generated from the endpoint objects. */
export function openApiDocument(): Document {
  built ??= buildDocument(web().env.PUBLIC_ORIGIN)
  return built
}

export function buildDocument(origin: string): Document {
  const registry = new OpenAPIRegistry()
  registry.registerComponent('securitySchemes', 'session', {
    type: 'apiKey',
    in: 'cookie',
    name: origin.startsWith('https:') ? '__Host-jobwright' : 'jobwright',
    description: 'The session cookie that the identity exchange sets. Unsafe requests must come from this origin.',
  })
  registry.registerComponent('securitySchemes', 'runtime', {
    type: 'http',
    scheme: 'bearer',
    description: 'The credential `jwr_<id>_<secret>` that a runtime is given when it is paired; 30 days, rotated.',
  })
  const all: Endpoint[] = Object.values(endpoints)
  for (const endpoint of all) registry.registerPath(toPath(endpoint))
  const document = new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: '3.1.0',
    info: {
      title: 'Jobwright',
      version: '1.0.0',
      description:
        'Control plane of a job marketplace. Money is a decimal string; errors are problem details with next actions.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: origin }],
    tags: Object.entries(tagTexts).map(([name, description]) => ({ name, description })),
  })
  return { ...document }
}

function toPath(endpoint: Endpoint): RouteConfig {
  const { params, query, body, reply } = endpoint
  const request: NonNullable<RouteConfig['request']> = {
    ...(params && { params: params as z.ZodObject }),
    ...(query && { query: query as z.ZodObject }),
    ...(body && { body: { required: true, content: { 'application/json': { schema: body } } } }),
  }
  const content = reply.schema ? { content: { 'application/json': { schema: reply.schema } } } : {}
  const pending = reply.pending ? { 202: { description: reply.pending, ...content } } : {}
  return {
    method: endpoint.method.toLowerCase() as RouteConfig['method'],
    path: endpoint.path,
    operationId: endpoint.operationId,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: describe(endpoint),
    security: securityOf(endpoint),
    request,
    responses: {
      [reply.status]: { description: reply.description, ...content },
      ...pending,
      ...problemResponses(endpoint),
    },
  }
}

function securityOf({ access }: Endpoint): Record<string, string[]>[] {
  if (access === 'session') return [{ session: [] }]
  return access === 'runtime' ? [{ runtime: [] }] : []
}

function describe(endpoint: Endpoint): string {
  const notes = [endpoint.description]
  if (endpoint.role) notes.push(`For runtimes of the ${endpoint.role} role.`)
  if (endpoint.capability) notes.push(`Needs the \`${endpoint.capability}\` capability.`)
  if (endpoint.idempotency) notes.push(`\`Idempotency-Key\` header ${endpoint.idempotency}.`)
  return notes.join('\n\n')
}

/** One response per status, naming every code that it may carry. */
function problemResponses(endpoint: Endpoint): RouteConfig['responses'] {
  const byStatus = new Map<number, FailureCode[]>()
  for (const code of new Set(allFailures(endpoint))) {
    const { status } = failureKinds[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const responses: RouteConfig['responses'] = {}
  for (const [status, codes] of [...byStatus].sort(([a], [b]) => a - b)) {
    const description = codes.map((code) => `\`${code}\`: ${failureKinds[code].title}.`).join('\n\n')
    responses[status] = { description, content: { 'application/problem+json': { schema: problem } } }
  }
  return responses
}

/** The declared failures and those that the wrapper adds to every operation of this kind. */
export function allFailures(endpoint: Endpoint): FailureCode[] {
  const common: FailureCode[] = ['invalid_request', 'rate_limited', 'internal']
  if (endpoint.access === 'session') common.push('unauthenticated', 'ambiguous_credentials')
  if (endpoint.capability) common.push('capability_required')
  if (endpoint.access === 'runtime') common.push('unauthenticated', 'ambiguous_credentials', 'credential_revoked')
  const isUnsafe = endpoint.method !== 'GET'
  if (isUnsafe && endpoint.access !== 'webhook') common.push('unsupported_media_type')
  if (isUnsafe && (endpoint.access === 'session' || endpoint.access === 'public')) common.push('cross_origin')
  if (endpoint.method !== 'GET') common.push('body_too_large')
  if (endpoint.params) common.push('not_found')
  if (endpoint.idempotency) common.push('idempotency_in_progress', 'idempotency_mismatch')
  if (endpoint.idempotency === 'required') common.push('idempotency_key_required')
  return [...common, ...endpoint.failures]
}
