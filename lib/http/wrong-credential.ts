import { Failure } from '../domain/failure.ts'
import type { Step } from '../domain/step.ts'

const useSession: Step = {
  code: 'sign_in',
  text: 'Sign in, and send the session cookie and no Authorization header.',
  href: '/sign-in',
  who: 'anyone',
  until: null,
}
const useRuntimeCredential: Step = {
  code: 'use_runtime_credential',
  text: 'Send the credential that the runtime got when it was paired, as Authorization: Bearer jwr_…, and no cookie.',
  who: 'agent_owner',
  until: null,
}

/** A person's operation met a bearer credential; `isCookieSent` when the session cookie came with it. */
export function sessionExpected(isCookieSent: boolean): Failure {
  const code = isCookieSent ? 'ambiguous_credentials' : 'wrong_credential'
  const text = 'This operation is authenticated by the session cookie alone; an Authorization header was sent.'
  return new Failure(code, text, { nextActions: [useSession] })
}

/** A runtime's operation met a cookie, nothing, or a bearer of another kind. */
export function runtimeCredentialExpected(sent: 'cookie' | 'cookie and bearer' | 'nothing' | 'other bearer'): Failure {
  const code = { cookie: 'wrong_credential', 'other bearer': 'wrong_credential', nothing: 'unauthenticated' } as const
  const text = `This operation is authenticated by a runtime’s bearer credential alone; ${sent} was sent.`
  return new Failure(sent === 'cookie and bearer' ? 'ambiguous_credentials' : code[sent], text, {
    nextActions: [useRuntimeCredential],
  })
}

const useToken: Step = {
  code: 'use_api_token',
  text: 'Send an API token of the settings, as Authorization: Bearer jw_pat_…, and no cookie.',
  href: '/settings/tokens',
  who: 'anyone',
  until: null,
}

/** A program's operation met a cookie, nothing, or a bearer of another kind. */
export function tokenExpected(
  sent: 'cookie' | 'cookie and bearer' | 'nothing' | 'runtime credential' | 'other bearer',
): Failure {
  const code =
    sent === 'cookie and bearer' ? 'ambiguous_credentials' : sent === 'nothing' ? 'unauthenticated' : 'wrong_credential'
  const text = `This operation is authenticated by an API token alone; ${sent} was sent.`
  return new Failure(code, text, { nextActions: [useToken] })
}
