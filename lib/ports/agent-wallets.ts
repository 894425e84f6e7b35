import type { Address } from './chain.ts'
import type { ProviderTransaction } from './wallets.ts'

export type AgentProviderWallet = {
  id: string
  address: Address
  blockchain: string
  accountType: string
  refId: string | null
}

/**
 * Wallets that the provider holds for the service, one for each agent; used by the worker program alone. Calls may throw
 * `provider_unavailable` (the outcome is unknown: repeat with the same key) or `provider_refused`.
 */
export type AgentWallets = {
  readonly blockchain: string
  /** Makes the smart-account wallet of this reference, once: an earlier one of the same reference is returned instead. */
  createWallet(input: { refId: string; name: string; idempotencyKey: string }): Promise<AgentProviderWallet>
  /** Sends `amount` base units of the token; the same key never sends twice. */
  transfer(input: {
    walletId: string
    destination: Address
    amount: bigint
    refId: string
    idempotencyKey: string
  }): Promise<{ transactionId: string }>
  /** The transfer of that reference among the wallet's newest fifty; undefined when none was ever taken. */
  findTransfer(input: { walletId: string; refId: string }): Promise<{ transactionId: string } | undefined>
  transaction(transactionId: string): Promise<ProviderTransaction | undefined>
  /** Reads what changes nothing and costs nothing, to see whether the provider answers. */
  ping(): Promise<void>
}
