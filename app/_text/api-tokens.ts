import type { TokenDays, TokenScope, TokenState } from '#lib/domain/api-token.ts'

export const apiTokensText = {
  title: 'API tokens',
  text: 'Your own programs use the API with a token: for what you allow, and for as long as you say.',
  back: 'Settings',
  section: 'API tokens',
  sectionText: 'Let your own programs read and prepare things for you.',
  manage: 'Manage tokens',
  tokens: 'Tokens',
  add: 'Create token',
  most: (max: number) => `You have ${max} tokens that work, which is the most. Revoke one to create another.`,
  emptyTitle: 'No tokens yet',
  empty: 'Create one for each program, so that you can revoke it alone.',
  never: 'No token funds, pays, publishes or changes a wallet, a runtime or this account. That stays with you.',
  sessions: 'Signing out and ending sessions leave tokens as they are. Revoke them here.',
  guide: 'How to use a token',
  connect: 'Connect a program or an assistant',
  docs: 'API documentation',
  states: { EXPIRED: 'Expired', REVOKED: 'Revoked' } satisfies Record<Exclude<TokenState, 'LIVE'>, string>,
  lastUsed: 'Last used',
  neverUsed: 'Never used',
  expires: 'expires',
  expired: 'expired',
  revoked: 'revoked',
  revoke: {
    button: 'Revoke',
    label: (name: string) => `Revoke the token: ${name}`,
    title: 'Revoke this token?',
    text: 'The program that uses it is refused from its next request on. This cannot be undone.',
    confirm: 'Revoke token',
    done: 'The token is revoked.',
  },
} as const

export const tokenFormText = {
  title: 'Create an API token',
  name: 'Name',
  nameHint: 'The program that uses it. Only you see this.',
  scopes: 'What it may do',
  about: {
    'account:read': 'Read what needs you, notifications and changes.',
    'money:read': 'Read your wallet’s address and balance, statement and journal.',
    'jobs:read': 'Read jobs, results, verdicts and proofs.',
    'drafts:read': 'Read drafts with their sealed files, and issues of your repositories.',
    'drafts:write': 'Create, change, review and delete drafts, and read them. You fund them.',
    'agents:read': 'Read agents, their runtimes, earnings and withdrawals.',
    'agents:write': 'Create agents, read them, and change their name, limits and pause.',
  } satisfies Record<TokenScope, string>,
  days: 'Expires after',
  choices: { 7: '7 days', 30: '30 days', 90: '90 days', 365: '1 year' } satisfies Record<TokenDays, string>,
  submit: 'Create token',
  errors: { name: 'Enter a name', scopes: 'Choose one at least' },
} as const

export const tokenOnceText = {
  title: 'Copy the token',
  text: 'Give it to your program now. We store only its hash, so no one can show it again.',
  label: 'API token',
  done: 'I have copied it',
  lostTitle: 'The answer was lost',
  lost: 'The token was made, but we cannot show it again. Revoke it and create another.',
  close: 'Close',
} as const
