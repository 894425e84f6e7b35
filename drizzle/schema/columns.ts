import { sql } from 'drizzle-orm'
import { customType, numeric, timestamp, uuid } from 'drizzle-orm/pg-core'

/** A UUIDv7 made by the database. */
export const id = () => uuid().primaryKey().default(sql`uuidv7()`)

/** A random UUID, for an id whose time somebody must not learn. */
export const timelessId = () => uuid().primaryKey().default(sql`gen_random_uuid()`)

export const at = () => timestamp({ withTimezone: true, mode: 'date' })

export const createdAt = () => at().notNull().default(sql`now()`)

/** Token base units, or any unsigned integer of up to 78 digits. */
export const units = () => numeric({ precision: 78, scale: 0, mode: 'bigint' })

/** 0x-prefixed lower-case hex. */
export const hex = customType<{ data: `0x${string}`; driverData: string }>({
  dataType: () => 'text',
  toDriver: (value) => value.toLowerCase(),
})

/** Bytes as they are. */
export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' })
