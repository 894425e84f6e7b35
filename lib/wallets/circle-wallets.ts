import { initiateUserControlledWalletsClient } from '@circle-fin/user-controlled-wallets'
import type { Address } from '../ports/chain.ts'
import type { ProviderChallenge, ProviderWallet, Wallets } from '../ports/wallets.ts'
import { calling, callingOptional, incomplete } from './circle-errors.ts'
import { askFaucet } from './circle-faucet.ts'
import { toProviderTransaction } from './circle-transactions.ts'

export type CircleOptions = { apiUrl: string; apiKey: string; blockchain: string }

type Client = ReturnType<typeof initiateUserControlledWalletsClient>
type Blockchain = NonNullable<Parameters<Client['createWallet']>[0]['blockchains']>[number]

/** Circle's user-controlled wallets. Every write passes the caller's own idempotency key; smart accounts only. */
export function createCircleWallets(options: CircleOptions): Wallets {
  const client = initiateUserControlledWalletsClient({ apiKey: options.apiKey, baseUrl: options.apiUrl })
  const account = { accountType: 'SCA' as const, blockchains: [options.blockchain as Blockchain] }
  return {
    blockchain: options.blockchain,
    ...createLogins(client),
    ...createReads(client),
    sendTestMoney: (address) => askFaucet(client, address, options.blockchain),
    initialize: async (input) => {
      const answer = await callingOptional([155106], () => client.createUserPinWithWallets({ ...input, ...account }))
      return answer && { challengeId: required(answer.data?.challengeId) }
    },
    createWallet: async (input) => {
      const answer = await calling(() => client.createWallet({ ...input, ...account }))
      return { challengeId: required(answer.data?.challengeId) }
    },
    executeContract: async (input) => {
      const answer = await calling(() =>
        client.createUserTransactionContractExecutionChallenge({
          userToken: input.userToken,
          idempotencyKey: input.idempotencyKey,
          walletId: input.walletId,
          contractAddress: input.contract,
          callData: input.calldata,
          refId: input.referenceId,
          fee: { type: 'level', config: { feeLevel: 'MEDIUM' } },
        }),
      )
      return { challengeId: required(answer.data?.challengeId) }
    },
  }
}

function createLogins(client: Client): Pick<Wallets, 'deviceToken' | 'identify' | 'refresh'> {
  return {
    deviceToken: async (input) => {
      const { data } = await calling(() => client.createDeviceTokenForSocialLogin(input))
      return { deviceToken: required(data?.deviceToken), deviceEncryptionKey: required(data?.deviceEncryptionKey) }
    },
    identify: async (userToken) => {
      const answer = await callingOptional([155103, 155104, 155105], () => client.getUserStatus({ userToken }))
      return answer?.data?.id
    },
    refresh: async ({ session, deviceId, idempotencyKey }) => {
      const { userToken, refreshToken } = session
      const { data } = await calling(() =>
        client.refreshUserToken({ userToken, refreshToken, deviceId, idempotencyKey }),
      )
      return {
        userToken: required(data?.userToken),
        encryptionKey: required(data?.encryptionKey),
        refreshToken: required(data?.refreshToken),
      }
    },
  }
}

function createReads(
  client: Client,
): Pick<Wallets, 'listWallets' | 'challenge' | 'transaction' | 'recentTransactions' | 'webhookKey'> {
  return {
    listWallets: async (userToken) => {
      const { data } = await calling(() => client.listWallets({ userToken, pageSize: 50 }))
      return (data?.wallets ?? []).map(toProviderWallet)
    },
    challenge: async (userToken, challengeId) => {
      const answer = await callingOptional([155116], () => client.getUserChallenge({ userToken, challengeId }))
      const challenge = answer?.data?.challenge
      return (
        challenge && {
          id: challenge.id,
          status: challenge.status as ProviderChallenge['status'],
          transactionId: challenge.correlationIds?.[0] ?? null,
          errorMessage: challenge.errorMessage ?? null,
        }
      )
    },
    transaction: async (userToken, transactionId) => {
      const answer = await callingOptional([156003], () => client.getTransaction({ userToken, id: transactionId }))
      const transaction = answer?.data?.transaction
      return transaction && toProviderTransaction(transaction)
    },
    recentTransactions: async (userToken, walletId) => {
      const { data } = await calling(() =>
        client.listTransactions({ userToken, walletIds: [walletId], txType: 'OUTBOUND', pageSize: 20 }),
      )
      return (data?.transactions ?? []).map(toProviderTransaction)
    },
    webhookKey: async (keyId) => {
      const answer = await callingOptional([156010, 404, 2, 156009], () => client.getNotificationSignature(keyId))
      const key = answer?.data
      return key?.algorithm === 'ECDSA_SHA_256' && key.publicKey ? Buffer.from(key.publicKey, 'base64') : undefined
    },
  }
}

function toProviderWallet(wallet: {
  id: string
  address: string
  blockchain: string
  userId?: string
}): ProviderWallet {
  const more = wallet as { accountType?: string; scaCore?: string }
  return {
    id: wallet.id,
    address: wallet.address.toLowerCase() as Address,
    blockchain: wallet.blockchain,
    accountType: more.accountType ?? 'unknown',
    scaCore: more.scaCore ?? null,
    userId: wallet.userId ?? null,
  }
}

function required(value: string | undefined): string {
  if (!value) throw incomplete()
  return value
}
