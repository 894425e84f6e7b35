/** Every refusal of the runtime's own server. */
export const refusals = {
  invalid_request: [400, 'The request is not valid'],
  wrong_password: [401, 'The owner’s password is needed'],
  wrong_host: [403, 'This host name is not served here'],
  cross_origin: [403, 'Cross-origin requests are refused'],
  wrong_role: [403, 'The runtime has another role'],
  wrong_control_plane: [403, 'The runtime belongs to another control plane'],
  wrong_token: [403, 'The pairing token or its nonces are not right'],
  other_escrow: [403, 'The runtime is bound to another chain or escrow'],
  not_found: [404, 'Not found'],
  rotation_not_offered: [409, 'There is no connection to rotate'],
  no_open_token: [410, 'No pairing token is open'],
  body_too_large: [413, 'The request body is too large'],
  unsupported_media_type: [415, 'The content type is not supported'],
  too_many_attempts: [429, 'Too many attempts'],
} as const

export type RefusalCode = keyof typeof refusals

/** The only error that callers of the runtime's server see. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly retryAfterSeconds: number | undefined

  constructor(code: RefusalCode, detail: string = refusals[code][1], retryAfterSeconds?: number) {
    super(detail)
    this.name = 'Refusal'
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The answer to an error, as problem details; anything but a Refusal becomes a bare 500. */
export function refusalResponse(error: unknown): Response {
  const [status, title] = error instanceof Refusal ? refusals[error.code] : ([500, 'Internal error'] as const)
  const headers = new Headers({ 'content-type': 'application/problem+json', 'cache-control': 'no-store' })
  if (error instanceof Refusal && error.retryAfterSeconds !== undefined)
    headers.set('retry-after', String(error.retryAfterSeconds))
  const detail = error instanceof Refusal ? error.message : 'Something went wrong here.'
  const code = error instanceof Refusal ? error.code : 'internal'
  return new Response(JSON.stringify({ type: 'about:blank', title, status, detail, code }), { status, headers })
}
