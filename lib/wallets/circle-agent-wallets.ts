import {
  initiateDeveloperControlledWalletsClient,
  type TokenAddressAndBlockchainInput,
} from '@circle-fin/developer-controlled-wallets'
import { Failure } from '../domain/failure.ts'
import { formatAmount } from '../domain/money.ts'
import { pingWithinMs } from '../domain/readiness.ts'
import type { AgentProviderWallet, AgentWallets } from '../ports/agent-wallets.ts'
import type { Address } from '../ports/chain.ts'
import { type AgentClient, rememberWalletSet } from './agent-wallet-set.ts'
import { callingAsService, callingOptionalAsService, incomplete } from './circle-errors.ts'
import { toProviderTransaction } from './circle-transactions.ts'

export type CircleAgentOptions = {
  apiUrl: string
  apiKey: string
  /** 64 hex digits. */
  entitySecret: string
  blockchain: string
  /** Where the agents' wallets are; without it, in a set of a fixed name that is made when it is missing. */
  walletSetId?: string
  token: Address
}

type Blockchain = Parameters<AgentClient['createWallets']>[0]['blockchains'][number] &
  NonNullable<TokenAddressAndBlockchainInput['blockchain']>
type WireWallet = { id: string; address: string; blockchain: string; accountType?: string; refId?: string }

/** Circle's developer-controlled wallets. Every write passes the caller's own idempotency key; smart accounts only. */
export function createCircleAgentWallets(options: CircleAgentOptions): AgentWallets {
  if (!/^[0-9a-f]{64}$/i.test(options.entitySecret)) throw new TypeError('an entity secret has 64 hex digits')
  const { apiKey, entitySecret, apiUrl: baseUrl, token } = options
  const client = initiateDeveloperControlledWalletsClient({ apiKey, entitySecret, baseUrl })
  const blockchain = options.blockchain as Blockchain
  const walletSet = rememberWalletSet(client, options.walletSetId)

  return {
    blockchain,
    createWallet: async ({ refId, name, idempotencyKey }) => {
      const place = { walletSetId: await walletSet(), refId }
      const wallet = (await findWallet(client, place)) ?? (await makeWallet(place, name, idempotencyKey))
      return requireSmartAccount(wallet, blockchain)
    },
    transfer: async ({ walletId, destination, amount, refId, idempotencyKey }) => {
      // The provider refuses a wallet's id beside a chain, and wants the chain beside a token's address.
      const found = await callingAsService(() => client.getWallet({ id: walletId }))
      const { address } = requireSmartAccount(found.data?.wallet, blockchain)
      const answer = await callingAsService(() =>
        client.createTransaction({
          walletAddress: address,
          blockchain,
          tokenAddress: token,
          destinationAddress: destination,
          amount: [formatAmount(amount)],
          refId,
          idempotencyKey,
          fee: { type: 'level', config: { feeLevel: 'MEDIUM' } },
        }),
      )
      if (!answer.data?.id) throw incomplete()
      return { transactionId: answer.data.id }
    },
    findTransfer: async ({ walletId, refId }) => {
      const answer = await callingAsService(() => client.listTransactions({ walletIds: [walletId], pageSize: 50 }))
      const found = answer.data?.transactions?.find((one) => one.refId === refId && one.walletId === walletId)
      return found && { transactionId: found.id }
    },
    transaction: async (id) => {
      const answer = await callingOptionalAsService([156003], () => client.getTransaction({ id }))
      const transaction = answer?.data?.transaction
      return transaction && toProviderTransaction(transaction)
    },
    ping: async () => {
      await callingAsService(() => client.listWalletSets({ pageSize: 1 }), pingWithinMs)
    },
  }

  async function makeWallet(place: { walletSetId: string; refId: string }, name: string, idempotencyKey: string) {
    const { walletSetId, refId } = place
    const wanted = { accountType: 'SCA' as const, blockchains: [blockchain], count: 1, metadata: [{ refId, name }] }
    const answer = await callingAsService(() => client.createWallets({ ...wanted, walletSetId, idempotencyKey }))
    return answer.data?.wallets?.[0]
  }
}

/** The oldest wallet of that reference. The list may be of all wallets where the provider ignores a filter. */
async function findWallet(
  client: AgentClient,
  { walletSetId, refId }: { walletSetId: string; refId: string },
): Promise<WireWallet | undefined> {
  const { data } = await callingAsService(() => client.listWallets({ walletSetId, refId, order: 'ASC', pageSize: 50 }))
  return data?.wallets.find((wallet) => wallet.refId === refId && wallet.walletSetId === walletSetId)
}

function requireSmartAccount(wallet: WireWallet | undefined, blockchain: string): AgentProviderWallet {
  if (!wallet || !/^0x[0-9a-fA-F]{40}$/.test(wallet.address)) throw incomplete()
  if (wallet.blockchain !== blockchain || wallet.accountType !== 'SCA')
    throw new Failure('provider_refused', 'The wallet provider’s wallet is not a smart account of this chain.')
  return {
    id: wallet.id,
    address: `0x${wallet.address.slice(2).toLowerCase()}`,
    blockchain: wallet.blockchain,
    accountType: wallet.accountType,
    refId: wallet.refId ?? null,
  }
}
