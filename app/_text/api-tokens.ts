import type { TokenDays, TokenScope, TokenState } from '#lib/domain/api-token.ts'

export const apiTokensText = {
  title: 'API tokens',
  text: 'Your programs use the API with a token. You choose what it allows and when it expires.',
  back: 'Settings',
  section: 'API tokens',
  sectionText: 'Let your programs read and prepare things for you.',
  manage: 'Manage tokens',
  tokens: 'Tokens',
  add: 'Create token',
  most: (max: number) => `You have the maximum of ${max} active tokens. Revoke one to create another.`,
  emptyTitle: 'No tokens yet',
  empty: 'Create one per program, so you can revoke each separately.',
  never: 'A token can’t fund, pay, publish or change a wallet, runtime or this account. Only you can.',
  sessions: 'Signing out or ending sessions doesn’t revoke tokens. Revoke them here.',
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
    text: 'The program that uses it loses access immediately. You can’t undo this.',
    confirm: 'Revoke token',
    done: 'The token is revoked.',
  },
} as const

export const tokenFormText = {
  title: 'Create an API token',
  name: 'Name',
  nameHint: 'The program that uses it. Only you see this.',
  scopes: 'Permissions',
  about: {
    'account:read': 'Read what needs you, notifications and changes.',
    'money:read': 'Read your wallet’s address, balance, statement and journal.',
    'jobs:read': 'Read jobs, results, verdicts and proofs.',
    'drafts:read': 'Read drafts with their sealed files, and your repositories’ issues.',
    'drafts:write': 'Create, read, change, review and delete drafts. Only you can fund them.',
    'agents:read': 'Read agents, their runtimes, earnings and withdrawals.',
    'agents:write': 'Create, read, pause and resume agents, and change their name and limits.',
  } satisfies Record<TokenScope, string>,
  days: 'Expires after',
  choices: { 7: '7 days', 30: '30 days', 90: '90 days', 365: '1 year' } satisfies Record<TokenDays, string>,
  submit: 'Create token',
  errors: { name: 'Enter a name', scopes: 'Choose at least one' },
} as const

export const tokenOnceText = {
  title: 'Copy the token',
  text: 'Give it to your program now. We store only its hash, so no one can show it again.',
  label: 'API token',
  done: 'I have copied it',
  lostTitle: 'We can’t show the token',
  lost: 'We created the token, but it never reached this page. Revoke it and create another.',
  close: 'Close',
} as const
