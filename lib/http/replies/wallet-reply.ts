import type { WalletRow } from '../../data/wallets.ts'

export function toWalletReply(wallet: WalletRow) {
  return {
    id: wallet.id,
    address: wallet.address,
    blockchain: wallet.blockchain,
    chain_id: wallet.chainId,
    account_type: 'SCA' as const,
    custody: 'user_controlled' as const,
    purpose: 'client_escrow' as const,
    is_owner_registered: wallet.ownerRegisteredAt !== null,
    created_at: wallet.createdAt.toISOString(),
    synced_at: wallet.syncedAt.toISOString(),
  }
}
