import type { OpenAPIRegistry } from '@asteasolutions/zod-to-openapi'

type Text = { description: string; schema: { type: 'string' | 'integer'; example: string | number } }

const text = (description: string, example: string): Text => ({ description, schema: { type: 'string', example } })

/** Headers of answers, by their name. */
const answers = {
  'x-request-id': text('Names this request in the service’s log.', '5b0a1f0e-6d0c-4a53-9d0e-0c6c3f6f2a10'),
  'ratelimit-policy': text(
    'The limit that was counted against: its name, requests and seconds.',
    '"account";q=600;w=60',
  ),
  ratelimit: text('What is left of it, and in how many seconds it starts again.', '"account";r=599;t=60'),
  'retry-after': {
    description: 'Seconds to wait before the same request may succeed.',
    schema: { type: 'integer', example: 5 },
  },
  etag: text('The version of what was read.', '"3"'),
  location: text('The path of what was made.', '/api/v1/agents/019a9d1c-3f0e-7c54-9a55-3f6f6c1d2b10/'),
  'cache-control': text('How long the answer may be kept, and by whom.', 'public, max-age=10, s-maxage=30'),
  age: { description: 'Seconds since the answer was made.', schema: { type: 'integer', example: 4 } },
  'idempotent-replayed': text('`true` on the repeated answer to an Idempotency-Key that was answered before.', 'true'),
  'set-cookie': text('The cookie that the browser keeps.', 'jobwright=Fe26.2…; Path=/; HttpOnly; SameSite=Lax'),
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
      'A fresh value for each intention, the same for each retry of it. The first answer is repeated byte for byte for 30 days; with another body it is 422, while the first request runs 409.',
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
    'The ETag of the version to change; instead of `version` in the body. `*` is whichever version there is.',
  schema: { type: 'string', pattern: '^(\\*|(W/)?"\\d{1,9}(\\.[\\w-]+)?")$', example: '"3"' },
}

export const ifNoneMatch: Parameter = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The ETag that the caller has; 304 without a body while it is the newest.',
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
      'Names the delivery; a repeated one has no effect.',
      '72d3162e-cc78-11e3-81ab-4c9367dc0958',
    ),
    signature('X-GitHub-Event', 'The kind of event.', 'installation'),
  ],
  receiveWalletWebhook: [
    signature('X-Circle-Signature', 'Base64 of the DER signature (ECDSA, SHA-256) over the raw body.', 'MEQCIBlJ…'),
    signature(
      'X-Circle-Key-Id',
      'The provider’s key; its public half is fetched from the provider.',
      '879dc113-5ca4-4ff7-a6b7-54652083fcf8',
    ),
  ],
}

function signature(name: string, description: string, example: string): Parameter {
  return { name, in: 'header', required: true, description, schema: { type: 'string', example } }
}
