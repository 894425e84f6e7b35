import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import {
  readWebEnv,
  readWorkerEnv,
  SettingsError,
  secretVariables,
  sharedVariables,
  webVariables,
  workerVariables,
} from '../env.ts'

const word = (digit: string) => `0x${digit.repeat(64)}`
const address = (digit: string) => `0x${digit.repeat(40)}`
const pemOf = (kind: 'rsa' | 'ed25519') =>
  (kind === 'rsa' ? generateKeyPairSync(kind, { modulusLength: 2_048 }) : generateKeyPairSync(kind)).privateKey
    .export({ type: 'pkcs8', format: 'pem' })
    .toString()
const pem = pemOf('rsa')

const shared = {
  DATABASE_URL: 'postgres://user:pass@db.example:5432/jobwright?sslmode=verify-full',
  PUBLIC_ORIGIN: 'https://jobwright.example',
  VAULT_SECRET: 'a random vault text of the tests',
  CHAIN_RPC_URL: 'https://rpc.example/v2/key',
  CHAIN_ID: '5042002',
  CHAIN_GENESIS_HASH: word('a'),
  REGISTRY_ADDRESS: address('b'),
  ESCROW_ADDRESS: address('c'),
  TOKEN_ADDRESS: address('d'),
  CIRCLE_API_KEY: 'TEST_API_KEY:id:secret',
  GITHUB_APP_SLUG: 'jobwright',
  GITHUB_CLIENT_ID: 'Iv23.abc',
  GITHUB_CLIENT_SECRET: 'client-secret',
}
const web = {
  ...shared,
  PUBLIC_CHAIN_RPC_URL: 'https://rpc.example',
  SESSION_SECRET: 'a random session text of the test',
  GITHUB_WEBHOOK_SECRETS: 'one-secret-of-16',
}
const worker = {
  ...shared,
  REGISTRAR_PRIVATE_KEY: word('1'),
  DISPATCHER_PRIVATE_KEY: word('2'),
  CIRCLE_ENTITY_SECRET: 'e1'.repeat(32),
  GITHUB_APP_ID: '1',
  GITHUB_APP_PRIVATE_KEY: pem,
}

/** What the program that reads the setting says of this value. */
function problemsOf(name: string, changes: Record<string, string>): readonly string[] {
  const isWorkers = name in workerVariables && !(name in sharedVariables)
  try {
    isWorkers ? readWorkerEnv({ ...worker, ...changes }) : readWebEnv({ ...web, ...changes })
  } catch (error) {
    if (error instanceof SettingsError) return error.problems.map(({ text }) => text)
    throw error
  }
  return []
}

const notUrls = [
  'rpc.example',
  'wss://rpc.example',
  'https://',
  'https://a.example,https://b.example',
  'https://a .example',
]
const notSafe = [
  ...notUrls,
  'http://a.example',
  'https://user:pass@a.example',
  'https://*.example',
  'https://a.example/#x',
]
const notOrigins = [...notSafe, 'https://a.example/path', 'https://a.example?x=1']
const notKeys = ['0x1', '1'.repeat(64), word('0'), word('f'), word('A')]
const notWords = ['two words', 'https://github.com/apps/jobwright', 'a/../b', '"quoted"', ' padded']
const notTexts = [' ', ' padded', '"quoted"', "'quoted'", 'two\nlines', 'ключ']
const notSecrets = [
  'short',
  ' '.repeat(40),
  'a'.repeat(40),
  'random text of 32 or more letters\n',
  ' random text of 32 or more letters',
]
const notHosts = ['http://127.0.0.1', 'localhost:3000', 'a b', '999.1.1.1']

const wrong: Record<string, readonly string[]> = {
  NODE_ENV: ['prod', 'Production'],
  LOG_LEVEL: ['INFO', 'verbose'],
  METRICS_PORT: ['0', '65536', 'http', '3000'],
  METRICS_HOST: notHosts,
  DATABASE_URL: [
    'mysql://u:p@h/x',
    'h/x',
    'postgres://',
    'postgres:///x',
    'postgres://h',
    'postgres://u:p@h/',
    'postgres://u:p@h:99999/x',
    'postgres://u:p%zz@h/x',
    'postgres://u:p@h/x/y',
    'postgres://u:p@h/x?sslmode=none',
    'postgres://u:p@h/x?statement_timeout=0',
    'postgres://u:p@h/x?max=500',
    'postgres://u:p@h/x?sslmode=require&lock_timeout=0',
    'postgres://u:p@h/x#y',
  ],
  DATABASE_POOL_MAX: ['0', '201', '-1', '1e2', 'ten'],
  PUBLIC_ORIGIN: notOrigins,
  MAILBOX_URL: notUrls,
  VAULT_SECRET: notSecrets,
  CHAIN_RPC_URL: [...notUrls, 'https://user:pass@rpc.example'],
  CHAIN_RPC_URLS: [
    'https://a.example, https://b.example',
    'https://a.example;https://b.example',
    'https://a.example,wss://b.example',
  ],
  CHAIN_ID: ['0', 'arc', '0x4cef52'],
  CHAIN_GENESIS_HASH: ['0x12', word('A')],
  CHAIN_HEADERS: ['Ethereum'],
  CHAIN_BATCH_SIZE: ['0', '1001'],
  CHAIN_EXPLORER_URL: notUrls,
  DEPLOYMENT_FILE: ['/no/such/file'],
  REGISTRY_ADDRESS: ['0x12', 'registry.eth', address('0')],
  ESCROW_ADDRESS: ['0x12', address('0'), address('b'), address('B')],
  TOKEN_ADDRESS: ['0x12', address('0'), address('c')],
  FUND_BY_SECONDS: ['4', '86401', '1h'],
  RUNTIME_LOOPBACK: ['localhost:3005'],
  REWARD_PER_VERIFIER_OWNER: ['0', '2,000', '20.50'],
  WITHDRAWAL_DELAY_SECONDS: ['1d', '-1'],
  PUBLIC_REPOSITORIES: ['acme', 'acme/.', 'acme/..', '-/x', 'https://github.com/acme/shop'],
  QUALIFICATION_CLONE_URL: [
    ...notSafe,
    'http://git.example/qualification.git',
    'git@github.com:a/b.git',
    'ssh://git@github.com/a/b',
  ],
  QUALIFICATION_COMMIT: ['main', 'a'.repeat(39)],
  CIRCLE_API_URL: [...notOrigins, 'https://api.circle.com/v1/w3s'],
  CIRCLE_API_KEY: notTexts,
  CIRCLE_BLOCKCHAIN: ['ARC TESTNET'],
  GITHUB_API_URL: notSafe,
  GITHUB_WEB_URL: notSafe,
  GITHUB_APP_SLUG: notWords,
  GITHUB_CLIENT_ID: notWords,
  GITHUB_CLIENT_SECRET: notTexts,
  PORT: ['0', '65536', '3000.5'],
  HOST: notHosts,
  SESSION_SECRET: notSecrets,
  PUBLIC_CHAIN_RPC_URL: notSafe,
  TRUSTED_PROXIES: ['6', '-1', 'true', '10.0.0.0/8'],
  CIRCLE_APP_ID: notWords,
  GOOGLE_CLIENT_ID: notWords,
  WALLET_FRAME_ORIGIN: notOrigins,
  WALLET_EXECUTOR: ['Circle'],
  GITHUB_WEBHOOK_SECRETS: [
    'short',
    ' '.repeat(16),
    'a'.repeat(16),
    'one-secret-of-16,',
    'one-secret-of-16, two-secret-of-16',
  ],
  RATE_LIMIT_ACCOUNT: ['0', '600/min'],
  REGISTRAR_PRIVATE_KEY: notKeys,
  DISPATCHER_PRIVATE_KEY: [...notKeys, word('1')],
  DISPATCHER_RETIRED_KEYS: [...notKeys, word('1'), word('2'), `${word('3')},${word('3')}`],
  CIRCLE_ENTITY_SECRET: ['E1'.repeat(32), '0'.repeat(64), 'e1'.repeat(31)],
  CIRCLE_WALLET_SET_ID: ['jobwright-agents'],
  GITHUB_APP_ID: ['', '0', 'Iv1.a'],
  GITHUB_APP_PRIVATE_KEY: [
    '',
    'x',
    '-----BEGIN PRIVATE KEY-----\nnone\n-----END PRIVATE KEY-----\n',
    pem.slice(0, 600),
    pemOf('ed25519'),
  ],
  SMTP_URL: ['http://smtp.example', 'smtp.example'],
}

test.each(Object.entries(wrong))(
  '%s refuses each wrong value in one sentence that shows nothing of it',
  (name, values) => {
    expect(problemsOf(name, {})).toEqual([])
    for (const value of values) {
      const about = problemsOf(name, { [name]: value }).filter((text) => text.includes(name))
      expect(about.length, JSON.stringify(value)).toBeGreaterThan(0)
      for (const text of about) expect(text).toMatch(/^[^\n]*\b(Set|Remove|names)\b[^\n]*\.$/)
      if (value.length > 12 && !value.startsWith('/')) expect(about.join()).not.toContain(value)
    }
  },
)

const folder = mkdtempSync(join(tmpdir(), 'wrong-values-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a wrong value is refused in a file as it is beside it', () => {
  const file = join(folder, 'secret')
  const base: Record<string, string> = { ...web, ...worker }
  for (const name of secretVariables) {
    const { [name]: _, ...others } = base
    for (const value of (wrong[name] ?? []).filter((text) => text !== '' && !text.endsWith('\n'))) {
      writeFileSync(file, `${value}\n`)
      const isWorkers = name in workerVariables && !(name in sharedVariables)
      const read = () =>
        isWorkers
          ? readWorkerEnv({ ...others, [`${name}_FILE`]: file })
          : readWebEnv({ ...withoutWorkers(others), [`${name}_FILE`]: file })
      expect(read, `${name} ${JSON.stringify(value)}`).toThrow(name)
    }
  }
})

test('a file of a setting that is no secret is refused, as it would be passed over', () => {
  expect(problemsOf('CHAIN_ID', { CHAIN_ID_FILE: '/run/secrets/chain-id' })).toEqual([
    'Set CHAIN_ID in place of CHAIN_ID_FILE: only secrets are read from files.',
  ])
})

test.each([
  ['PUBLIC_ORIGIN', 'https://JOBWRIGHT.example:443/'],
  ['PUBLIC_ORIGIN', 'http://localhost:3000'],
  ['GITHUB_API_URL', 'https://github.example/api/v3/'],
  ['CHAIN_RPC_URL', 'http://node.internal:8545'],
  ['HOST', '::'],
  ['HOST', '0.0.0.0'],
  ['METRICS_HOST', 'metrics.internal'],
  ['GITHUB_APP_PRIVATE_KEY', pem.replaceAll('\n', '\\n')],
  ['GITHUB_APP_PRIVATE_KEY', pem.replaceAll('\n', '\r\n')],
])('%s takes %j', (name, value) => {
  expect(problemsOf(name, { [name]: value })).toEqual([])
})

function withoutWorkers(source: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(source).filter(([name]) => name in sharedVariables || name in webVariables))
}
