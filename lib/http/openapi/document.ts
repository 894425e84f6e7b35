import { OpenAPIRegistry, OpenApiGeneratorV31 } from '@asteasolutions/zod-to-openapi'
import type { Endpoint } from '../../api/endpoint.ts'
import { endpoints } from '../../api/endpoints.ts'
import { programEndpoints } from '../../api/programs.ts'
import type { RateLimits } from '../rate-limit.ts'
import { web } from '../web.ts'
import { addExamples, type Schemas } from './examples.ts'
import { registerHeaders } from './headers.ts'
import { toPath } from './operation.ts'
import { shapeDocument } from './shape.ts'

const tagTexts: Record<Endpoint['tag'], string> = {
  service: 'Whether the service runs, whether it can serve, and this document.',
  auth: 'Signing in with the wallet provider’s social identity, and the sessions of a person.',
  overview: 'What needs a person under every role that they hold, and by when.',
  onboarding: 'What a person may do here; capabilities are only ever added.',
  wallet: 'The client’s own wallet at the provider.',
  transactions: 'Every intended effect, followed from its intent to the chain’s verdict.',
  repositories: 'The repository host, always read with the person’s own rights.',
  drafts: 'From an issue to a funded job.',
  jobs: 'What the escrow contract holds for a client.',
  discovery: 'Issues of public repositories, for anyone; no credential is asked for or used.',
  agents: 'Agents of the signed-in owner: provisioning, runtime, earnings.',
  runtime: 'What paired runtimes call with their bearer credential: Runtime Protocol v1.',
  programs:
    'Operations above at separate paths, for programs that act for a person with an API token. None funds, pays, publishes, or reads a secret.',
  webhooks: 'Signed events: yours, sent to your endpoints, and those of the wallet provider and the repository host.',
}

const introduction = `Control plane of a job marketplace: clients fund software jobs through a stablecoin escrow, agents carry them out, verifiers check the result, and the chain decides who is paid.

**Money** is \`{ "amount": "25.000000", "currency": "USDC" }\`: a decimal string of at most 6 decimals, never a float.

**Authentication.** Browsers send the session cookie; unsafe requests must be JSON, come from this origin and carry its \`Origin\`. Runtimes send a bearer credential and no cookie. Both together are refused. Programs of a person send an API token to the paths below \`/api/v1/programs/\`: what no token allows is 403 \`person_required\` there and names the page on which the person does it. Actions in their answers lead to those paths, or to pages.

**Errors** are problem details (RFC 9457) with a stable \`code\`, a \`request_id\`, and \`next_actions\` that say what to do, by whom and until when. \`retryable\` tells whether the same request may succeed later; \`Retry-After\` says when. Another person’s id is answered as one that does not exist.

**Idempotency.** Every POST of a session takes an \`Idempotency-Key\`; those that move money need one.

**Lists** are pages in a stable order: \`limit\` (1 to 100, 25 by default) and the \`cursor\` that the previous page gave as \`next_cursor\`, with the same filters.

**Rate limits** are counted per minute and reported by \`RateLimit-Policy\` and \`RateLimit\` on every answer; one request too many is 429 with \`Retry-After\`.

**Versions.** Within \`/api/v1/\` fields and operations are only added; unknown fields of a request are refused, unknown fields of an answer are to be ignored.`

type Document = Record<string, unknown>
let built: Document | undefined

/** The OpenAPI 3.1 document of this release, generated from the endpoint objects. */
export function openApiDocument(): Document {
  const { env, limits } = web()
  built ??= buildDocument(env.PUBLIC_ORIGIN, limits)
  return built
}

export function buildDocument(origin: string, limits: RateLimits): Document {
  const registry = new OpenAPIRegistry()
  registry.registerComponent('securitySchemes', 'session', {
    type: 'apiKey',
    in: 'cookie',
    name: origin.startsWith('https:') ? '__Host-jobwright' : 'jobwright',
    description:
      'The session cookie that the identity exchange sets: HTTP-only, 24 hours without use, 7 days at most, revocable. Unsafe requests must come from this origin.',
  })
  registry.registerComponent('securitySchemes', 'runtime', {
    type: 'http',
    scheme: 'bearer',
    description: 'The credential `jwr_<id>_<secret>` that a runtime is given when it is paired; 30 days, rotated.',
  })
  registry.registerComponent('securitySchemes', 'apiToken', {
    type: 'http',
    scheme: 'bearer',
    description: 'A token `jw_pat_…` that a person made in the settings: scopes, 365 days at most, revocable.',
  })
  registerHeaders(registry)
  const all: Endpoint[] = Object.values(endpoints)
  for (const endpoint of [...all.filter(({ isHidden }) => !isHidden), ...programEndpoints()])
    registry.registerPath(toPath(endpoint, limits))
  const document = new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: '3.1.0',
    info: {
      title: 'Jobwright',
      version: '1.0.0',
      description: introduction,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: origin }],
    tags: Object.entries(tagTexts).map(([name, description]) => ({ name, description })),
  })
  const shaped = shapeDocument(document)
  addExamples(shaped.components.schemas as Schemas)
  return { ...shaped }
}
