import type { OpenAPIRegistry } from '@asteasolutions/zod-to-openapi'

type Text = { description: string; schema: { type: 'string' | 'integer'; example: string | number } }

const text = (description: string, example: string): Text => ({ description, schema: { type: 'string', example } })

/** Headers of answers, by their name. */
const answers = {
  'x-request-id': text('Identifies this request in the service’s log.', '5b0a1f0e-6d0c-4a53-9d0e-0c6c3f6f2a10'),
  'ratelimit-policy': text(
    'The limit that applies: its name, requests, and window in seconds.',
    '"account";q=600;w=60',
  ),
  ratelimit: text('Requests that are left, and seconds until the limit resets.', '"account";r=599;t=60'),
  'retry-after': {
    description: 'Seconds to wait before the same request may succeed.',
    schema: { type: 'integer', example: 5 },
  },
  etag: text('The version of the returned object.', '"3"'),
  location: text('The path of the created object.', '/api/v1/agents/019a9d1c-3f0e-7c54-9a55-3f6f6c1d2b10/'),
  'cache-control': text('How long the response may be cached, and by whom.', 'public, max-age=10, s-maxage=30'),
  age: { description: 'Seconds since the response was created.', schema: { type: 'integer', example: 4 } },
  'idempotent-replayed': text(
    '`true` if this response repeats that of an earlier request with the same Idempotency-Key.',
    'true',
  ),
  'set-cookie': text('The cookie that the browser stores.', 'jobwright=Fe26.2…; Path=/; HttpOnly; SameSite=Lax'),
} as const satisfies Record<string, Text>

type HeaderName = keyof typeof answers

export function registerHeaders(registry: OpenAPIRegistry): void {
  for (const [name, header] of Object.entries(answers)) registry.registerComponent('headers', name, header)
}

/** References to the named headers, for one response. */
export function responseHeaders(...names: HeaderName[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

type Parameter = {
  name: string
  in: 'header'
  required: boolean
  description: string
  schema: { type: 'string'; example: string; minLength?: number; maxLength?: number; pattern?: string }
}

export function idempotencyKey(required: boolean): Parameter {
  return {
    name: 'Idempotency-Key',
    in: 'header',
    required,
    description:
      'A new value for each operation, and the same one for each retry. The first response is repeated for 30 days, unless it was a 429 or a 5xx: after these the same key tries again. The same key with another body gets 422; a retry while the first request is running gets 409.',
    schema: {
      type: 'string',
      minLength: 8,
      maxLength: 200,
      example: '2f9f3c1e-8a57-4c5e-9f1e-7c1d6a7b9a01',
    },
  }
}

export const ifMatch: Parameter = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description:
    'The ETag of the version to change, as an alternative to `version` in the body. `*` stands for any version.',
  schema: { type: 'string', pattern: '^(\\*|(W/)?"\\d{1,9}(\\.[\\w-]+)?")$', example: '"3"' },
}

export const ifNoneMatch: Parameter = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The ETag that you have. You get 304 without a body while it is current.',
  schema: { type: 'string', example: '"3"' },
}

/** What the sender of a webhook signs with. */
export const signatureHeaders: Record<'receiveGithubWebhook' | 'receiveWalletWebhook', Parameter[]> = {
  receiveGithubWebhook: [
    signature(
      'X-Hub-Signature-256',
      'HMAC-SHA-256 of the raw body with the webhook secret.',
      `sha256=${'ab'.repeat(32)}`,
    ),
    signature(
      'X-GitHub-Delivery',
      'Identifies the delivery. A repeated delivery has no effect.',
      '72d3162e-cc78-11e3-81ab-4c9367dc0958',
    ),
    signature('X-GitHub-Event', 'The type of event.', 'installation'),
  ],
  receiveWalletWebhook: [
    signature('X-Circle-Signature', 'Base64 of the DER signature (ECDSA, SHA-256) over the raw body.', 'MEQCIBlJ…'),
    signature(
      'X-Circle-Key-Id',
      'The id of the provider’s key. The public key is fetched from the provider.',
      '879dc113-5ca4-4ff7-a6b7-54652083fcf8',
    ),
  ],
}

function signature(name: string, description: string, example: string): Parameter {
  return { name, in: 'header', required: true, description, schema: { type: 'string', example } }
}
