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
      '`in` and `out`: money that arrived or left. `attention`: calls that wait for your approval, are stuck, or failed while their purpose is still to be achieved.',
  }),
}

export const ledgerEntry = z
  .strictObject({
    id: z.string().meta({ description: 'The id of the transfer or of the transaction.', example: '41-3' }),
    kind: z.enum(ledgerKinds),
    at: timestamp.meta({ description: 'When the transfer was mined or the call was prepared.' }),
    money_in: money.nullable().meta({ description: 'The amount that arrived in the wallet.' }),
    money_out: money.nullable().meta({ description: 'The amount that left the wallet.' }),
    pending_in: money.nullable().meta({
      description:
        'An amount that is still to arrive in the wallet, or arrived without a recorded transfer. Not part of any sum.',
    }),
    pending_out: money.nullable().meta({
      description:
        'An amount that is still to leave the wallet, or left without a recorded transfer. Not part of any sum.',
    }),
    balance: money.nullable().meta({
      description:
        'The wallet’s balance afterwards. Null if no money moved, or if the recorded transfers do not prove it.',
    }),
    state: z.enum(transactionStates).meta({ description: 'Always CONFIRMED for a recorded transfer.' }),
    is_final: z.boolean().meta({ description: 'True if nothing about this entry will change.' }),
    counterparty: address.nullable().meta({
      description: 'The address that the money came from or went to; null for the escrow and for newly minted tokens.',
    }),
    onchain_job_id: integerText.nullable(),
    draft_id: uuid.nullable().meta({ description: 'Null if there is no draft, or if it was deleted.' }),
    title: z.string().nullable().meta({ description: 'The title of the job or draft.' }),
    has_receipt: z.boolean().meta({ description: 'Whether the job has a receipt that anyone can read.' }),
    transaction_id: uuid
      .nullable()
      .meta({ description: 'The call that this service prepared; null if there was none.' }),
    transaction_hash: hash.nullable(),
    block_number: integerText.nullable(),
  })
  .meta({ id: 'LedgerEntry' })

export const listLedgerEndpoint = defineEndpoint('listLedger', {
  tag,
  summary: 'List the movements of your wallet',
  description:
    'Newest first: every recorded transfer into and out of the wallet with the balance after it, and every call prepared for the wallet that moved no money, or none yet.',
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
        opening_balance: money.meta({ description: 'The wallet’s balance after `from_block`.' }),
        from_block: integerText.meta({ description: 'Transfers in later blocks are recorded.' }),
        balance: money.meta({ description: 'The wallet’s balance after `through_block`.' }),
        through_block: integerText,
        is_current: z.boolean().meta({
          description: 'False while the record lags behind: later transfers have no balance until it catches up.',
        }),
      })
      .nullable()
      .meta({ description: 'Null until transfers of the wallet have been read; no balance is known before that.' }),
    money_in: money,
    money_out: money,
    counts: z.strictObject({ all: z.int(), in: z.int(), out: z.int(), attention: z.int() }),
  })
  .meta({ id: 'LedgerSummary' })

export const summarizeLedgerEndpoint = defineEndpoint('summarizeLedger', {
  tag,
  summary: 'Add up the movements of your wallet',
  description: 'The sums cover recorded transfers; the counts are those of the groups of `listLedger`.',
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
  .meta({ id: 'LedgerTableRow', description: 'One row of the table of movements. Amounts are in USDC.' })

export const exportLedgerEndpoint = defineEndpoint('exportLedger', {
  tag,
  summary: 'Download the movements of your wallet as a table',
  description: 'Every row that matches the filter, newest first. The columns are the fields of `LedgerTableRow`.',
  access,
  scope: 'money:read',
  capability,
  query: z.strictObject(filter),
  ...tableFile,
})
