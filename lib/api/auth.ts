import { z } from 'zod'
import { capabilities, workspaces } from '../domain/capability.ts'
import { defineEndpoint } from './endpoint.ts'
import { action, timestamp, uuid } from './scalars.ts'

const token = z.string().min(1).max(8_192)

export const startSocialLoginEndpoint = defineEndpoint('startSocialLogin', {
  tag: 'auth',
  summary: 'Start a social sign-in',
  description:
    'Requests a device token from the wallet provider, with which the browser completes the provider’s social sign-in. Sets a one-use cookie that the browser must send with the exchange within 15 minutes.',
  access: 'public',
  setsCookie: true,
  body: z.strictObject({ device_id: z.string().min(1).max(200) }).meta({ id: 'SocialLoginRequest' }),
  holdsSecret: true,
  reply: {
    status: 200,
    schema: z.strictObject({ device_token: z.string(), device_encryption_key: z.string() }).meta({ id: 'SocialLogin' }),
    description: 'The values that the browser passes to the provider’s SDK.',
  },
  failures: ['provider_unavailable', 'provider_refused'],
})

export const exchangeIdentityEndpoint = defineEndpoint('exchangeIdentity', {
  tag: 'auth',
  summary: 'Exchange a provider identity for a session',
  description:
    'Asks the provider whose token this is; nothing else from the browser counts as identity. A token starts only one session, and only for a sign-in that was started before the provider issued the token. The refresh token must renew it on the same device. Creates or restores the user, starts a new session and sets its cookie.',
  access: 'public',
  setsCookie: true,
  body: z
    .strictObject({ user_token: token, encryption_key: token, refresh_token: token })
    .meta({ id: 'IdentityExchange' }),
  reply: {
    status: 200,
    schema: z
      .strictObject({ user: z.strictObject({ id: uuid, created: z.boolean() }) })
      .meta({ id: 'ExchangedIdentity' }),
    description: 'Signed in; the session cookie is set.',
  },
  failures: [
    'login_state_invalid',
    'identity_not_verified',
    'account_erased',
    'provider_unavailable',
    'provider_refused',
  ],
})

const onboardingStates = ['not_held', 'in_progress', 'complete'] as const

export const me = z
  .strictObject({
    user: z.strictObject({ id: uuid, created_at: timestamp }),
    session: z.strictObject({
      id: uuid,
      signed_in_at: timestamp,
      expires_at: timestamp.meta({
        description: 'The latest time at which the session ends. It ends earlier if it is not used for 24 hours.',
      }),
    }),
    capabilities: z.array(z.enum(capabilities)),
    workspace: z.enum(workspaces),
    onboarding: z.strictObject({
      client: z.enum(onboardingStates),
      agent_owner: z.enum(onboardingStates),
      wallet: z.enum(['missing', 'ready']),
      repositories: z.enum(['not_connected', 'connected']),
      next_actions: z
        .array(action)
        .meta({ description: 'The next step for each capability. If you hold none, how to get one.' }),
    }),
  })
  .meta({ id: 'Me' })

export const getMeEndpoint = defineEndpoint('getMe', {
  tag: 'auth',
  summary: 'The signed-in person',
  description:
    'Your user, session, capabilities, the workspace that they lead to, and your next onboarding steps. For a program, `session` describes its token.',
  access: 'session',
  scope: 'account:read',
  reply: { status: 200, schema: me, description: 'The signed-in person.' },
  failures: [],
})

export const logoutEndpoint = defineEndpoint('logout', {
  tag: 'auth',
  summary: 'End the session',
  description: 'Revokes the session on every instance immediately and clears its cookie.',
  access: 'session',
  setsCookie: true,
  reply: { status: 204, description: 'Signed out.' },
  failures: [],
})

export const session = z
  .strictObject({
    id: uuid,
    current: z.boolean().meta({ description: 'True for the session of this request.' }),
    user_agent: z.string().meta({ description: 'The browser’s user agent at sign-in; empty if it sent none.' }),
    signed_in_at: timestamp,
    last_seen_at: timestamp.meta({ description: 'Accurate to the minute.' }),
    expires_at: timestamp.meta({
      description:
        'When the session ends if it is not used again: 24 hours after the last use, but at most 7 days after sign-in.',
    }),
  })
  .meta({ id: 'Session' })

export const listSessionsEndpoint = defineEndpoint('listSessions', {
  tag: 'auth',
  summary: 'List own sessions',
  description: 'Lists your active sessions, newest first.',
  access: 'session',
  reply: {
    status: 200,
    schema: z.strictObject({ data: z.array(session) }).meta({ id: 'SessionList' }),
    description: 'The sessions.',
  },
  failures: [],
})

export const revokeSessionEndpoint = defineEndpoint('revokeSession', {
  tag: 'auth',
  summary: 'End one of the own sessions',
  description: 'The session’s next request is refused on every instance. Ending the current session signs you out.',
  access: 'session',
  setsCookie: true,
  params: z.strictObject({ session_id: uuid }),
  reply: { status: 204, description: 'The session has ended.' },
  failures: ['not_found'],
})

export const revokeOtherSessionsEndpoint = defineEndpoint('revokeOtherSessions', {
  tag: 'auth',
  summary: 'End all other own sessions',
  description: 'Ends all your sessions except the one of this request.',
  access: 'session',
  reply: {
    status: 200,
    schema: z.strictObject({ revoked: z.int() }).meta({ id: 'RevokedSessions' }),
    description: 'The number of sessions that ended.',
  },
  failures: [],
})

export const emailLoginEndpoint = defineEndpoint('emailLogin', {
  tag: 'auth',
  summary: 'Sign in by e-mail code (disabled)',
  description: 'Kept for older clients, which learn here that social sign-in has taken its place.',
  access: 'public',
  params: z.strictObject({ step: z.string().max(40) }),
  body: z.looseObject({}),
  reply: { status: 204, description: 'Never.' },
  failures: ['email_login_disabled'],
  isHidden: true,
})

const held = z
  .strictObject({ capabilities: z.array(z.enum(capabilities)), workspace: z.enum(workspaces) })
  .meta({ id: 'Capabilities' })

export const becomeClientEndpoint = defineEndpoint('becomeClient', {
  tag: 'onboarding',
  summary: 'Add the client capability',
  description: 'Adds the capability and keeps those that you hold. Repeating it changes nothing.',
  access: 'session',
  reply: { status: 200, schema: held, description: 'The capabilities that you now hold.' },
  failures: [],
})

export const becomeAgentOwnerEndpoint = defineEndpoint('becomeAgentOwner', {
  tag: 'onboarding',
  summary: 'Add the agent-owner capability',
  description: 'Adds the capability and keeps those that you hold. Repeating it changes nothing.',
  access: 'session',
  reply: { status: 200, schema: held, description: 'The capabilities that you now hold.' },
  failures: [],
})
