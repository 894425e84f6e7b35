import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import type { TestProject } from 'vitest/node'
import { migrate } from '#lib/data/migrate.ts'
import { prepareQueues } from '#lib/queue/boss-queue.ts'
import { freePort } from '#sandbox/chain/free-port.ts'
import { startChain } from '#sandbox/chain/start-chain.ts'
import { personas } from '#sandbox/personas.ts'
import { startRepositoryHost } from '#sandbox/repository-host/host.ts'
import { openDatabase } from '#sandbox/wallet-provider/store/database.ts'
import { openEntityKey } from '#sandbox/wallet-provider/wire/entity-secret.ts'
import { prepareDatabase } from '#tools/start/postgres.ts'
import { supervise } from '#tools/start/supervise.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    databaseUrl: string
    chainFolder: string
    standInFolder: string
  }
}

/** Nothing here has to survive a crash of the machine, and nothing is replicated. */
const throwaway = ['fsync=off', 'full_page_writes=off', 'wal_level=minimal', 'max_wal_senders=0', 'max_connections=200']

let end: () => Promise<void> = async () => undefined

/** One PostgreSQL with a migrated template database, and the folders of a chain with the contracts and of the stand-ins, for every service of the run to copy. */
export async function setup(project: TestProject): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'jobwright-test-'))
  await chmod(folder, 0o755)
  const database = await prepareDatabase({ dataDir: folder, port: await freePort(), password: 'test' })
  const args = [...database.child.args, ...throwaway.flatMap((setting) => ['-c', setting])]
  const child = { ...database.child, args }
  const server = await supervise(child, () => undefined)
  await createTemplate(database.url)
  const chainFolder = join(folder, 'chain')
  const chain = await startChain({ port: 0, dataDir: chainFolder })
  await chain.stop()
  const standInFolder = join(folder, 'stand-ins')
  await createStandIns(standInFolder)
  project.provide('databaseUrl', database.url)
  project.provide('chainFolder', chainFolder)
  project.provide('standInFolder', standInFolder)
  end = async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

export function teardown(): Promise<void> {
  return end()
}

async function createTemplate(url: string): Promise<void> {
  const admin = postgres(url, { max: 1, onnotice: () => undefined })
  await admin.unsafe('create database template_jobwright')
  await admin.end()
  const template = url.replace(/\/postgres$/, '/template_jobwright')
  await migrate(template)
  await prepareQueues(template)
}

async function createStandIns(folder: string): Promise<void> {
  const host = await startRepositoryHost({
    port: 0,
    dataDir: join(folder, 'repositories'),
    personas,
    appCallbackUrl: '',
  })
  await host.stop()
  const wallets = openDatabase(join(folder, 'wallets'))
  await openEntityKey(wallets)()
  wallets.close()
}
