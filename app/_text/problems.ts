import type { FailureCode } from '#lib/domain/failure.ts'

/** What a refusal means for the person, and what to do when the service names nothing better. */
export type ProblemText = { meaning: string; next: string }

const again = 'Try again in a moment; nothing is done twice.'
const reload = 'Load the page again to see how it stands.'

export const problemText: Record<FailureCode, ProblemText> = {
  invalid_request: {
    meaning: 'Something that was entered does not fit. Nothing was changed.',
    next: 'Correct what is named and send it again.',
  },
  invalid_target: {
    meaning: 'The address that was asked for is not one of this service.',
    next: 'Go back and follow a link of this site.',
  },
  ambiguous_credentials: {
    meaning: 'The request came with two identities at once, so neither was used.',
    next: 'Send either the session’s cookie or a bearer credential.',
  },
  idempotency_key_required: {
    meaning: 'This step must be safe to repeat, and the request did not say how to recognise a repetition.',
    next: 'Load the page again and repeat the step; a program of yours sends an Idempotency-Key.',
  },
  install_state_invalid: {
    meaning: 'This return from the repository host was used before, is too old, or was begun in another browser.',
    next: 'Start connecting again from the repositories page.',
  },
  login_state_invalid: {
    meaning: 'This sign-in was begun in another browser or took too long. You are not signed in.',
    next: 'Start the sign-in again, here.',
  },
  unauthenticated: {
    meaning: 'You are not signed in, or your session has ended. What you see may be out of date.',
    next: 'Sign in again.',
  },
  identity_not_verified: {
    meaning: 'The wallet provider does not vouch for this sign-in, so it was not accepted.',
    next: 'Sign in once more at the provider.',
  },
  wrong_credential: {
    meaning: 'Runtimes and people use different doors; this one takes the other kind of credential.',
    next: 'Use the credential that was made for this.',
  },
  token_invalid: {
    meaning: 'The API token was mistyped, was revoked, or has expired.',
    next: 'Create another one in the settings, and give it to your program.',
  },
  signature_invalid: {
    meaning: 'What arrived is not signed by whom it should be, so it was not believed.',
    next: 'Sign it again with the registered key; if it stays, pair the runtime anew.',
  },
  provider_session_expired: {
    meaning: 'The wallet provider asks you to sign in again before you may approve anything. Nothing was sent.',
    next: 'Sign in again, then repeat the step.',
  },
  credential_revoked: {
    meaning: 'The runtime’s credential was replaced or withdrawn. Its agent gets no work until it is paired again.',
    next: 'Pair the runtime again with a new token.',
  },
  wrong_channel: {
    meaning: 'Workers and verifiers have channels of their own, and this runtime asked on the other one.',
    next: 'Start the runtime with the role that its agent has.',
  },
  network_refused: {
    meaning: 'The agent’s owner allows its runtime only certain networks, and this call came from another.',
    next: 'Call from an allowed network, or change the agent’s limits.',
  },
  recent_sign_in_required: {
    meaning: 'This step concerns money or keys, so it needs a fresh sign-in. Nothing was changed.',
    next: 'Sign in again; you come back to this page.',
  },
  insufficient_scope: {
    meaning: 'The API token was made for other things.',
    next: 'Create one with the scope that this needs.',
  },
  person_required: {
    meaning: 'Programs cannot do this, whatever their token allows. Nothing was changed.',
    next: 'Sign in and do it on its page.',
  },
  capability_required: {
    meaning: 'Your account does not have this hat yet.',
    next: 'Add it in the settings; what you have stays.',
  },
  cross_origin: {
    meaning: 'The request came from another site, and only pages of this one may change something.',
    next: 'Open this site itself and repeat the step there.',
  },
  account_erased: {
    meaning: 'The account of this Google account was erased on request, which cannot be undone.',
    next: 'Use another Google account, or ask the operator.',
  },
  email_login_disabled: {
    meaning: 'You sign in with your Google account at the wallet provider; there is no code by e-mail.',
    next: 'Choose to continue with Google.',
  },
  repository_permission: {
    meaning: 'The repository host does not let you do this in that repository.',
    next: 'Ask its owner for the right to push, or choose another repository.',
  },
  not_found: {
    meaning: 'It does not exist, was removed, or is not yours to see.',
    next: 'Go back to the list and open it from there.',
  },
  method_not_allowed: {
    meaning: 'This address does not take that kind of request.',
    next: 'See the API’s description for what it takes.',
  },
  state_conflict: {
    meaning: 'It has moved on meanwhile, so this step no longer fits. Nothing was changed.',
    next: reload,
  },
  stale_version: {
    meaning: 'Somebody, perhaps you in another tab, has changed it since you opened it. Your version was not saved.',
    next: 'Keep a copy of what you wrote, load the page again, and enter it there.',
  },
  draft_locked: {
    meaning: 'The terms are frozen while money is being approved or locked for them.',
    next: 'Review the draft again to unlock it, unless its funding is under way.',
  },
  draft_exists: {
    meaning: 'You have a draft for this issue already; a second one would fund the same work twice.',
    next: 'Open the draft that exists.',
  },
  draft_has_findings: {
    meaning: 'The review found something that must be mended before money may be locked.',
    next: 'Mend what the findings name and review again.',
  },
  wallet_missing: {
    meaning: 'Jobs are paid from a wallet of your own, and you have none yet.',
    next: 'Create the wallet in the overview.',
  },
  wallet_mismatch: {
    meaning: 'The wallet that the provider shows is of another kind or another chain than this service uses.',
    next: 'Sign in with the account whose wallet you created here.',
  },
  wallet_exists: {
    meaning: 'There is a wallet already, and it stays the only one.',
    next: reload,
  },
  wallet_busy: {
    meaning: 'A wallet sends one payment at a time, so that none can overtake another.',
    next: 'Finish or cancel the payment that is under way, under Transactions.',
  },
  allowance_missing: {
    meaning: 'The escrow may take more or less from your wallet than this job’s budget.',
    next: 'Approve the exact amount first.',
  },
  balance_insufficient: {
    meaning: 'There is less in your wallet than this job’s budget. Nothing was taken.',
    next: 'Put the missing amount into your wallet, or lower the budget.',
  },
  not_on_this_network: {
    meaning: 'This works on a test network only, where money is free.',
    next: 'Send money to the wallet’s address from elsewhere.',
  },
  faucet_limited: {
    meaning: 'The faucet gives a little at a time, and you have had your share for now.',
    next: 'Ask again later; what you have stays yours.',
  },
  funding_window_passed: {
    meaning: 'The terms expired before the chain saw your funding. Nothing was spent.',
    next: 'Wait a few seconds, then fund again. Fresh terms with the same amounts are frozen for you.',
  },
  action_not_allowed: {
    meaning: 'The contract accepts this only at certain times, and this is none of them.',
    next: 'The job’s page says what it accepts now, and until when.',
  },
  execution_not_stalled: {
    meaning: 'A retry is only for a worker that went silent. Nothing was changed; the job goes on as it is.',
    next: 'Wait for the worker; the job’s page says until when.',
  },
  retry_limit_reached: {
    meaning: 'A job can be retried three times.',
    next: 'If this worker stays silent, its assignment ends by itself when its time is over.',
  },
  repository_not_connected: {
    meaning: 'The repository is not, or no longer, shared with this service.',
    next: 'Connect it on the repositories page.',
  },
  earnings_insufficient: {
    meaning: 'The agent’s wallet holds less than you asked for. Nothing was sent.',
    next: 'Withdraw at most what the wallet shows.',
  },
  destination_waiting: {
    meaning: 'A new address waits for a while before money may go there, in case somebody else entered it.',
    next: 'Come back when the wait is over, or use an address that you used before.',
  },
  assignment_active: {
    meaning: 'The agent has taken on work, and this would leave it undone.',
    next: 'Pause the agent and wait until its work has ended.',
  },
  withdrawal_pending: {
    meaning: 'An earlier withdrawal of this agent has not ended; a second one could pay twice.',
    next: 'Wait for it; the agent’s page shows where it stands.',
  },
  offer_expired: {
    meaning: 'The offer was taken by another agent or its time is over. That counts against nobody.',
    next: 'Wait for the next offer.',
  },
  attempt_superseded: {
    meaning: 'The work belongs to an attempt that has ended, so it is not accepted any more.',
    next: 'Drop it and wait for the next offer.',
  },
  release_not_announced: {
    meaning: 'Nobody has announced that this attempt is to end, so there is nothing to object to.',
    next: 'Go on working.',
  },
  result_exists: {
    meaning: 'This attempt has delivered a result already, and what was committed to cannot be exchanged.',
    next: 'Wait for the verifiers.',
  },
  idempotency_in_progress: {
    meaning: 'Your first request is still being carried out; it was not begun a second time.',
    next: 'Wait a moment, then look again.',
  },
  precondition_failed: {
    meaning: 'It has changed since you read it. Your version was not saved.',
    next: reload,
  },
  body_too_large: {
    meaning: 'It is larger than the service takes.',
    next: 'Send less at once: fewer or smaller files.',
  },
  unsupported_media_type: {
    meaning: 'The request is in a format that the service does not read.',
    next: 'Send JSON.',
  },
  idempotency_mismatch: {
    meaning: 'The same key was used before for something else, so it is unclear what is meant. Nothing was done.',
    next: 'Load the page again and repeat the step.',
  },
  destination_invalid: {
    meaning: 'Money sent there would be lost or come straight back.',
    next: 'Enter the address of a wallet that you control.',
  },
  pairing_invalid: {
    meaning: 'The token was mistyped, used before, is older than 15 minutes, or names an address that is not allowed.',
    next: 'Check the address under which the runtime runs, show a new pairing token in its console and paste it here.',
  },
  result_refused: {
    meaning: 'The result breaks a rule of the job, such as a protected path or a size. It was not submitted.',
    next: 'Change what is named and deliver again in time.',
  },
  issue_not_usable: {
    meaning: 'A job needs an open issue with a text, in a repository that still takes changes.',
    next: 'Choose another issue.',
  },
  precondition_required: {
    meaning: 'A change must say which version it is of, so that nobody’s work is overwritten.',
    next: 'Read it first, and send its version as If-Match.',
  },
  request_timeout: {
    meaning: 'The request did not arrive in time, so nothing was done.',
    next: 'Send it again.',
  },
  headers_too_large: {
    meaning: 'The browser sent more with the request than the service reads, often too many cookies.',
    next: 'Delete this site’s cookies and sign in again.',
  },
  rate_limited: {
    meaning: 'There were too many requests within a minute. Nothing is wrong, and nothing was done.',
    next: 'Wait a minute, then go on.',
  },
  internal: {
    meaning: 'Something failed on our side. It is recorded under this request.',
    next: 'Try again; if it stays, quote the request.',
  },
  provider_refused: {
    meaning: 'The wallet provider would not do this. No money moved.',
    next: 'Sign in again and repeat the step; if it stays, quote the request.',
  },
  repository_host_refused: {
    meaning: 'The repository host would not do this with the rights that it has given.',
    next: 'Look at the connection on the repositories page.',
  },
  runtime_unavailable: {
    meaning: 'The runtime could not be reached. It may be switched off, or behind a closed port.',
    next: 'See that it runs and can be reached, then try again.',
  },
  provider_unavailable: {
    meaning: 'The wallet provider does not answer just now. Your money stays where it is.',
    next: again,
  },
  repository_host_limited: {
    meaning: 'The host answers only so many questions in a time. Nothing is wrong with your connection.',
    next: 'Try again in a while.',
  },
  repository_host_unavailable: {
    meaning: 'The repository host does not answer just now. What was read before stays.',
    next: again,
  },
  chain_unavailable: {
    meaning: 'The chain does not answer just now. The contract goes on without us, and so do its deadlines.',
    next: again,
  },
  unavailable: { meaning: 'The service, or something that it needs, is away for the moment.', next: again },
}
