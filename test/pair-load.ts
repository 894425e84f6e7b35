import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { inTransaction, openPool } from '#lib/data/database.ts'
import { recordEvent } from '#lib/data/events.ts'

/**
 * Writes pairs of events, twenty transactions at a time, with pauses between the statements, and prints the id of every
 * pair that was acknowledged. Other queries keep the pool busy, so that a lost connection is replaced at once. Like the
 * programs of this project it ends when the driver breaks; its parent starts it again.
 */
const pool = openPool({ url: process.argv[2] ?? '', max: 10, applicationName: 'pair-load' })
// Longer than a real program lives after such an error, so that whatever escapes its transaction gets to the database.
process.on('uncaughtException', () => setTimeout(() => process.exit(1), 300))

async function writePair(): Promise<void> {
  const id = crypto.randomUUID()
  const half = (name: 'job.open' | 'job.settled') => ({
    actor: { kind: 'system', name: 'load' },
    subject: { type: 'job', id } as const,
    userId: null,
    name,
  })
  await inTransaction(pool, async (tx) => {
    await recordEvent(tx, half('job.open'))
    await wait(20 + Math.random() * 20)
    await recordEvent(tx, half('job.settled'))
  })
  console.log(id)
}

async function writePairs(): Promise<never> {
  for (;;) await writePair().catch(() => wait(1))
}

async function readOn(): Promise<never> {
  for (;;) await pool.execute(sql`select 1`).catch(() => wait(1))
}

await Promise.all([...Array.from({ length: 20 }, writePairs), ...Array.from({ length: 40 }, readOn)])
