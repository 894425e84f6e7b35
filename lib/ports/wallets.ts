import type { Address, Hash } from './chain.ts'

export type ProviderWallet = {
  id: string
  address: Address
  blockchain: string
  accountType: string
  scaCore: string | null
  userId: string | null
}

export type ProviderChallenge = {
  id: string
  status: 'PENDING' | 'IN_PROGRESS' | 'COMPLETE' | 'FAILED' | 'EXPIRED'
  transactionId: string | null
  errorMessage: string | null
}

export type ProviderTransaction = {
  id: string
  state: string
  walletId: string | null
  transactionHash: Hash | null
  userOperationHash: Hash | null
  referenceId: string | null
  errorReason: string | null
}

export type ProviderSession = { userToken: string; encryptionKey: string; refreshToken: string }

/**
 * The user-controlled wallet provider. Every call may throw `provider_unavailable` (the outcome is unknown: repeat with
 * the same key), `provider_session_expired` (sign in again) or `provider_refused`.
 */
export type Wallets = {
  readonly blockchain: string
  deviceToken(input: {
    deviceId: string
    idempotencyKey: string
  }): Promise<{ deviceToken: string; deviceEncryptionKey: string }>
  /** The provider's user that this token belongs to, asked from the provider; undefined when it does not know the token. */
  identify(userToken: string): Promise<string | undefined>
  refresh(input: { session: ProviderSession; deviceId: string; idempotencyKey: string }): Promise<ProviderSession>
  /** A challenge that creates the first wallet, or undefined when the user has been initialised before. */
  initialize(input: { userToken: string; idempotencyKey: string }): Promise<{ challengeId: string } | undefined>
  createWallet(input: { userToken: string; idempotencyKey: string }): Promise<{ challengeId: string }>
  listWallets(userToken: string): Promise<ProviderWallet[]>
  executeContract(input: {
    userToken: string
    idempotencyKey: string
    walletId: string
    contract: Address
    calldata: Hash
    referenceId: string
  }): Promise<{ challengeId: string }>
  challenge(userToken: string, challengeId: string): Promise<ProviderChallenge | undefined>
  transaction(userToken: string, transactionId: string): Promise<ProviderTransaction | undefined>
  /** The newest outbound transactions of a wallet, newest first. */
  recentTransactions(userToken: string, walletId: string): Promise<ProviderTransaction[]>
  /**
   * Asks the provider's faucet to fill an address; repeating it asks again. Throws `faucet_limited`, `not_on_this_network`
   * when the provider gives no test money here, or `provider_unavailable`.
   */
  sendTestMoney(address: Address): Promise<void>
  /** The DER public key with which webhooks of that key id are signed; undefined for an unknown id. */
  webhookKey(keyId: string): Promise<Uint8Array | undefined>
}
