import { type Database, one, run } from './database.ts'

export type Wallet = {
  sequence: number
  id: string
  user_id: string
  wallet_set_id: string
  account_type: 'SCA' | 'EOA'
  address: string
  address_index: number
  owner_key: string
  blockchain: string
  name: string | null
  ref_id: string | null
  created_at: number
  updated_at: number
}

export function insertWallet(db: Database, wallet: Omit<Wallet, 'sequence'>): void {
  run(
    db,
    `INSERT INTO wallet (id, user_id, wallet_set_id, account_type, address, address_index, owner_key, blockchain, name,
       ref_id, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    wallet.id,
    wallet.user_id,
    wallet.wallet_set_id,
    wallet.account_type,
    wallet.address,
    wallet.address_index,
    wallet.owner_key,
    wallet.blockchain,
    wallet.name,
    wallet.ref_id,
    wallet.created_at,
    wallet.updated_at,
  )
}

/** A wallet of another user is as unknown as one that does not exist. */
export function findWallet(db: Database, userId: string, id: string): Wallet | undefined {
  return one<Wallet>(db, 'SELECT * FROM wallet WHERE id = ? AND user_id = ?', id, userId)
}

export function findWalletByAddress(db: Database, userId: string, address: string): Wallet | undefined {
  return one<Wallet>(db, 'SELECT * FROM wallet WHERE address = ? AND user_id = ?', address.toLowerCase(), userId)
}

export function requireStoredWallet(db: Database, id: string): Wallet {
  const wallet = one<Wallet>(db, 'SELECT * FROM wallet WHERE id = ?', id)
  if (!wallet) throw new Error(`wallet ${id} is not stored`)
  return wallet
}

/** How many wallets the user has, and the set they are in. */
export function readWalletSet(db: Database, userId: string): { count: number; id: string | null } {
  const sql = 'SELECT count(*) AS count, min(wallet_set_id) AS id FROM wallet WHERE user_id = ?'
  return one<{ count: number; id: string | null }>(db, sql, userId) ?? { count: 0, id: null }
}

export function countInSet(db: Database, walletSetId: string): number {
  const sql = 'SELECT count(*) AS count FROM wallet WHERE wallet_set_id = ?'
  return one<{ count: number }>(db, sql, walletSetId)?.count ?? 0
}

export function updateWallet(
  db: Database,
  id: string,
  change: { name: string | null; refId: string | null; at: number },
) {
  run(
    db,
    'UPDATE wallet SET name = ?, ref_id = ?, updated_at = ? WHERE id = ?',
    change.name,
    change.refId,
    change.at,
    id,
  )
}
