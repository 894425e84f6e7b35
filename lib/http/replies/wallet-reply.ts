import { wallet as schema } from '../../api/wallet.ts'
import type { WalletRow } from '../../data/wallets.ts'
import { toWire } from '../to-wire.ts'

export function toWalletReply(wallet: WalletRow) {
  return toWire(schema, {
    ...wallet,
    accountType: 'SCA',
    custody: 'user_controlled',
    purpose: 'client_escrow',
    isOwnerRegistered: wallet.ownerRegisteredAt !== null,
  })
}
