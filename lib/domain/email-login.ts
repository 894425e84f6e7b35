import { clientAction } from './action.ts'
import { Failure } from './failure.ts'

/** The answer to every step of the e-mail-code flow, which social sign-in has replaced. */
export function emailLoginDisabled(): Failure {
  return new Failure('email_login_disabled', 'Sign-in is through the social identity provider alone.', {
    nextActions: [
      {
        ...clientAction('sign_in', 'Start a social sign-in.', 'POST', '/api/v1/auth/provider/social/device/'),
        who: 'anyone',
      },
    ],
  })
}
