import { z } from 'zod'
import { clientPurposes, transactionStates } from '../domain/transaction.ts'
import { defineEndpoint } from './endpoint.ts'
import { action, address, cursor, hash, integerText, limit, money, page, timestamp, uuid } from './scalars.ts'

const tag = 'transactions'
const access = 'session'
const capability = 'client'

export const transaction = z
  .strictObject({
    id: uuid,
    purpose: z.enum(clientPurposes),
    state: z.enum(transactionStates),
    reconciling: z
      .boolean()
      .meta({ description: 'True while the outcome of the last call to the provider is unknown.' }),
    draft_id: uuid.nullable(),
    onchain_job_id: integerText.nullable(),
    amount: money.nullable(),
    correlation: z.strictObject({
      idempotency_key: uuid,
      provider_challenge_id: z.string().nullable(),
      provider_transaction_id: z.string().nullable(),
      provider_reference_id: z.string().nullable(),
      provider_state: z.string().nullable(),
      user_operation_hash: hash.nullable(),
      chain_id: z.int(),
      transaction_hash: hash.nullable(),
      block_number: integerText.nullable(),
      block_hash: hash.nullable(),
      log_index: z.int().nullable(),
      expected_contract: address.nullable(),
      expected_action: z.string(),
      expected_calldata_hash: hash.nullable(),
    }),
    awaiting: z
      .strictObject({
        who: z.enum(['client', 'wallet_provider', 'chain', 'service']),
        text: z.string(),
        until: timestamp
          .nullable()
          .meta({ description: 'When the wait ends at the latest; null if there is no guaranteed end.' }),
        next_look_at: timestamp.meta({ description: 'When the service checks again, at the latest.' }),
      })
      .nullable()
      .meta({ description: 'What the transaction is waiting for; null once it has ended.' }),
    failure: z.strictObject({ code: z.string(), detail: z.string() }).nullable(),
    warnings: z.array(z.string()),
    next_actions: z.array(action),
    created_at: timestamp,
    updated_at: timestamp,
    ended_at: timestamp.nullable(),
  })
  .meta({ id: 'Transaction' })

export const listTransactionsEndpoint = defineEndpoint('listTransactions', {
  tag,
  summary: 'List transactions',
  description: 'Lists your transactions, newest first.',
  access,
  capability,
  query: z.strictObject({ draft: uuid.optional(), purpose: z.enum(clientPurposes).optional(), limit, cursor }),
  reply: { status: 200, schema: page(transaction, 'TransactionPage'), description: 'A page.' },
  failures: [],
})

const params = z.strictObject({ transaction_id: uuid })

export const getTransactionEndpoint = defineEndpoint('getTransaction', {
  tag,
  summary: 'Read and reconcile a transaction',
  description:
    'Checks the provider and the chain, at most once every 5 seconds per transaction, and returns the resulting state.',
  access,
  capability,
  params,
  reply: { status: 200, schema: transaction, description: 'The transaction.' },
  failures: ['not_found'],
})

export const resolveTransactionEndpoint = defineEndpoint('resolveTransaction', {
  storesNoAnswer: true,
  tag,
  summary: 'Report a completed challenge',
  description:
    'Call this after the browser has completed a challenge. The report proves nothing: it only makes the service check the provider and the chain at once.',
  access,
  capability,
  params,
  body: z
    .strictObject({
      challenge_id: z.string().max(100).optional(),
      result: z.enum(['COMPLETE', 'IN_PROGRESS', 'PENDING', 'FAILED', 'EXPIRED', 'CANCELLED']).optional(),
    })
    .meta({ id: 'ChallengeReport' }),
  reply: { status: 200, schema: transaction, description: 'The transaction, reconciled.' },
  failures: ['not_found', 'state_conflict'],
})
