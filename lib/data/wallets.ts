import { eq, sql } from 'drizzle-orm'
import { wallets } from '#drizzle/schema/wallets.ts'
import type { Database, Transaction } from './database.ts'

export type WalletRow = typeof wallets.$inferSelect

export async function findWallet(db: Database, userId: string): Promise<WalletRow | undefined> {
  const [row] = await db.select().from(wallets).where(eq(wallets.userId, userId))
  return row
}

export async function findWalletByAddress(db: Database, address: `0x${string}`): Promise<WalletRow | undefined> {
  const [row] = await db.select().from(wallets).where(eq(wallets.address, address))
  return row
}

export async function findWalletById(db: Database, id: string): Promise<WalletRow | undefined> {
  const [row] = await db.select().from(wallets).where(eq(wallets.id, id))
  return row
}

type NewWallet = Pick<
  WalletRow,
  'userId' | 'providerWalletId' | 'address' | 'blockchain' | 'chainId' | 'accountType' | 'scaCore'
>

/** Stores the wallet, or marks the same one as seen again; undefined when the row that exists is another wallet. */
export async function saveWallet(
  tx: Transaction,
  row: NewWallet,
): Promise<{ wallet: WalletRow; isNew: boolean } | undefined> {
  const [made] = await tx.insert(wallets).values(row).onConflictDoNothing().returning()
  if (made) return { wallet: made, isNew: true }
  const known = await findWallet(tx, row.userId)
  if (known?.address !== row.address || known.providerWalletId !== row.providerWalletId) return undefined
  const [seen] = await tx
    .update(wallets)
    .set({ syncedAt: sql`now()`, scaCore: row.scaCore })
    .where(eq(wallets.id, known.id))
    .returning()
  return seen && { wallet: seen, isNew: false }
}

export async function markOwnerRegistered(tx: Transaction, walletId: string): Promise<void> {
  await tx.update(wallets).set({ ownerRegisteredAt: sql`now()` }).where(eq(wallets.id, walletId))
}
