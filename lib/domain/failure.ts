import type { ReasonText } from './readiness.ts'
import type { Step } from './step.ts'

type FailureKind = { status: number; title: string; retryable: boolean }

const kind = (status: number, title: string, retryable = false): FailureKind => ({ status, title, retryable })

/** Every refusal the service can answer with: HTTP status, title, and whether the same request may succeed later. */
export const failureKinds = {
  invalid_request: kind(400, 'The request is not valid'),
  invalid_target: kind(400, 'The request target is not valid'),
  ambiguous_credentials: kind(400, 'Cookie and bearer credentials were sent together'),
  idempotency_key_required: kind(400, 'An Idempotency-Key header is required'),
  install_state_invalid: kind(400, 'The installation state is not valid'),
  login_state_invalid: kind(400, 'The sign-in was not started here'),
  unauthenticated: kind(401, 'Sign in to continue'),
  identity_not_verified: kind(401, 'The wallet provider does not confirm this identity'),
  wrong_credential: kind(401, 'This operation takes another kind of credential'),
  token_invalid: kind(401, 'The API token is not valid'),
  signature_invalid: kind(401, 'The signature is not valid'),
  provider_session_expired: kind(403, 'The wallet provider session has expired'),
  credential_revoked: kind(401, 'The runtime credential is not valid'),
  wrong_channel: kind(403, 'The runtime’s role does not use this channel'),
  network_refused: kind(403, 'The runtime may not call from this network', true),
  recent_sign_in_required: kind(403, 'Sign in again first'),
  insufficient_scope: kind(403, 'The API token does not have the scope'),
  person_required: kind(403, 'Only a signed-in person can do this'),
  capability_required: kind(403, 'This account doesn’t have this role yet'),
  cross_origin: kind(403, 'Cross-origin requests are refused'),
  account_erased: kind(403, 'The account was deleted'),
  email_login_disabled: kind(403, 'Sign-in by e-mail code is disabled'),
  repository_permission: kind(403, 'The repository permission is not sufficient'),
  not_found: kind(404, 'Not found'),
  method_not_allowed: kind(405, 'Method not allowed'),
  request_timeout: kind(408, 'The request was sent too slowly', true),
  state_conflict: kind(409, 'The current state does not allow this'),
  account_in_use: kind(409, 'The account is still in use'),
  stale_version: kind(409, 'The record has changed'),
  draft_locked: kind(409, 'The draft is locked'),
  draft_exists: kind(409, 'A draft for this issue exists'),
  draft_has_findings: kind(409, 'The draft has blocking findings'),
  wallet_missing: kind(409, 'The wallet is not set up'),
  wallet_mismatch: kind(409, 'The wallet does not fit this service'),
  wallet_exists: kind(409, 'There is a wallet already'),
  wallet_busy: kind(409, 'Another payment of this wallet is under way'),
  allowance_missing: kind(409, 'The token allowance is not the job’s budget'),
  balance_insufficient: kind(409, 'The wallet balance does not cover the job'),
  funding_window_passed: kind(409, 'The funding window has passed'),
  action_not_allowed: kind(409, 'The contract does not allow this action now'),
  execution_not_stalled: kind(409, 'The execution is not stalled'),
  retry_limit_reached: kind(409, 'The execution cannot be retried again'),
  repository_not_connected: kind(409, 'The repository is not connected'),
  earnings_insufficient: kind(409, 'The earnings do not cover the withdrawal'),
  destination_waiting: kind(409, 'The destination cannot be used yet'),
  assignment_active: kind(409, 'The agent is at work'),
  withdrawal_pending: kind(409, 'A withdrawal is under way'),
  offer_expired: kind(409, 'The offer is over'),
  attempt_superseded: kind(409, 'The attempt is over'),
  release_not_announced: kind(409, 'No end of the attempt is announced'),
  result_exists: kind(409, 'Another result was delivered before'),
  not_on_this_network: kind(409, 'Test money is not available here'),
  idempotency_in_progress: kind(409, 'The first request with this key is still running', true),
  precondition_failed: kind(412, 'The record has changed'),
  body_too_large: kind(413, 'The request body is too large'),
  unsupported_media_type: kind(415, 'The content type is not supported'),
  idempotency_mismatch: kind(422, 'The Idempotency-Key was used with another request'),
  destination_invalid: kind(422, 'The destination is not valid'),
  pairing_invalid: kind(422, 'The pairing token is not valid'),
  result_refused: kind(422, 'The result breaks a rule'),
  issue_not_usable: kind(422, 'The issue cannot become a job'),
  precondition_required: kind(428, 'Name the version to change'),
  rate_limited: kind(429, 'Too many requests', true),
  faucet_limited: kind(429, 'Test money was asked for too often', true),
  headers_too_large: kind(431, 'The request headers are too large'),
  internal: kind(500, 'Internal error', true),
  provider_refused: kind(502, 'The wallet provider refused the request'),
  repository_host_refused: kind(502, 'The repository host refused the request'),
  runtime_unavailable: kind(503, 'The runtime did not answer', true),
  provider_unavailable: kind(503, 'The wallet provider did not answer', true),
  repository_host_limited: kind(503, 'The repository host limits requests', true),
  repository_host_unavailable: kind(503, 'The repository host did not answer', true),
  chain_unavailable: kind(503, 'The chain did not answer', true),
  unavailable: kind(503, 'The service is not available', true),
} as const satisfies Record<string, FailureKind>

export type FailureCode = keyof typeof failureKinds

/** One thing wrong with the request, located by a JSON pointer or a parameter name. */
export type FailureDetail = { pointer: string; message: string }

export type FailureOptions = {
  errors?: FailureDetail[]
  nextActions?: Step[]
  /** Why the service is not ready; its readiness alone has them. */
  reasons?: ReasonText[]
  retryAfterSeconds?: number
  cause?: unknown
}

const brand = 'jobwright.failure'

/** The only error that callers see; everything else becomes a bare `internal`. */
export class Failure extends Error {
  readonly brand = brand
  readonly code: FailureCode
  readonly errors: FailureDetail[]
  readonly nextActions: Step[]
  readonly reasons: ReasonText[] | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: FailureCode, message: string, options: FailureOptions = {}) {
    super(message, { cause: options.cause })
    this.name = 'Failure'
    this.code = code
    this.errors = options.errors ?? []
    this.nextActions = options.nextActions ?? []
    this.reasons = options.reasons
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

/** Recognises a Failure by its brand, since several bundles may each hold a copy of the class. */
export function isFailure(error: unknown): error is Failure {
  return typeof error === 'object' && error !== null && 'brand' in error && error.brand === brand
}
