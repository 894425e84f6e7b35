import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dumpWithPgDump, restoreWithPgRestore } from './pg-dump.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jobwright-pg-dump-'))
  vi.stubEnv('PATH', `${folder}:${process.env.PATH}`)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true, force: true })
})

/** A program in place of PostgreSQL's, which is not on every machine: it says what it was given, and fails. */
async function install(name: string): Promise<void> {
  const script = `#!/bin/sh\necho "argv $*" >&2\nenv | grep -E '^(PG|VAULT)' | sort >&2\nexit 1\n`
  await writeFile(join(folder, name), script, { mode: 0o755 })
}

const programs = { pg_dump: dumpWithPgDump, pg_restore: restoreWithPgRestore }
const cases = Object.entries(programs)

test.each(cases)('%s gets the password in its environment, and no address in its arguments', async (name, run) => {
  await install(name)
  vi.stubEnv('PGPASSWORD', 'of another server')
  vi.stubEnv('VAULT_SECRET', 'a vault secret')
  const url = 'postgresql://a%40b:S3%2FCRET@db.example:6543/job%20wright?sslmode=verify-full'
  const { message } = (await run(url, folder).catch((error: Error) => error)) as Error
  const [argv, ...variables] = message.trim().split('\n')
  expect(argv).not.toMatch(/S3|CRET|db\.example|a@b/)
  expect(variables).toEqual([
    'PGDATABASE=job wright',
    'PGHOST=db.example',
    'PGPASSWORD=S3/CRET',
    'PGPORT=6543',
    'PGSSLMODE=verify-full',
    'PGUSER=a@b',
  ])
})

test.each(cases)('%s leaves out what the address does not name', async (name, run) => {
  await install(name)
  const { message } = (await run('postgres://[::1]/jobwright', folder).catch((error: Error) => error)) as Error
  expect(message.trim().split('\n').slice(1)).toEqual(['PGDATABASE=jobwright', 'PGHOST=::1'])
})

test.each(cases)('a failure of %s is reported in its own words, without its arguments', async (name, run) => {
  await writeFile(join(folder, name), `#!/bin/sh\necho '${name}: error: connection refused' >&2\nexit 1\n`, {
    mode: 0o755,
  })
  const error = await run('postgres://user:S3CRET@127.0.0.1:1/jobwright', folder).catch((reason: unknown) => reason)
  expect(error).toEqual(new Error(`${name}: error: connection refused`))
  expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('S3CRET')
})
