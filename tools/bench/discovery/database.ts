import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { migrate } from '#lib/data/migrate.ts'
import { freePort } from '#sandbox/chain/free-port.ts'
import { prepareDatabase } from '../../start/postgres.ts'
import { supervise } from '../../start/supervise.ts'

/** What differs from PostgreSQL's defaults, as on a machine that gives the database some memory. */
export const databaseSettings = {
  shared_buffers: '2GB',
  effective_cache_size: '6GB',
  random_page_cost: '1.1',
  max_wal_size: '8GB',
  fsync: 'off',
} as const

export type BenchServer = { url: (database: string) => string; stop: () => Promise<void> }

/** A fresh PostgreSQL of one's own; its files go with it. */
export async function startDatabase(others: Record<string, string> = {}): Promise<BenchServer> {
  const folder = await mkdtemp(join(tmpdir(), 'jobwright-bench-'))
  await chmod(folder, 0o755)
  const { url, child } = await prepareDatabase({ dataDir: folder, port: await freePort(), password: 'bench' })
  const settings = Object.entries({ ...databaseSettings, ...others }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const server = await supervise({ ...child, args: [...child.args, ...settings] }, () => undefined)
  return {
    url: (database) => url.replace(/\/postgres$/, `/${database}`),
    stop: async () => {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** An empty database with the newest schema. */
export async function createDatabase(server: BenchServer, name: string): Promise<string> {
  const admin = postgres(server.url('postgres'), { max: 1, onnotice: () => undefined })
  await admin.unsafe(`create database ${name}`)
  await admin.end()
  await migrate(server.url(name))
  return server.url(name)
}
