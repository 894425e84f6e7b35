import type { AnyEndpoint, RateClass } from '../api/endpoint.ts'
import type { TokenScope } from '../domain/api-token.ts'
import { Failure } from '../domain/failure.ts'
import { page, step } from '../domain/step.ts'
import { authenticateApiToken } from '../usecases/api-tokens/authenticate-api-token.ts'
import { type Context, requireCapability, requirePerson, type UserActor } from '../usecases/context.ts'
import { assertJson } from './origin.ts'
import { web } from './web.ts'
import { tokenExpected } from './wrong-credential.ts'

/**
 * A program sends its token and no cookie. What no token allows is refused after the token was found good, so that a
 * caller without one learns nothing but that.
 */
export async function authenticateProgram(
  endpoint: AnyEndpoint,
  { request, requestId }: { request: Request; requestId: string },
  count: (rate: RateClass, key: string) => Promise<void>,
): Promise<Context> {
  const actor = await requireToken(request)
  await count(endpoint.rate ?? 'account', actor.userId)
  if (!endpoint.scope) requirePerson(actor)
  else if (!actor.token?.scopes.includes(endpoint.scope)) throw scopeMissing(endpoint.scope)
  const ctx: Context = { ...web().services, actor, requestId }
  if (endpoint.capability) requireCapability(ctx, endpoint.capability)
  return ctx
}

/** The person for whom the token of this request stands. */
export async function requireToken(request: Request): Promise<UserActor> {
  const authorization = request.headers.get('authorization')
  if (request.headers.has('cookie')) throw tokenExpected(authorization === null ? 'cookie' : 'cookie and bearer')
  assertJson(request)
  if (authorization === null) throw tokenExpected('nothing')
  const bearer = /^Bearer +([\x21-\x7e]{1,300})$/i.exec(authorization)?.[1]
  if (!bearer?.startsWith('jw_pat_'))
    throw tokenExpected(bearer?.startsWith('jwr_') ? 'runtime credential' : 'other bearer')
  return authenticateApiToken(web().services, bearer)
}

function scopeMissing(scope: TokenScope): Failure {
  return new Failure('insufficient_scope', `This needs a token with the scope ${scope}.`, {
    nextActions: [
      step('anyone', 'create_token', `Create a token with ${scope}, as a signed-in person.`, page('/settings/tokens')),
    ],
  })
}
