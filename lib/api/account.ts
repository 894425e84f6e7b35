import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { moneyInput, uuid } from './scalars.ts'

export const exportAccountEndpoint = defineEndpoint('exportAccount', {
  tag: 'auth',
  summary: 'Download what is stored about you',
  description:
    'Everything that is stored about your account, by table, without secrets and without what belongs to others. Requires a sign-in within the last 10 minutes.',
  access: 'session',
  rate: 'pairing',
  reply: {
    status: 200,
    schema: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))).meta({
      id: 'AccountExport',
      description: 'The rows of each table; columns may be added.',
    }),
    description: 'Your data.',
  },
  failures: ['recent_sign_in_required'],
})

export const deleteAccountEndpoint = defineEndpoint('deleteAccount', {
  tag: 'auth',
  summary: 'Delete your account',
  description:
    'Removes what is personal for good: sessions, tokens, connections, addresses, notifications, drafts that are not funded, and the names of your agents, whose runtimes are cut off. Amounts, addresses, funded terms, results and the audit trail stay, under a random id. The same identity cannot sign in again. Refused while anything of yours is open: `next_actions` names each matter. Requires a sign-in within the last 10 minutes.',
  access: 'session',
  rate: 'pairing',
  setsCookie: true,
  body: z
    .strictObject({
      account_id: uuid.meta({ description: 'Your `user.id`, so that nothing but this account is meant.' }),
      leave_behind: moneyInput.nullable().meta({
        description:
          'What your client’s wallet holds, to give it up for good: nobody can reach it afterwards. Null where it holds nothing. Any other amount is refused.',
      }),
    })
    .meta({ id: 'AccountDeletion' }),
  reply: { status: 204, description: 'The account is deleted, and you are signed out.' },
  failures: ['recent_sign_in_required', 'not_found', 'account_in_use'],
})
