import { z } from 'zod'
import { ledgerGroups, ledgerKinds } from '../domain/ledger.ts'
import { transactionStates } from '../domain/transaction.ts'
import { defineEndpoint } from './endpoint.ts'
import { address, cursor, hash, integerText, limit, money, page, timestamp, uuid } from './scalars.ts'
import { tableFile } from './table-file.ts'

const tag = 'transactions'
const access = 'session'
const capability = 'client'

const filter = {
  group: z.enum(ledgerGroups).optional().meta({
    description:
      '`in` and `out`: money that came or left. `attention`: calls that wait for your approval, are stuck, or failed while what they were for is still to be done.',
  }),
}

export const ledgerEntry = z
  .strictObject({
    id: z.string().meta({ description: 'Of the transfer or of the transaction.', example: '41-3' }),
    kind: z.enum(ledgerKinds),
    at: timestamp.meta({ description: 'When the transfer was mined, or when the call was prepared.' }),
    money_in: money.nullable().meta({ description: 'What came into the wallet.' }),
    money_out: money.nullable().meta({ description: 'What left the wallet.' }),
    pending_in: money
      .nullable()
      .meta({ description: 'What is to come into the wallet, or came and is not on record; in no sum.' }),
    pending_out: money
      .nullable()
      .meta({ description: 'What is to leave the wallet, or left and is not on record; in no sum.' }),
    balance: money.nullable().meta({
      description:
        'What the wallet held afterwards. Null where no money moved, and where the recorded transfers do not prove it.',
    }),
    state: z.enum(transactionStates).meta({ description: 'CONFIRMED for every recorded transfer.' }),
    is_final: z.boolean().meta({ description: 'Whether nothing about it changes any more.' }),
    counterparty: address.nullable().meta({
      description: 'Whom the money came from or went to; null for the escrow and for new money of the token.',
    }),
    onchain_job_id: integerText.nullable(),
    draft_id: uuid.nullable().meta({ description: 'Null when the draft was deleted.' }),
    title: z.string().nullable().meta({ description: 'Of the job or the draft.' }),
    has_receipt: z.boolean().meta({ description: 'Whether anyone can read a receipt of the job.' }),
    transaction_id: uuid.nullable().meta({ description: 'The call that was prepared here; null where none was.' }),
    transaction_hash: hash.nullable(),
    block_number: integerText.nullable(),
  })
  .meta({ id: 'LedgerEntry' })

export const listLedgerEndpoint = defineEndpoint('listLedger', {
  tag,
  summary: 'List the movements of your wallet',
  description:
    'Newest first: every recorded transfer into and out of the wallet with the balance after it, and every call prepared for the wallet that moved nothing, or nothing yet.',
  access,
  scope: 'money:read',
  capability,
  query: z.strictObject({ ...filter, limit, cursor }),
  reply: { status: 200, schema: page(ledgerEntry, 'LedgerPage'), description: 'A page.' },
  failures: [],
})

export const ledgerSummary = z
  .strictObject({
    wallet: address.nullable(),
    record: z
      .strictObject({
        opening_balance: money.meta({ description: 'What the wallet held after `from_block`.' }),
        from_block: integerText.meta({ description: 'Transfers of later blocks are recorded.' }),
        balance: money.meta({ description: 'What the wallet held after `through_block`.' }),
        through_block: integerText,
        is_current: z.boolean().meta({
          description: 'False while the record is behind: later transfers have no balance until it goes on.',
        }),
      })
      .nullable()
      .meta({ description: 'Null while no transfer of the wallet was read; no balance is known then.' }),
    money_in: money,
    money_out: money,
    counts: z.strictObject({ all: z.int(), in: z.int(), out: z.int(), attention: z.int() }),
  })
  .meta({ id: 'LedgerSummary' })

export const summarizeLedgerEndpoint = defineEndpoint('summarizeLedger', {
  tag,
  summary: 'Add up the movements of your wallet',
  description: 'Sums are of recorded transfers; counts are those of the groups of `listLedger`.',
  access,
  scope: 'money:read',
  capability,
  reply: {
    status: 200,
    schema: ledgerSummary,
    description: 'Sums and counts.',
  },
  failures: [],
})

/** One line of the CSV; its members are the columns, in this order. */
export const ledgerTableRow = z
  .strictObject({
    at: z.string(),
    kind: z.enum(ledgerKinds),
    title: z.string(),
    onchain_job_id: z.string(),
    money_in: z.string(),
    money_out: z.string(),
    balance: z.string(),
    state: z.enum(transactionStates),
    counterparty: z.string(),
    block_number: z.string(),
    transaction_hash: z.string(),
  })
  .meta({ id: 'LedgerTableRow', description: 'One line of the table of movements; amounts in USDC.' })

export const exportLedgerEndpoint = defineEndpoint('exportLedger', {
  tag,
  summary: 'Download the movements of your wallet as a table',
  description: 'Every row of the filter, newest first, with the members of `LedgerTableRow` as columns.',
  access,
  scope: 'money:read',
  capability,
  query: z.strictObject(filter),
  ...tableFile,
})
