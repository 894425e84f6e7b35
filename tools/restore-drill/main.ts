import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import postgres from 'postgres'
import { composeWorker } from '#lib/compose.ts'
import { isForbidden } from '#lib/data/database.ts'
import { readSecretFiles, readWorkerEnv } from '#lib/env.ts'
import { findEnvironment } from '../admin/find-environment.ts'
import { readWords } from '../command-words.ts'
import { errorText } from '../error-text.ts'
import { checkRestored } from './check-restored.ts'
import { assertEmpty, dumpTables, restoreTables } from './copy-tables.ts'
import { dumpWithPgDump, pgDumpProblem, restoreWithPgRestore } from './pg-dump.ts'

/** Ends with 0 when the copy equals the contract, 1 when it does not, 2 when that could not be found out. */
const usage = `npm run restore-drill
                      dumps the database of the worker's environment, or of the local stack, while it is used, restores it
                      into a new database, holds that against the contract, and drops it
  --into <url>        restores into this empty database, and leaves it; for a role that may create none. The address has
                      no password, which other users of the machine would see: put it into PGPASSWORD
  --keep <folder>     leaves the dump in this folder`

const copied =
  'install a pg_dump as new as the server, or name an empty database with --into, in the address of a superuser.'

try {
  const { values } = readWords(usage, {
    options: { into: { type: 'string' }, keep: { type: 'string' } },
  })
  process.exitCode = (await drill(values)) ? 0 : 1
} catch (error) {
  console.error(errorText(error))
  process.exitCode = 2
}

async function drill({ into, keep }: { into?: string | undefined; keep?: string | undefined }): Promise<boolean> {
  const named = into && addressOf(into, process.env.PGPASSWORD)
  if (named) await assertEmpty(named)
  const env = readWorkerEnv(findEnvironment(readSecretFiles(process.env)))
  const source = env.DATABASE_URL
  const problem = await pgDumpProblem(source)
  console.log(problem ? `${problem}: tables are copied from one snapshot instead` : 'pg_dump and pg_restore are used')
  const target = named ?? (await createCopy(source, problem !== undefined))
  try {
    const folder = keep ? resolve(keep) : await mkdtemp(join(tmpdir(), 'jobwright-dump-'))
    try {
      await timed(`dumped into ${folder}`, () => (problem ? dumpTables : dumpWithPgDump)(source, folder))
      await timed('restored', () => (problem ? restoreTables : restoreWithPgRestore)(target, folder)).catch((error) => {
        throw problem && isForbidden(error) ? new Error(`Only a superuser may restore copied tables: ${copied}`) : error
      })
    } finally {
      if (!keep) await rm(folder, { recursive: true, force: true })
    }
    return await timed('compared', () => compare({ ...env, DATABASE_URL: target, LOG_LEVEL: 'silent' }))
  } finally {
    if (!into) await drop(source, target)
  }
}

/** The address that the caller named, with the password of the environment. */
function addressOf(into: string, password: string | undefined): string {
  if (!URL.canParse(into)) throw new Error('--into takes an address such as postgres://postgres@127.0.0.1:5432/drill.')
  const url = new URL(into)
  if (url.password) throw new Error('Leave the password out of --into, and put it into PGPASSWORD.')
  url.password = encodeURIComponent(password ?? '')
  return url.href
}

async function compare(env: ReturnType<typeof readWorkerEnv>): Promise<boolean> {
  const services = composeWorker(env)
  try {
    const { block, jobs, escrow, problems } = await checkRestored(services)
    console.log(`  ${jobs} jobs and ${escrow} in the escrow at block ${block}`)
    for (const text of problems) console.log(`✗ ${text}`)
    if (problems.length === 0) console.log('✓ The books balance, and every job equals the contract.')
    return problems.length === 0
  } finally {
    await services.close()
  }
}

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  const result = await work()
  console.log(`${what} in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`)
  return result
}

/** A new database on the same server; gives its address. */
async function createCopy(source: string, isCopied: boolean): Promise<string> {
  const name = `jobwright_drill_${crypto.randomUUID().slice(0, 8)}`
  await administer(source, `create database ${name}`).catch((error: unknown) => {
    const owned = 'let a superuser create an empty database that this role owns, and name it with --into.'
    const advice = isCopied ? copied : owned
    throw isForbidden(error) ? new Error(`The role of DATABASE_URL may create no database: ${advice}`) : error
  })
  const target = new URL(source)
  target.pathname = `/${name}`
  return target.href
}

function drop(source: string, target: string): Promise<void> {
  return administer(source, `drop database ${new URL(target).pathname.slice(1)} with (force)`)
}

async function administer(url: string, statement: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined })
  try {
    await sql.unsafe(statement)
  } finally {
    await sql.end({ timeout: 5 })
  }
}
