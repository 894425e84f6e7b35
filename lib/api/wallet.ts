import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { address, integerText, money, timestamp, uuid } from './scalars.ts'

const tag = 'wallet'
const access = 'session'
const capability = 'client'

export const wallet = z
  .strictObject({
    id: uuid,
    address,
    blockchain: z.string(),
    chain_id: z.int(),
    account_type: z.literal('SCA'),
    custody: z.literal('user_controlled'),
    purpose: z.literal('client_escrow'),
    is_owner_registered: z
      .boolean()
      .meta({ description: 'Whether the wallet’s owner is registered on chain, which a review requires.' }),
    created_at: timestamp,
    synced_at: timestamp,
  })
  .meta({ id: 'Wallet' })

/** What the browser needs to execute one challenge; keep it in memory only. */
export const walletSession = z.strictObject({ user_token: z.string(), encryption_key: z.string() }).meta({
  id: 'WalletSession',
  description:
    'Anyone who has it can approve your challenges at the provider, so you get it only after a sign-in within the last 10 minutes. Keep it in memory, for this one execution.',
})

export const getWalletEndpoint = defineEndpoint('getWallet', {
  tag,
  summary: 'The client wallet',
  description: 'The public details of the wallet that this service has verified with the provider.',
  access,
  scope: 'money:read',
  capability,
  reply: { status: 200, schema: wallet, description: 'The wallet.' },
  failures: ['wallet_missing'],
})

export const initializeWalletEndpoint = defineEndpoint('initializeWallet', {
  tag,
  summary: 'Create the client wallet',
  description:
    'Returns your suitable wallet if there is one, or the challenge that creates one. A repeated call returns the same live challenge.',
  access,
  capability,
  rate: 'money',
  holdsSecret: true,
  reply: {
    status: 200,
    schema: z
      .discriminatedUnion('status', [
        z.strictObject({ status: z.literal('exists'), wallet }),
        z.strictObject({
          status: z.literal('challenge'),
          challenge_id: z.string(),
          transaction_id: uuid,
          wallet_session: walletSession,
        }),
      ])
      .meta({ id: 'WalletInitialization' }),
    description: 'The wallet, or the challenge to approve.',
  },
  failures: [
    'wallet_mismatch',
    'state_conflict',
    'recent_sign_in_required',
    'provider_session_expired',
    'provider_unavailable',
    'provider_refused',
  ],
})

export const syncWalletEndpoint = defineEndpoint('syncWallet', {
  storesNoAnswer: true,
  tag,
  summary: 'Verify the wallet with the provider',
  description:
    'Stores the wallet that the provider lists for you: a smart account on the right chain that belongs to no one else. Queues the registration of the owner on chain.',
  access,
  capability,
  rate: 'money',
  reply: { status: 200, schema: wallet, description: 'The verified wallet.' },
  failures: [
    'wallet_missing',
    'wallet_mismatch',
    'provider_session_expired',
    'provider_unavailable',
    'provider_refused',
  ],
})

export const walletBalance = z
  .strictObject({ address, balance: money, block_number: integerText })
  .meta({ id: 'WalletBalance' })

export const getWalletBalanceEndpoint = defineEndpoint('getWalletBalance', {
  tag,
  summary: 'The wallet’s stablecoin balance',
  description: 'Checks the wallet with the provider again, then reads the token contract at one block.',
  access,
  scope: 'money:read',
  capability,
  reply: {
    status: 200,
    schema: walletBalance,
    description: 'The balance and the block at which it was read.',
  },
  failures: [
    'wallet_missing',
    'wallet_mismatch',
    'provider_session_expired',
    'provider_unavailable',
    'provider_refused',
    'chain_unavailable',
  ],
})

export const askForTestMoneyEndpoint = defineEndpoint('askForTestMoney', {
  tag,
  summary: 'Ask for test money',
  description:
    'Asks the wallet provider’s faucet to send test money to your wallet. It arrives in one of the next blocks; read the balance to see it.',
  access,
  capability,
  rate: 'money',
  reply: {
    status: 202,
    schema: z
      .strictObject({
        address,
        next_at: timestamp.meta({ description: 'When you can ask again.' }),
      })
      .meta({ id: 'TestMoney' }),
    description: 'Requested from the faucet.',
  },
  failures: ['wallet_missing', 'not_on_this_network', 'faucet_limited', 'provider_unavailable'],
})
