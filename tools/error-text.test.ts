import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { DrizzleQueryError } from 'drizzle-orm'
import postgres from 'postgres'
import { expect, inject, test } from 'vitest'
import { SettingsError } from '#lib/env.ts'
import { errorText } from './error-text.ts'
import { nodeFlags } from './start/node-flags.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '..')

test('a refused statement is reported with its cause and without its parameters', async () => {
  const sql = postgres(inject('databaseUrl'), { max: 1 })
  const cause = await sql`select * from missing_table`.catch((error: unknown) => error)
  const malformed = await sql`select ${'a private text'}::text::uuid`.catch((error: unknown) => error)
  await sql.end()
  const query = 'select $1 from missing_table'
  expect(errorText(new DrizzleQueryError(query, ['a private text'], cause as Error))).toBe(
    `The database refused a statement: relation "missing_table" does not exist (42P01)\n${query}`,
  )
  expect(errorText(malformed)).toBe('PostgresError (22P02)')
})

test('an error without a message is reported by its code', () => {
  expect(errorText(Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }))).toBe(
    'AggregateError (ECONNREFUSED)',
  )
})

test('settings that are wrong are reported as they are', () => {
  const problem = { name: 'PUBLIC_ORIGIN', text: 'Set PUBLIC_ORIGIN to an address such as https://host.example/path.' }
  expect(errorText(new SettingsError([problem]))).toContain(problem.text)
})

const url = 'postgres://jobwright:S3CRET@127.0.0.1:1/jobwright'
test.each([
  ['tools/admin/main.ts', 'roles'],
  ['tools/migrate/main.ts'],
  ['tools/doctor/main.ts', 'database'],
  ['tools/restore-drill/main.ts'],
])('%s keeps the password of a database that does not answer to itself', async (...words) => {
  const env = { NODE_ENV: 'test' as const, PATH: process.env.PATH, DATABASE_URL: url }
  const { stdout, stderr } = await run(process.execPath, [...nodeFlags, ...words], { cwd: root, env }).then(
    () => ({ stdout: '', stderr: '' }),
    (failed: { stdout: string; stderr: string }) => failed,
  )
  expect(`${stdout}${stderr}`).not.toBe('')
  expect(`${stdout}${stderr}`).not.toContain('S3CRET')
})

const connecting = ['admin', 'bookkeeper', 'demo', 'doctor', 'migrate', 'restore-drill', 'start', 'verify']
test.each(connecting)('%s, which is given addresses with secrets, prints no message as it is', (name) => {
  expect(readFileSync(join(root, 'tools', name, 'main.ts'), 'utf8')).not.toMatch(/\berror\.message\b/)
})
