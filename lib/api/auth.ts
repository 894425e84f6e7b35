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
  body: z.strictObject({ device_id: z.string().min(1).max(200) }).meta({ id: 'SocialLoginRequest' }),
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
    'The provider is asked whose token this is; nothing else that the browser says is identity. Creates or restores the person, begins a new session and sets its cookie.',
  access: 'public',
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
  failures: ['login_state_invalid', 'identity_not_verified', 'provider_unavailable', 'provider_refused'],
})

const me = z
  .strictObject({
    user: z.strictObject({ id: uuid, created_at: timestamp }),
    session: z.strictObject({ id: uuid, signed_in_at: timestamp, expires_at: timestamp }),
    capabilities: z.array(z.enum(capabilities)),
    workspace: z.enum(workspaces),
    onboarding: z.strictObject({
      wallet: z.enum(['missing', 'ready']),
      repositories: z.enum(['not_connected', 'connected']),
      next_actions: z.array(action),
    }),
  })
  .meta({ id: 'Me' })

export const getMeEndpoint = defineEndpoint('getMe', {
  tag: 'auth',
  summary: 'The signed-in person',
  description: 'User, session, capabilities, the workspace they lead to, and the next step of onboarding.',
  access: 'session',
  reply: { status: 200, schema: me, description: 'The person.' },
  failures: [],
})

export const logoutEndpoint = defineEndpoint('logout', {
  tag: 'auth',
  summary: 'End the session',
  description: 'Revokes the session on every instance at once and clears its cookie.',
  access: 'session',
  reply: { status: 204, description: 'Signed out.' },
  failures: [],
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
