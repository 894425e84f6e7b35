import { availableParallelism, cpus, totalmem } from 'node:os'
import postgres from 'postgres'
import { databaseSettings } from './database.ts'

export type Machine = Record<'date' | 'cpu' | 'cores' | 'memory' | 'node' | 'database', string>

/** What the numbers were measured on. */
export async function readMachine(databaseUrl: string): Promise<Machine> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined })
  const [row] = await sql`select current_setting('server_version') as version`
  await sql.end({ timeout: 5 })
  const settings = Object.entries(databaseSettings).map(([name, value]) => `${name} ${value}`)
  return {
    date: new Date().toISOString(),
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: String(availableParallelism()),
    memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
    node: process.version,
    database: `PostgreSQL ${row?.version} (${settings.join(', ')})`,
  }
}
