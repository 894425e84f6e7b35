import type { TokenDays, TokenScope } from '#lib/domain/api-token.ts'
import type { Person } from './people/person.ts'
import type { Service } from './service.ts'

export type MadeToken = { id: string; token: string }

export async function createToken(person: Person, scopes: TokenScope[], days: TokenDays = 7): Promise<MadeToken> {
  const { api_token, token } = await person.call('createApiToken', { body: { name: 'Deploy bot', scopes, days } })
  if (token === null) throw new Error('a new token is shown')
  return { id: api_token.id, token }
}

/** Sends a request as a program does: with a bearer, and neither cookie nor origin. */
export function sendAsProgram(
  { origin, router }: Pick<Service, 'origin' | 'router'>,
  token: string,
  path: string,
  init: RequestInit = {},
): Promise<Response> {
  const headers = new Headers(init.headers)
  headers.set('authorization', `Bearer ${token}`)
  if (init.body) headers.set('content-type', 'application/json')
  return router(new Request(new URL(path, origin), { ...init, headers }))
}
