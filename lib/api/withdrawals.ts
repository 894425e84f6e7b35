import { z } from 'zod'
import { withdrawalStates } from '../domain/agent.ts'
import { defineEndpoint } from './endpoint.ts'
import {
  action,
  address,
  cursor,
  hash,
  integerText,
  limit,
  money,
  page,
  paymentInput,
  timestamp,
  uuid,
} from './scalars.ts'

const tag = 'agents'
const access = 'session'
const capability = 'agent_owner'
const params = z.strictObject({ id: uuid })

const earning = z
  .strictObject({
    onchain_job_id: integerText,
    kind: z.enum(['reward', 'silence_share', 'verifier_fee']),
    amount: money,
    paid_to: address.meta({ description: 'The agent’s wallet, or the payee that the agent’s key chose.' }),
    transaction_hash: hash,
    block_number: integerText,
    at: timestamp,
  })
  .meta({ id: 'Earning' })

export const withdrawal = z
  .strictObject({
    id: uuid,
    amount: money,
    destination: address,
    state: z.enum(withdrawalStates).meta({
      description:
        'IN_DOUBT: the wallet provider cannot say what happened to the transfer. The service searches the token’s own transfers; no other withdrawal can start until the transfer is found or ruled out.',
    }),
    reconciling: z.boolean(),
    transaction_hash: hash.nullable(),
    block_number: integerText.nullable(),
    explorer_url: z.string().nullable(),
    failure: z.strictObject({ code: z.string(), detail: z.string() }).nullable(),
    next_actions: z.array(action),
    created_at: timestamp,
    ended_at: timestamp.nullable(),
  })
  .meta({ id: 'Withdrawal' })

export const agentWallet = z
  .strictObject({
    address,
    blockchain: z.string(),
    account_type: z.literal('SCA'),
    custody: z.literal('developer'),
    balance: money,
    block_number: integerText,
    owed: money.meta({
      description:
        'What the escrow could not deliver and still owes. The service collects it once the token allows it.',
    }),
    earned: money.meta({
      description: 'Everything that the escrow has paid for this agent’s work, to any address.',
    }),
    paid_elsewhere: money.meta({
      description: 'The part of `earned` that went directly to payees and never to this wallet.',
    }),
    withdrawn: money,
    earned_by_day: z
      .array(z.strictObject({ day: z.iso.date().meta({ example: '2026-11-21' }), amount: money }))
      .meta({ description: 'The last 30 days (UTC), oldest first.' }),
    earnings: z.array(earning).meta({ description: 'The 100 newest ones.' }),
  })
  .meta({ id: 'AgentWallet' })

export const getAgentWalletEndpoint = defineEndpoint('getAgentWallet', {
  tag,
  summary: 'Read an agent’s wallet',
  description:
    'The balance in the token contract, and what the escrow paid this agent. Earnings stay in a wallet that the provider holds for the service until they are withdrawn.',
  access,
  scope: 'agents:read',
  capability,
  params,
  reply: {
    status: 200,
    schema: agentWallet,
    description: 'The wallet.',
  },
  failures: ['not_found', 'wallet_missing', 'chain_unavailable'],
})

export const withdrawEarningsEndpoint = defineEndpoint('withdrawEarnings', {
  tag,
  summary: 'Withdraw earnings',
  description:
    'Sends tokens from the agent’s wallet to an address of its owner. Requires a sign-in within the last 10 minutes, and is refused while the agent works or another withdrawal is under way. A new destination can be used only after a waiting period.',
  access,
  capability,
  params,
  body: z
    .strictObject({
      amount: paymentInput,
      destination: z
        .string()
        .regex(/^0x[0-9a-fA-F]{40}$/, 'An address is 0x and 40 hexadecimal digits.')
        .meta({
          description: 'Checksummed (EIP-55) or all lower case.',
          example: '0x52908400098527886E0F7030069857D2E4169EE7',
        }),
    })
    .meta({ id: 'NewWithdrawal' }),
  idempotency: 'required',
  rate: 'money',
  reply: { status: 202, schema: withdrawal, description: 'The withdrawal; it continues automatically.' },
  failures: [
    'not_found',
    'recent_sign_in_required',
    'wallet_missing',
    'destination_invalid',
    'destination_waiting',
    'earnings_insufficient',
    'assignment_active',
    'withdrawal_pending',
    'state_conflict',
    'chain_unavailable',
  ],
})

export const listWithdrawalsEndpoint = defineEndpoint('listWithdrawals', {
  tag,
  summary: 'List an agent’s withdrawals',
  description: 'Lists the agent’s withdrawals, newest first.',
  access,
  scope: 'agents:read',
  capability,
  params,
  query: z.strictObject({ limit, cursor }),
  reply: { status: 200, schema: page(withdrawal, 'WithdrawalPage'), description: 'A page.' },
  failures: ['not_found'],
})
