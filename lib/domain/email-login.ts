import { Failure } from './failure.ts'
import { at, step } from './step.ts'

/** The answer to every step of the e-mail-code flow, which social sign-in has replaced. */
export function emailLoginDisabled(): Failure {
  return new Failure('email_login_disabled', 'Sign-in is through the social identity provider alone.', {
    nextActions: [step('anyone', 'sign_in', 'Start a social sign-in.', at('startSocialLogin'))],
  })
}
