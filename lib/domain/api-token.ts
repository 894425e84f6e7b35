/** How many tokens that still work one account may have. */
export const tokensMax = 20

/** What a token may be allowed. */
export const tokenScopes = [
  'account:read',
  'money:read',
  'jobs:read',
  'drafts:read',
  'drafts:write',
  'agents:read',
  'agents:write',
] as const
export type TokenScope = (typeof tokenScopes)[number]

/** What a change is answered with: who may write something reads it, too. */
const broughtAlong: Partial<Record<TokenScope, TokenScope>> = {
  'drafts:write': 'drafts:read',
  'agents:write': 'agents:read',
}

/** These scopes with those that they bring along, each once and in order. */
export function wholeScopes(scopes: readonly TokenScope[]): TokenScope[] {
  return [...new Set(scopes.flatMap((scope) => [scope, broughtAlong[scope] ?? scope]))].sort()
}

/** For how many days a token may be made. */
export const tokenDays = [7, 30, 90, 365] as const
export type TokenDays = (typeof tokenDays)[number]

export const tokenStates = ['LIVE', 'EXPIRED', 'REVOKED'] as const
export type TokenState = (typeof tokenStates)[number]
