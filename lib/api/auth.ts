import { z } from 'zod'
import { capabilities, workspaces } from '../domain/capability.ts'
import { defineEndpoint } from './endpoint.ts'
import { action, timestamp, uuid } from './scalars.ts'

const token = z.string().min(1).max(8_192)

export const startSocialLoginEndpoint = defineEndpoint('startSocialLogin', {
  tag: 'auth',
  summary: 'Start a social sign-in',
  description:
    'Asks the wallet provider for a device token, with which the browser completes the provider’s social sign-in. Sets a one-use cookie that the exchange must bring back within 15 minutes.',
  access: 'public',
  setsCookie: true,
  body: z.strictObject({ device_id: z.string().min(1).max(200) }).meta({ id: 'SocialLoginRequest' }),
  holdsSecret: true,
  reply: {
    status: 200,
    schema: z.strictObject({ device_token: z.string(), device_encryption_key: z.string() }).meta({ id: 'SocialLogin' }),
    description: 'What the browser hands to the provider’s SDK.',
  },
  failures: ['provider_unavailable', 'provider_refused'],
})

export const exchangeIdentityEndpoint = defineEndpoint('exchangeIdentity', {
  tag: 'auth',
  summary: 'Exchange a provider identity for a session',
  description:
    'The provider is asked whose token this is; nothing else that the browser says is identity. A token begins one session, once, and only for a sign-in that was started before the provider issued it; the refresh token must renew it on the same device. Creates or restores the person, begins a new session and sets its cookie.',
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
        description: 'At the latest; a session that is not used for 24 hours ends sooner.',
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
        .meta({ description: 'The next step of each capability; of a person who holds none, how to take one.' }),
    }),
  })
  .meta({ id: 'Me' })

export const getMeEndpoint = defineEndpoint('getMe', {
  tag: 'auth',
  summary: 'The signed-in person',
  description:
    'User, session, capabilities, the workspace they lead to, and the next step of onboarding. Of a program, the session is its token.',
  access: 'session',
  scope: 'account:read',
  reply: { status: 200, schema: me, description: 'The person.' },
  failures: [],
})

export const logoutEndpoint = defineEndpoint('logout', {
  tag: 'auth',
  summary: 'End the session',
  description: 'Revokes the session on every instance at once and clears its cookie.',
  access: 'session',
  setsCookie: true,
  reply: { status: 204, description: 'Signed out.' },
  failures: [],
})

export const session = z
  .strictObject({
    id: uuid,
    current: z.boolean().meta({ description: 'Whether this request came with it.' }),
    user_agent: z.string().meta({ description: 'What the browser called itself at sign-in; empty when it did not.' }),
    signed_in_at: timestamp,
    last_seen_at: timestamp.meta({ description: 'To the minute.' }),
    expires_at: timestamp.meta({
      description: 'The end without further use: 24 hours after it, 7 days after sign-in.',
    }),
  })
  .meta({ id: 'Session' })

export const listSessionsEndpoint = defineEndpoint('listSessions', {
  tag: 'auth',
  summary: 'List own sessions',
  description: 'Every live session of this person, the newest first.',
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
  description: 'Its next request is refused, on every instance. Ending the current one signs out.',
  access: 'session',
  setsCookie: true,
  params: z.strictObject({ session_id: uuid }),
  reply: { status: 204, description: 'The session is over.' },
  failures: ['not_found'],
})

export const revokeOtherSessionsEndpoint = defineEndpoint('revokeOtherSessions', {
  tag: 'auth',
  summary: 'End all other own sessions',
  description: 'Every session of this person but the one that asks.',
  access: 'session',
  reply: {
    status: 200,
    schema: z.strictObject({ revoked: z.int() }).meta({ id: 'RevokedSessions' }),
    description: 'How many ended.',
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
  description: 'Additive and idempotent.',
  access: 'session',
  reply: { status: 200, schema: held, description: 'The capabilities held from now on.' },
  failures: [],
})

export const becomeAgentOwnerEndpoint = defineEndpoint('becomeAgentOwner', {
  tag: 'onboarding',
  summary: 'Add the agent-owner capability',
  description: 'Additive and idempotent.',
  access: 'session',
  reply: { status: 200, schema: held, description: 'The capabilities held from now on.' },
  failures: [],
})
