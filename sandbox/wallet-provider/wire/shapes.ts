import type { Provider } from '../provider.ts'
import type { Challenge } from '../store/challenges.ts'
import type { Subscription } from '../store/subscriptions.ts'
import type { Call, Mined, Transaction } from '../store/transactions.ts'
import { developerId, type User } from '../store/users.ts'
import type { WalletSet } from '../store/wallet-sets.ts'
import { requireStoredWallet, type Wallet } from '../store/wallets.ts'

export function toWireUser(user: User): object {
  return {
    id: user.id,
    createDate: toDate(user.created_at),
    pinStatus: 'UNSET',
    status: 'ENABLED',
    securityQuestionStatus: 'UNSET',
    pinDetails: { failedAttempts: 0 },
    securityQuestionDetails: { failedAttempts: 0 },
  }
}

export function toWireWallet(wallet: Wallet): object {
  return {
    id: wallet.id,
    state: 'LIVE',
    walletSetId: wallet.wallet_set_id,
    ...toCustody(wallet.user_id),
    address: wallet.address,
    addressIndex: wallet.address_index,
    blockchain: wallet.blockchain,
    accountType: wallet.account_type,
    ...(wallet.account_type === 'SCA' && { scaCore: 'circle_6900_singleowner_v4' }),
    ...(wallet.name !== null && { name: wallet.name }),
    ...(wallet.ref_id !== null && { refId: wallet.ref_id }),
    updateDate: toDate(wallet.updated_at),
    createDate: toDate(wallet.created_at),
  }
}

export function toWireWalletSet(set: WalletSet): object {
  return {
    id: set.id,
    custodyType: 'DEVELOPER',
    ...(set.name !== null && { name: set.name }),
    updateDate: toDate(set.updated_at),
    createDate: toDate(set.created_at),
  }
}

/** The id of what a challenge made is shown only once the challenge is complete. */
export function toWireChallenge(challenge: Challenge): object {
  const { correlation_id, status } = challenge
  return {
    id: challenge.id,
    type: challenge.type,
    status,
    correlationIds: status === 'COMPLETE' && correlation_id ? [correlation_id] : [],
    ...(challenge.error_code !== null && { errorCode: challenge.error_code, errorMessage: challenge.error_message }),
  }
}

export function toWireTransaction(provider: Provider, transaction: Transaction): object {
  const shown: object = JSON.parse(transaction.shown_json)
  const call: Call = JSON.parse(transaction.call_json)
  const mined: Mined | object = transaction.mined_json ? JSON.parse(transaction.mined_json) : {}
  return {
    id: transaction.id,
    blockchain: provider.blockchain,
    walletId: transaction.wallet_id,
    sourceAddress: requireStoredWallet(provider.db, transaction.wallet_id).address,
    ...(transaction.operation === 'CONTRACT_EXECUTION' && { contractAddress: call.to.toLowerCase() }),
    transactionType: 'OUTBOUND',
    ...toCustody(transaction.user_id),
    state: transaction.state,
    operation: transaction.operation,
    amounts: [],
    nfts: null,
    refId: transaction.ref_id,
    abiParameters: null,
    ...shown,
    ...(transaction.tx_hash && { txHash: transaction.tx_hash, userOpHash: transaction.user_op_hash }),
    ...mined,
    ...(transaction.error_reason && {
      errorReason: transaction.error_reason,
      errorDetails: transaction.error_details ?? '',
    }),
    createDate: toDate(transaction.created_at),
    updateDate: toDate(transaction.updated_at),
  }
}

export function toWireSubscription(subscription: Subscription): object {
  const notificationTypes: string[] = JSON.parse(subscription.types_json)
  return {
    id: subscription.id,
    name: subscription.name,
    endpoint: subscription.endpoint,
    enabled: subscription.enabled === 1,
    createDate: toDate(subscription.created_at),
    updateDate: toDate(subscription.updated_at),
    notificationTypes,
    restricted: !notificationTypes.includes('*'),
  }
}

function toCustody(holderId: string): object {
  return holderId === developerId ? { custodyType: 'DEVELOPER' } : { custodyType: 'ENDUSER', userId: holderId }
}

/** ISO 8601 in whole seconds, as the API writes times. */
export function toDate(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`
}
