import type { FailureCode } from '#lib/domain/failure.ts'

/** What a refusal means for the person, and what to do when the service names nothing better. */
export type ProblemText = { meaning: string; next: string }

const again = 'Try again in a moment; nothing is done twice.'
const reload = 'Reload the page to see its current state.'

export const problemText: Record<FailureCode, ProblemText> = {
  invalid_request: {
    meaning: 'Something you entered isn’t valid. Nothing was changed.',
    next: 'Correct it and send it again.',
  },
  invalid_target: {
    meaning: 'The requested address doesn’t belong to this service.',
    next: 'Go back and follow a link on this site.',
  },
  ambiguous_credentials: {
    meaning: 'The request came with two identities at once, so we used neither.',
    next: 'Send either the session cookie or a bearer credential, not both.',
  },
  idempotency_key_required: {
    meaning: 'This step must be safe to repeat, but the request has no idempotency key.',
    next: 'Reload the page and repeat the step. Programs must send an Idempotency-Key.',
  },
  install_state_invalid: {
    meaning: 'This connection was already completed, took too long or started in another browser.',
    next: 'Start connecting again from the repositories page.',
  },
  login_state_invalid: {
    meaning: 'This sign-in started in another browser or took too long. You are not signed in.',
    next: 'Start the sign-in again here.',
  },
  unauthenticated: {
    meaning: 'You are not signed in, or your session has ended. What you see may be out of date.',
    next: 'Sign in again.',
  },
  identity_not_verified: {
    meaning: 'The wallet provider doesn’t confirm this sign-in, so we didn’t accept it.',
    next: 'Sign in again at the provider.',
  },
  wrong_credential: {
    meaning: 'People and runtimes use different credentials, and this endpoint takes the other kind.',
    next: 'Use the credential that belongs to this endpoint.',
  },
  token_invalid: {
    meaning: 'The API token was mistyped, was revoked, or has expired.',
    next: 'Create another one in the settings and give it to your program.',
  },
  signature_invalid: {
    meaning: 'The signature doesn’t match the registered key, so we rejected the request.',
    next: 'Sign it again with the registered key. If it still fails, pair the runtime again.',
  },
  provider_session_expired: {
    meaning: 'The wallet provider asks you to sign in again before you approve anything. Nothing was sent.',
    next: 'Sign in again, then repeat the step.',
  },
  credential_revoked: {
    meaning: 'The runtime’s credential was replaced or revoked. Its agent gets no work until it is paired again.',
    next: 'Pair the runtime again with a new token.',
  },
  wrong_channel: {
    meaning: 'Workers and verifiers use separate channels, and this runtime used the other one.',
    next: 'Start the runtime with its agent’s role.',
  },
  network_refused: {
    meaning: 'This call came from a network that the agent’s owner doesn’t allow.',
    next: 'Call from an allowed network, or change the agent’s limits.',
  },
  recent_sign_in_required: {
    meaning: 'This step concerns money or keys, so it needs a recent sign-in. Nothing was changed.',
    next: 'Sign in again; you return to this page.',
  },
  insufficient_scope: {
    meaning: 'The API token doesn’t have the scope for this.',
    next: 'Create a token with the scope that this needs.',
  },
  person_required: {
    meaning: 'Programs can’t do this, whatever their token allows. Nothing was changed.',
    next: 'Sign in and do it on its page.',
  },
  capability_required: {
    meaning: 'Your account doesn’t have this role yet.',
    next: 'Add it in the settings; you keep the role you have.',
  },
  cross_origin: {
    meaning: 'The request came from another site, and only this site’s pages can change something.',
    next: 'Open this site and repeat the step there.',
  },
  account_erased: {
    meaning: 'The account for this Google sign-in was deleted. This can’t be undone.',
    next: 'Use another Google account, or ask the operator.',
  },
  account_in_use: {
    meaning: 'You still have open jobs or payments, agents at work, or money.',
    next: 'Finish what is listed here, then delete the account.',
  },
  email_login_disabled: {
    meaning: 'You sign in with your Google account at the wallet provider; we don’t send e-mail codes.',
    next: 'Choose “Continue with Google”.',
  },
  repository_permission: {
    meaning: 'The repository host does not let you do this in that repository.',
    next: 'Ask its owner for push access, or choose another repository.',
  },
  not_found: {
    meaning: 'This doesn’t exist, was removed or isn’t yours to see.',
    next: 'Go back to the list and open it from there.',
  },
  method_not_allowed: {
    meaning: 'This address doesn’t accept that kind of request.',
    next: 'See the API documentation for what it accepts.',
  },
  state_conflict: {
    meaning: 'This has moved on in the meantime, so the step no longer applies. Nothing was changed.',
    next: reload,
  },
  stale_version: {
    meaning: 'Someone has changed this since you opened it, perhaps you in another tab. Your version was not saved.',
    next: 'Copy what you wrote, reload the page and enter it there.',
  },
  draft_locked: {
    meaning: 'The terms are frozen while you approve or lock money for them.',
    next: 'Review the draft again to unlock it, unless its funding is in progress.',
  },
  draft_exists: {
    meaning: 'You already have a draft for this issue; a second one would fund the same work twice.',
    next: 'Open the existing draft.',
  },
  draft_has_findings: {
    meaning: 'The review found something that you must fix before you lock money.',
    next: 'Fix the findings and review again.',
  },
  wallet_missing: {
    meaning: 'You pay for jobs from your own wallet, and you have none yet.',
    next: 'Create your wallet on the overview.',
  },
  wallet_mismatch: {
    meaning: 'The provider shows a wallet that doesn’t fit: its type or its chain is not the one this service uses.',
    next: 'Sign in with the account whose wallet you created here.',
  },
  wallet_exists: { meaning: 'You already have a wallet, and you can have only one.', next: reload },
  wallet_busy: {
    meaning: 'A wallet sends one payment at a time, so that no payment overtakes another.',
    next: 'Finish or cancel the payment in progress, under Transactions.',
  },
  allowance_missing: {
    meaning: 'Your approval for the escrow isn’t exactly this job’s budget.',
    next: 'Approve the exact amount first.',
  },
  balance_insufficient: {
    meaning: 'Your wallet holds less than this job’s budget. Nothing was taken.',
    next: 'Add the missing amount to your wallet, or lower the budget.',
  },
  not_on_this_network: {
    meaning: 'This works only on a test network, where money is free.',
    next: 'Send USDC to the wallet’s address from another wallet.',
  },
  faucet_limited: {
    meaning: 'The faucet gives a little at a time, and you’ve had your share for now.',
    next: 'Ask again later; you keep what you have.',
  },
  funding_window_passed: {
    meaning: 'The terms expired before the chain saw your funding. Nothing was spent.',
    next: 'Wait a few seconds, then fund again. We freeze fresh terms with the same amounts for you.',
  },
  action_not_allowed: {
    meaning: 'The contract accepts this only at certain times, and now isn’t one of them.',
    next: 'The job’s page shows what it accepts now, and until when.',
  },
  execution_not_stalled: {
    meaning: 'You can retry only if a worker went silent. Nothing was changed; the job continues as it is.',
    next: 'Wait for the worker; the job’s page shows until when.',
  },
  retry_limit_reached: {
    meaning: 'You have used all three retries for this job.',
    next: 'If this worker stays silent, its assignment ends at its deadline.',
  },
  repository_not_connected: {
    meaning: 'The repository isn’t shared with this service, or no longer is.',
    next: 'Connect it on the repositories page.',
  },
  earnings_insufficient: {
    meaning: 'The agent’s wallet holds less than you asked for. Nothing was sent.',
    next: 'Withdraw at most what the wallet shows.',
  },
  destination_waiting: {
    meaning: 'A new address must wait before it can receive money, in case someone else entered it.',
    next: 'Come back when the wait is over, or use an address that you’ve used before.',
  },
  assignment_active: {
    meaning: 'You can’t withdraw while the agent holds work. Nothing was sent.',
    next: 'Pause the agent so that it takes no new jobs, then withdraw when its work ends.',
  },
  withdrawal_pending: {
    meaning: 'An earlier withdrawal from this agent hasn’t ended; a second one could pay twice.',
    next: 'Wait for it; the agent’s page shows its status.',
  },
  offer_expired: {
    meaning: 'Another agent took the offer, or the offer expired. That doesn’t count against you.',
    next: 'Wait for the next offer.',
  },
  attempt_superseded: {
    meaning: 'This work belongs to an attempt that has ended, so we no longer accept it.',
    next: 'Drop it and wait for the next offer.',
  },
  release_not_announced: {
    meaning: 'Nobody has announced the end of this attempt, so there is nothing to object to.',
    next: 'Keep working.',
  },
  result_exists: {
    meaning: 'This attempt has already delivered a result, and you can’t replace it.',
    next: 'Wait for the verifiers.',
  },
  idempotency_in_progress: {
    meaning: 'Your first request is still running; we didn’t start it a second time.',
    next: 'Wait a moment, then check again.',
  },
  precondition_failed: { meaning: 'This has changed since you read it. Your version was not saved.', next: reload },
  body_too_large: {
    meaning: 'This is larger than the service accepts.',
    next: 'Send less at once: fewer or smaller files.',
  },
  unsupported_media_type: { meaning: 'The service doesn’t read this request’s format.', next: 'Send JSON.' },
  idempotency_mismatch: {
    meaning: 'The same key was used before for another request, so this one is unclear. Nothing was done.',
    next: 'Reload the page and repeat the step.',
  },
  destination_invalid: {
    meaning: 'This address can’t receive the money.',
    next: 'Enter the address of a wallet that you control.',
  },
  pairing_invalid: {
    meaning: 'The token is mistyped, already used, older than 15 minutes, or names an address that isn’t allowed.',
    next: 'Check the runtime’s address, then paste a new pairing token from its console here.',
  },
  result_refused: {
    meaning: 'The result breaks a rule of the job, such as a protected path or a size limit. It was not submitted.',
    next: 'Fix it and deliver again before the deadline.',
  },
  issue_not_usable: {
    meaning: 'A job needs an open issue with a description, in a repository that still accepts changes.',
    next: 'Choose another issue.',
  },
  precondition_required: {
    meaning: 'A change must say which version it replaces, so that nobody’s work is overwritten.',
    next: 'Read it first, then send its version as If-Match.',
  },
  request_timeout: {
    meaning: 'The request did not arrive in time, so nothing was done.',
    next: 'Send it again.',
  },
  headers_too_large: {
    meaning: 'The browser sent more with the request than the service reads. Too many cookies are a common cause.',
    next: 'Delete this site’s cookies and sign in again.',
  },
  rate_limited: {
    meaning: 'You sent too many requests within a minute. Nothing is wrong, and nothing was done.',
    next: 'Wait a minute, then continue.',
  },
  internal: {
    meaning: 'Something failed on our side. We recorded it under this request.',
    next: 'Try again. If it keeps failing, tell the operator and quote the request ID.',
  },
  provider_refused: {
    meaning: 'The wallet provider refused this. No money moved.',
    next: 'Sign in again and repeat the step. If it keeps failing, tell the operator and quote the request ID.',
  },
  repository_host_refused: {
    meaning: 'The repository host refused this with the permissions it has given.',
    next: 'Check the connection on the repositories page.',
  },
  runtime_unavailable: {
    meaning: 'We couldn’t reach the runtime. It may be switched off, or behind a closed port.',
    next: 'Check that it runs and is reachable, then try again.',
  },
  provider_unavailable: {
    meaning: 'The wallet provider isn’t responding right now. Your money stays where it is.',
    next: again,
  },
  repository_host_limited: {
    meaning: 'The repository host limits how often we can ask. Nothing is wrong with your connection.',
    next: 'Try again in a while.',
  },
  repository_host_unavailable: {
    meaning: 'The repository host isn’t responding right now. We keep what we read before.',
    next: again,
  },
  chain_unavailable: {
    meaning: 'The chain isn’t responding right now. The contract continues without us, and so do its deadlines.',
    next: again,
  },
  unavailable: { meaning: 'The service, or something it depends on, is temporarily unavailable.', next: again },
}
