import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { at, createdAt, hex, id } from './columns.ts'
import { users } from './users.ts'

export const wallets = pgTable(
  'wallets',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .unique()
      .references(() => users.id),
    providerWalletId: text().notNull().unique(),
    address: hex().notNull().unique(),
    blockchain: text().notNull(),
    chainId: integer().notNull(),
    accountType: text().notNull(),
    scaCore: text(),
    ownerRegisteredAt: at(),
    createdAt: createdAt(),
    syncedAt: createdAt(),
  },
  (table) => [
    check('wallets_are_smart_accounts', sql`${table.accountType} = 'SCA'`),
    check('wallets_address_shape', sql`${table.address} ~ '^0x[0-9a-f]{40}$'`),
  ],
)
