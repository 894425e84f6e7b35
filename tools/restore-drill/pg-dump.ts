import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import postgres from 'postgres'

const run = promisify(execFile)

/** Why the machine's pg_dump cannot dump this database; undefined where it can. */
export async function pgDumpProblem(url: string): Promise<string | undefined> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined })
  const [server] = await sql`select current_setting('server_version_num')::int / 10000 as major`
  await sql.end({ timeout: 5 })
  try {
    const [dump, restore] = await Promise.all(['pg_dump', 'pg_restore'].map((name) => run(name, ['--version'])))
    const majors = [dump, restore].map((version) => Number(/ (\d+)/.exec(version?.stdout ?? '')?.[1]))
    if (majors.every((major) => major >= server?.major)) return undefined
    return `pg_dump is of PostgreSQL ${majors[0]}, and refuses a server of ${server?.major}`
  } catch {
    return 'there is no pg_dump with pg_restore'
  }
}

export async function dumpWithPgDump(url: string, folder: string): Promise<void> {
  await run('pg_dump', ['--format=custom', `--file=${fileIn(folder)}`, `--dbname=${url}`])
}

export async function restoreWithPgRestore(url: string, folder: string): Promise<void> {
  await run('pg_restore', ['--exit-on-error', '--no-owner', `--dbname=${url}`, fileIn(folder)])
}

const fileIn = (folder: string) => join(folder, 'jobwright.dump')
