import { z } from 'zod'
import { tokenDays, tokenScopes, tokenStates } from '../domain/api-token.ts'
import { defineEndpoint } from './endpoint.ts'
import { line, timestamp, uuid } from './scalars.ts'

const tag = 'auth'
const access = 'session'

const name = line(1, 80).meta({ example: 'Deploy bot' })
const scopes = z.array(z.enum(tokenScopes)).min(1).max(tokenScopes.length)

export const apiToken = z
  .strictObject({
    id: uuid,
    name,
    scopes: scopes.meta({ example: ['jobs:read'] }),
    state: z.enum(tokenStates),
    created_at: timestamp,
    expires_at: timestamp,
    last_used_at: timestamp.nullable().meta({ description: 'Noted at most once a minute; null when never used.' }),
    revoked_at: timestamp.nullable(),
  })
  .meta({ id: 'ApiToken' })

export const listApiTokensEndpoint = defineEndpoint('listApiTokens', {
  tag,
  summary: 'List your API tokens',
  description: 'Those that work, at most 20, and after them those that ended within 30 days; never their text.',
  access,
  reply: {
    status: 200,
    schema: z.strictObject({ data: z.array(apiToken) }).meta({ id: 'ApiTokenList' }),
    description: 'The tokens.',
  },
  failures: [],
})

export const createApiTokenEndpoint = defineEndpoint('createApiToken', {
  tag,
  summary: 'Create an API token for a program of yours',
  description:
    'The program sends it as `Authorization: Bearer jw_pat_…` to the paths below `/api/v1/programs/`. Needs a sign-in of the last ten minutes.',
  access,
  rate: 'pairing',
  holdsSecret: true,
  body: z
    .strictObject({
      name,
      scopes: scopes.meta({
        description:
          'Each operation needs one of them. A scope to write brings the one to read, since changes are answered with what was changed.',
        example: ['jobs:read'],
      }),
      days: z.union(tokenDays.map((days) => z.literal(days))).meta({ description: 'For how many days it works.' }),
    })
    .meta({ id: 'NewApiToken' }),
  reply: {
    status: 201,
    schema: z
      .strictObject({
        api_token: apiToken,
        token: z.string().nullable().meta({
          description:
            '`jw_pat_`, 32 random letters and digits, and 6 of their checksum. It is shown here only and stored nowhere, so a repeated answer has null: revoke the token then, and create another.',
          example: 'jw_pat_Hq3pVb0sK9xYwZ2mL7tRcN5dFgJ8aEuT14Yqs0',
        }),
      })
      .meta({ id: 'ApiTokenWithText' }),
    description: 'The token.',
  },
  failures: ['recent_sign_in_required', 'state_conflict'],
})

export const revokeApiTokenEndpoint = defineEndpoint('revokeApiToken', {
  tag,
  summary: 'Revoke an API token',
  description: 'It is refused from its next request on. One that ended before stays as it is.',
  access,
  params: z.strictObject({ token_id: uuid }),
  reply: { status: 204, description: 'Revoked.' },
  failures: ['not_found'],
})
