import { z } from 'zod'
import { journalKinds } from '../domain/journal.ts'
import { defineEndpoint } from './endpoint.ts'
import { hash, integerText, timestamp } from './scalars.ts'

const account = z
  .string()
  .regex(/^(opening|(wallet|owed|outside|payee|unproven):0x[0-9a-f]{40}|job:\d+|(cost|income):[a-z_]+)$/)
  .meta({ example: 'job:42' })

/** One entry; its members are the columns of the CSV, in this order. */
export const journalEntry = z
  .strictObject({
    block_number: integerText,
    block_time: timestamp.nullable().meta({ description: 'Null if the block contains no transfer of yours.' }),
    transaction_hash: hash.nullable().meta({ description: 'Null for an opening balance.' }),
    log_index: z
      .int()
      .min(0)
      .nullable()
      .meta({ description: 'Log index of the escrow or token event behind this entry.' }),
    transfer_log_index: z.int().min(0).nullable().meta({
      description:
        'Log index of the token transfer. Null if the escrow still owes the money, and for an opening balance.',
    }),
    kind: z.enum(journalKinds),
    onchain_job_id: integerText.nullable(),
    attempt: z.int().min(1).nullable(),
    debit: account.meta({ description: 'The account that receives the amount.' }),
    credit: account.meta({ description: 'The account that the amount comes from.' }),
    amount: integerText.meta({ description: 'In base units of the token.', example: '3000000' }),
  })
  .meta({ id: 'JournalEntry', description: 'One line of the JSON Lines journal.' })

const journalFormats = ['jsonl', 'csv'] as const
export type JournalFormat = (typeof journalFormats)[number]

const text = (description: string) => z.string().meta({ description })

export const getJournalEndpoint = defineEndpoint('getJournal', {
  tag: 'overview',
  summary: 'Download your journal',
  description:
    'Double-entry bookkeeping of all your wallets and jobs: every final movement of money with its transaction, in chain order. Each entry moves `amount` from `credit` to `debit`. The accounts are `wallet`, `owed` (by the escrow), `job`, `cost`, `income`, `outside`, `payee` (an address that received an agent’s earnings instead of its wallet), `opening`, and `unproven` (an event names a payment without a recorded transfer). The file is streamed; its name contains the last block that it covers.',
  access: 'session',
  scope: 'money:read',
  params: z.strictObject({
    file_type: z.enum(journalFormats).meta({ description: 'JSON Lines, or CSV with a header.', example: 'csv' }),
  }),
  reply: {
    status: 200,
    schema: z.union([z.string(), z.instanceof(ReadableStream)]),
    description: 'The journal.',
    media: {
      parameter: 'file_type',
      types: {
        jsonl: { type: 'application/jsonl', schema: text('One object per line, each a `JournalEntry`.') },
        csv: { type: 'text/csv', schema: text('The fields of `JournalEntry` as columns; empty for null.') },
      },
    },
  },
  failures: ['not_found'],
})
