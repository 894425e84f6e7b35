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
  await runAt(url, 'pg_dump', ['--format=custom', `--file=${fileIn(folder)}`])
}

export async function restoreWithPgRestore(url: string, folder: string): Promise<void> {
  const { PGDATABASE } = connectionOf(url)
  await runAt(url, 'pg_restore', ['--exit-on-error', '--no-owner', `--dbname=${PGDATABASE}`, fileIn(folder)])
}

const fileIn = (folder: string) => join(folder, 'jobwright.dump')

/** Every user of a machine reads the arguments of its processes, so the address is in the environment. */
async function runAt(url: string, program: string, args: string[]): Promise<void> {
  const { NODE_ENV, PATH, HOME, LANG } = process.env
  const env = { NODE_ENV, ...(PATH && { PATH }), ...(HOME && { HOME }), ...(LANG && { LANG }), ...connectionOf(url) }
  await run(program, args, { env }).catch(({ stderr }: { stderr?: string }) => {
    throw new Error(stderr?.trim() || `${program} failed and did not say why.`)
  })
}

/** The variables of libpq that stand for an address, as far as it names them. */
function connectionOf(url: string): Record<string, string> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url)
  const variables = {
    PGHOST: hostname.replace(/^\[(.*)\]$/, '$1'),
    PGPORT: port,
    PGUSER: username,
    PGPASSWORD: password,
    PGDATABASE: pathname.slice(1),
    PGSSLMODE: searchParams.get('sslmode') ?? '',
  }
  const named = Object.entries(variables).filter(([, value]) => value !== '')
  return Object.fromEntries(named.map(([name, value]) => [name, decodeURIComponent(value)]))
}
