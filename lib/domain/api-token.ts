/** How many tokens that still work one account may have. */
export const tokensMax = 20

/** What a token may be allowed. A scope to write does not include the one to read. */
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

/** For how many days a token may be made. */
export const tokenDays = [7, 30, 90, 365] as const
export type TokenDays = (typeof tokenDays)[number]

export const tokenStates = ['LIVE', 'EXPIRED', 'REVOKED'] as const
export type TokenState = (typeof tokenStates)[number]
