import postgres from 'postgres'
import type { Stack } from './stack.ts'

/** While `look` runs, the drafts are gone from the database, so that the service fails at whatever needs them. */
export async function whileBroken(stack: Stack, look: () => Promise<void>): Promise<void> {
  const sql = postgres(stack.variables.DATABASE_URL ?? '', { max: 1, onnotice: () => undefined })
  try {
    await sql`alter table drafts rename to drafts_away`
    try {
      await look()
    } finally {
      await sql`alter table drafts_away rename to drafts`
    }
  } finally {
    await sql.end({ timeout: 2 })
  }
}

/** While `look` runs, the drafts are locked, so that reading them takes too long and the database counts as busy. */
export async function whileBusy(stack: Stack, look: () => Promise<void>): Promise<void> {
  const sql = postgres(stack.variables.DATABASE_URL ?? '', { max: 1, onnotice: () => undefined })
  try {
    await sql.begin(async (tx) => {
      await tx`lock table drafts in access exclusive mode`
      await look()
    })
  } finally {
    await sql.end({ timeout: 2 })
  }
}
