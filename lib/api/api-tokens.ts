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
    last_used_at: timestamp
      .nullable()
      .meta({ description: 'Updated at most once a minute. Null if the token was never used.' }),
    revoked_at: timestamp.nullable(),
  })
  .meta({ id: 'ApiToken' })

export const listApiTokensEndpoint = defineEndpoint('listApiTokens', {
  tag,
  summary: 'List your API tokens',
  description:
    'Lists the working tokens, at most 20, followed by those that ended within the last 30 days. The text of a token is never included.',
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
    'The program sends the token as `Authorization: Bearer jw_pat_…` to the paths below `/api/v1/programs/`. Requires a sign-in within the last 10 minutes.',
  access,
  rate: 'pairing',
  effectSeenBy: 'listApiTokens',
  holdsSecret: true,
  body: z
    .strictObject({
      name,
      scopes: scopes.meta({
        description:
          'Each operation requires one scope. A write scope includes the matching read scope, because the response to a change contains the changed object.',
        example: ['jobs:read'],
      }),
      days: z
        .union(tokenDays.map((days) => z.literal(days)))
        .meta({ description: 'How many days the token is valid.' }),
    })
    .meta({ id: 'NewApiToken' }),
  reply: {
    status: 201,
    schema: z
      .strictObject({
        api_token: apiToken,
        token: z.string().nullable().meta({
          description:
            '`jw_pat_`, 32 random letters and digits, and a checksum of 6. It appears only in this response and is not stored, so an idempotent replay contains null: in that case, revoke the token and create another.',
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
  description: 'The token is refused from its next request on. A token that has already ended stays unchanged.',
  access,
  params: z.strictObject({ token_id: uuid }),
  reply: { status: 204, description: 'Revoked.' },
  failures: ['not_found'],
})
