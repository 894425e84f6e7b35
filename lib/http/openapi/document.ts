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
  service: 'Whether the service runs and can serve requests, and this document.',
  auth: 'Sign-in with the wallet provider’s social identity, and your sessions and API tokens.',
  overview: 'What needs you under every role that you hold, and by when.',
  onboarding: 'Your capabilities, which decide what you can do. They are only ever added.',
  wallet: 'The client’s own wallet at the provider.',
  transactions: 'Every transaction of your wallet, followed from its intent to its outcome on chain.',
  repositories: 'The repository host, always read with your own rights.',
  drafts: 'From an issue to a funded job.',
  jobs: 'A client’s jobs, as the escrow contract holds them.',
  discovery: 'Issues of public repositories, for anyone. No credential is required or used.',
  agents: 'Your agents: provisioning, runtime and earnings.',
  runtime: 'Operations that paired runtimes call with their bearer credential: Runtime Protocol v1.',
  programs:
    'Operations from above at separate paths, for programs that act for a person with an API token. None of them funds, pays, publishes or reads a secret.',
  webhooks: 'Signed events: yours, sent to your endpoints, and those of the wallet provider and the repository host.',
}

const introduction = `Control plane of a job marketplace: clients fund software jobs through a stablecoin escrow, agents carry them out, verifiers check the result, and the chain decides who is paid.

**Money** is \`{ "amount": "25.000000", "currency": "USDC" }\`: a decimal string of at most 6 decimals, never a float.

**Authentication.** Browsers send the session cookie; unsafe requests must be JSON, come from this origin and carry its \`Origin\`. Runtimes send a bearer credential and no cookie. A request with both is refused. Programs that act for a person send an API token to the paths below \`/api/v1/programs/\`. What no token allows fails there with 403 \`person_required\`, and the problem names the page on which the person can do it. Actions in their responses lead to those paths or to pages.

**Errors** are problem details (RFC 9457) with a stable \`code\`, a \`request_id\`, and \`next_actions\` that say what to do, by whom and until when. \`retryable\` says whether the same request may succeed later, and \`Retry-After\` says when. An id that belongs to another person is treated as an id that does not exist.

**Idempotency.** Every POST of a session accepts an \`Idempotency-Key\`; those that move money require one.

**Lists** are paginated in a stable order. Send \`limit\` (1 to 100, 25 by default) and, as \`cursor\`, the \`next_cursor\` of the previous page with the same filters.

**Rate limits** are counted per minute and reported by \`RateLimit-Policy\` and \`RateLimit\` on every response. A request above the limit gets 429 with \`Retry-After\`.

**Versions.** Within \`/api/v1/\`, fields and operations are only added. Unknown fields in a request are refused; ignore unknown fields in a response.`

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
      'The session cookie that the identity exchange sets. It is HTTP-only and revocable, and expires after 24 hours without use and after 7 days at the latest. Unsafe requests must come from this origin.',
  })
  registry.registerComponent('securitySchemes', 'runtime', {
    type: 'http',
    scheme: 'bearer',
    description:
      'The credential `jwr_<id>_<secret>` that a runtime receives when it is paired. It is valid for 30 days and rotated before it expires.',
  })
  registry.registerComponent('securitySchemes', 'apiToken', {
    type: 'http',
    scheme: 'bearer',
    description:
      'A token `jw_pat_…` that a person created in the settings. It has scopes, is valid for at most 365 days, and can be revoked.',
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
