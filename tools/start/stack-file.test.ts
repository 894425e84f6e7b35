import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { secretVariables, sharedVariables, webVariables, workerVariables } from '#lib/env.ts'
import { stackEnvironment, writeStackFile } from './stack-file.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'jobwright-stack-file-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const stack = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://jobwright:local@127.0.0.1:3004/postgres',
  CIRCLE_API_KEY: 'TEST_API_KEY:local',
  CHAIN_ID: '31337',
} as const

test('the file holds our own settings and nothing else of the environment that the start was given', () => {
  const caller = { AWS_SECRET_ACCESS_KEY: 'of-the-shell', HOME: '/home/ann', FUND_BY_SECONDS: '600' }
  writeStackFile(dataDir, { ...stack, ...caller }, { ...caller, NODE_ENV: 'production' })
  const text = readFileSync(join(dataDir, 'stack.json'), 'utf8')
  expect(JSON.parse(text)).toEqual({ ...stack, FUND_BY_SECONDS: '600' })
})

test('a secret that the caller named stays in the caller’s environment, and is read from there', () => {
  const caller = { CIRCLE_API_KEY: 'LIVE_API_KEY:of-the-shell', CHAIN_RPC_URLS: 'https://node.example/v2/of-the-shell' }
  writeStackFile(dataDir, { ...stack, ...caller }, { ...caller, NODE_ENV: 'production' })
  expect(readFileSync(join(dataDir, 'stack.json'), 'utf8')).not.toContain('of-the-shell')
  expect(stackEnvironment(dataDir, { ...caller, NODE_ENV: 'production' })).toMatchObject(caller)
})

test('only its owner may read the file, also one that an earlier start left readable', () => {
  const file = join(dataDir, 'stack.json')
  writeFileSync(file, '{}')
  chmodSync(file, 0o644)
  writeStackFile(dataDir, stack, { NODE_ENV: 'production' })
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('a stack whose database the caller named asks for it where it is missing', () => {
  const database = { DATABASE_URL: 'postgres://ann:secret@db.example/jobwright', NODE_ENV: 'production' as const }
  writeStackFile(dataDir, { ...stack, ...database }, database)
  expect(() => stackEnvironment(dataDir, { NODE_ENV: 'production' })).toThrow(/set DATABASE_URL here as well/)
})

test('every setting with the name of a secret is one, and so is every address that may carry a password', () => {
  const names = Object.keys({ ...sharedVariables, ...webVariables, ...workerVariables })
  const suspicious = names.filter((name) => /SECRETS?$|_KEY$|PASSWORD|^DATABASE_URL$|^CHAIN_RPC_URLS?$/.test(name))
  expect(secretVariables).toEqual(expect.arrayContaining(suspicious))
})
