import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { mailBatchSecondsMax } from './domain/mail.ts'
import {
  nodeUrls,
  readChainEnv,
  readSecretFiles,
  readWebEnv,
  readWorkerEnv,
  secretVariables,
  sharedVariables,
  webVariables,
  workerSecrets,
  workerVariables,
} from './env.ts'

const example = readFileSync(join(import.meta.dirname, '../.env.example'), 'utf8')
const named = [...example.matchAll(/^([A-Z0-9_]+)=/gm)].map((match) => match[1])
const hash = `0x${'a'.repeat(64)}`
const address = `0x${'b'.repeat(40)}`

const complete = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://localhost/x',
  PUBLIC_ORIGIN: 'https://jobwright.example/',
  VAULT_SECRET: 'a random vault text of the tests',
  CHAIN_RPC_URL: 'https://rpc.example',
  PUBLIC_CHAIN_RPC_URL: 'https://rpc.example',
  CHAIN_ID: '5042002',
  CHAIN_GENESIS_HASH: hash,
  REGISTRY_ADDRESS: address,
  ESCROW_ADDRESS: `0x${'c'.repeat(40)}`,
  TOKEN_ADDRESS: `0x${'d'.repeat(40)}`,
  CIRCLE_API_KEY: 'key',
  GITHUB_APP_SLUG: 'app',
  GITHUB_CLIENT_ID: 'id',
  GITHUB_CLIENT_SECRET: 'secret',
  GITHUB_WEBHOOK_SECRETS: 'one-secret-of-16,two-secret-of-16',
  SESSION_SECRET: 'a random session text of the test',
} as const satisfies NodeJS.ProcessEnv

test('.env.example names every setting once, and nothing else', () => {
  const known = Object.keys({ ...sharedVariables, ...webVariables, ...workerVariables })
  expect([...named].sort()).toEqual([...known].sort())
})

test('.env.example describes every setting directly above it', () => {
  const lines = example.split('\n')
  const bare = named.filter(
    (name) => !/^# .*[.)]$/.test(lines[lines.findIndex((line) => line.startsWith(`${name}=`)) - 1] ?? ''),
  )
  expect(bare).toEqual([])
})

test('a complete environment is read, with lower-case addresses, both secrets and the origin without its slash', () => {
  const env = readWebEnv(complete)
  expect(env.GITHUB_WEBHOOK_SECRETS).toEqual(['one-secret-of-16', 'two-secret-of-16'])
  expect(env.PUBLIC_ORIGIN).toBe('https://jobwright.example')
  expect(env.ENTRY_POINT_ADDRESSES).toContain('0x0000000071727de22e5e9d8baf0edac6f37da032')
})

test('a deployment’s record stands for the settings of chain and contracts, and contradicts none of them', () => {
  const { CHAIN_ID, CHAIN_GENESIS_HASH, REGISTRY_ADDRESS, ESCROW_ADDRESS, TOKEN_ADDRESS, ...others } = complete
  const contract = (digit: string) => ({ address: `0x${digit.repeat(40)}`, code_hash: `0x${digit.repeat(64)}` })
  const record = {
    format: 'jobwright/deployment',
    version: 1,
    chain_id: 5042002,
    genesis_hash: hash,
    block: 77,
    escrow: contract('c'),
    registry: contract('d'),
    token: contract('e'),
    admin: null,
    values: {},
  }
  const file = join(mkdtempSync(join(tmpdir(), 'deployment-')), 'record.json')
  const read = (written: object, more = {}) => {
    writeFileSync(file, JSON.stringify(written))
    return readWebEnv({ ...others, DEPLOYMENT_FILE: file, ...more })
  }
  try {
    expect(read(record)).toMatchObject({
      CHAIN_ID: 5_042_002,
      CHAIN_GENESIS_HASH: hash,
      ESCROW_DEPLOYMENT_BLOCK: 77,
      ESCROW_ADDRESS: record.escrow.address,
      ESCROW_CODE_HASH: record.escrow.code_hash,
      REGISTRY_ADDRESS: record.registry.address,
      REGISTRY_CODE_HASH: record.registry.code_hash,
      TOKEN_ADDRESS: record.token.address,
    })
    expect(
      read(record, { CHAIN_ID, TOKEN_ADDRESS: record.token.address.toUpperCase().replace('0X', '0x') }),
    ).toBeDefined()
    expect(() => read(record, { ESCROW_ADDRESS: address })).toThrow(
      /Remove ESCROW_ADDRESS: the record of the deployment says 0xc+\./,
    )
    expect(() => read({ ...record, escrow: {} })).toThrow(/DEPLOYMENT_FILE .* its escrow\.address is missing/)
    expect(() => read({ ...record, version: 2 })).toThrow(/DEPLOYMENT_FILE .* its version/)
    expect(() => readWebEnv({ ...others, DEPLOYMENT_FILE: `${file}.not` })).toThrow(/DEPLOYMENT_FILE .* cannot be read/)
  } finally {
    rmSync(dirname(file), { recursive: true })
  }
})

test('each secret may be in a file, whose last line end does not count', () => {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'))
  const file = join(folder, 'secret')
  try {
    for (const name of secretVariables.filter((name) => name in complete)) {
      const { [name as keyof typeof complete]: value, ...others } = complete
      for (const end of ['', '\n', '\r\n']) {
        writeFileSync(file, `${value}${end}`)
        expect(readWebEnv({ ...others, [`${name}_FILE`]: file })).toEqual(readWebEnv(complete))
      }
    }
    writeFileSync(file, ' two lines\n\n')
    const named = { NODE_ENV: 'test', VAULT_SECRET_FILE: file, OTHER_FILE: file }
    expect(readSecretFiles(named)).toEqual({ NODE_ENV: 'test', VAULT_SECRET: ' two lines\n', OTHER_FILE: file })
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a secret given twice, or in a file that is missing or empty, is refused in one sentence with its name', () => {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'))
  const file = join(folder, 'secret')
  const { VAULT_SECRET, CHAIN_RPC_URL, ...others } = complete
  const problemsOf = (more: object) => {
    try {
      readWebEnv({ ...others, CHAIN_RPC_URL, ...more })
    } catch (error) {
      return String(error).split('\n').slice(1)
    }
    return []
  }
  const sentence = (name: string, fault: string) => [`  Set ${name}_FILE to the path of a file with ${name}; ${fault}.`]
  try {
    expect(problemsOf({ VAULT_SECRET_FILE: file })).toEqual(sentence('VAULT_SECRET', 'that file cannot be read'))
    writeFileSync(file, '\n')
    expect(problemsOf({ VAULT_SECRET_FILE: file })).toEqual(sentence('VAULT_SECRET', 'that file is empty'))
    expect(problemsOf({ VAULT_SECRET, CHAIN_RPC_URL: '', CHAIN_RPC_URLS_FILE: file })).toEqual(
      sentence('CHAIN_RPC_URLS', 'that file is empty'),
    )
    writeFileSync(file, VAULT_SECRET)
    expect(problemsOf({ VAULT_SECRET, VAULT_SECRET_FILE: file })).toEqual([
      '  Remove VAULT_SECRET or VAULT_SECRET_FILE: each gives the secret, and only one of them may.',
    ])
    expect(problemsOf({ VAULT_SECRET, DISPATCHER_PRIVATE_KEY_FILE: file })).toEqual([
      '  Remove DISPATCHER_PRIVATE_KEY_FILE from the web program’s environment: it is for the worker alone.',
    ])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

const lists = {
  GITHUB_WEBHOOK_SECRETS: ['one-secret-of-16', 'a-secret-of-old'],
  ENTRY_POINT_ADDRESSES: [address, 'not-an-address'],
  RUNTIME_LOOPBACK: ['localhost:3005', 'localhost'],
  PUBLIC_REPOSITORIES: ['acme/shop', 'acme'],
} as const

test.each(Object.entries(lists))(
  '%s is refused by name when one item of the list is empty, padded or wrong',
  (name, [good, bad]) => {
    const local = { ...complete, CHAIN_ID: '31337' }
    expect(() => readWebEnv({ ...local, [name]: `${good},${good}` })).not.toThrow()
    for (const list of [`${good},`, `,${good}`, `${good},,${good}`, ',', `${good}, ${good}`, `${good},${bad}`, ' '])
      expect(() => readWebEnv({ ...local, [name]: list }), list).toThrow(name)
  },
)

test.each([
  ['GITHUB_WEBHOOK_SECRETS', 16],
  ['SESSION_SECRET', 32],
  ['VAULT_SECRET', 32],
] as const)(
  '%s holds one secret or several in their order, and a bad one is named by its position alone',
  (name, size) => {
    const [good, other] = ['abcdefgh', 'hgfedcba'].map((part) => part.repeat(size / 8)) as [string, string]
    const read = (secrets: string) => () => readWebEnv({ ...complete, [name]: secrets })
    expect(read(good)()[name]).toEqual([good])
    expect(read(`${other},${good}`)()[name]).toEqual([other, good])
    expect(read(`${good},short`)).toThrow(/; item 2 has another form\.$/)
    expect(read(`short,${good}, ${other}`)).toThrow(/; items 1, 3 have another form\.$/)
    expect(read(`${good},short`)).not.toThrow(/short/)
  },
)

test('one error lists everything that is wrong', () => {
  const { VAULT_SECRET, CHAIN_ID, ...rest } = complete
  expect(() => readWebEnv({ ...rest, VAULT_SECRET: 'short' })).toThrow(
    /VAULT_SECRET[\s\S]*CHAIN_ID|CHAIN_ID[\s\S]*VAULT_SECRET/,
  )
})

test.each(workerSecrets)('the web program refuses to start when it is given %s (row 17)', (name) => {
  expect(() => readWebEnv({ ...complete, [name]: hash })).toThrow(name)
})

const keys = {
  REGISTRAR_PRIVATE_KEY: hash,
  DISPATCHER_PRIVATE_KEY: `0x${'b'.repeat(64)}`,
  CIRCLE_ENTITY_SECRET: 'e'.repeat(64),
}

test('the worker needs every key that signs for the service', () => {
  for (const name of Object.keys(keys)) expect(() => readWorkerEnv({ ...complete, ...keys, [name]: '' })).toThrow(name)
  expect(readWorkerEnv({ ...complete, ...keys }).REGISTRAR_PRIVATE_KEY).toBe(hash)
})

test('places on this machine are refused for every chain but a local one (row 78)', () => {
  const RUNTIME_LOOPBACK = 'localhost:3005,localhost:3006'
  expect(() => readWebEnv({ ...complete, RUNTIME_LOOPBACK })).toThrow('RUNTIME_LOOPBACK')
  expect(readWebEnv({ ...complete, CHAIN_ID: '31337', RUNTIME_LOOPBACK }).RUNTIME_LOOPBACK).toHaveLength(2)
  for (const place of ['localhost', '10.0.0.1:80', 'localhost:3005/x', 'example.org:443'])
    expect(() => readWebEnv({ ...complete, CHAIN_ID: '31337', RUNTIME_LOOPBACK: place })).toThrow('RUNTIME_LOOPBACK')
})

test('one node or several are given, and no host twice, whatever the keys in their addresses', () => {
  const several = 'https://one.example/v2/key,https://two.example'
  expect(nodeUrls(readWebEnv(complete))).toEqual(['https://rpc.example'])
  expect(nodeUrls(readWebEnv({ ...complete, CHAIN_RPC_URLS: several }))).toEqual(several.split(','))
  expect(() => readWebEnv({ ...complete, CHAIN_RPC_URL: '' })).toThrow('CHAIN_RPC_URLS')
  for (const twice of ['https://one.example/a,https://one.example/b', 'https://one.example,http://one.example'])
    expect(() => readWebEnv({ ...complete, CHAIN_RPC_URLS: twice })).toThrow(/CHAIN_RPC_URLS names one host twice/)
})

test.each([
  ['http://127.0.0.1:8545', 'http://localhost:8545/other'],
  ['http://[::1]:8545', 'http://127.0.0.9:8545'],
  ['http://localhost', 'http://LOCALHOST.:80'],
])('%s and %s are one node, which would agree with itself', (one, other) => {
  expect(() => readChainEnv({ ...complete, CHAIN_RPC_URLS: `${one},${other}` })).toThrow('names one host twice')
  expect(readChainEnv({ ...complete, CHAIN_RPC_URLS: `${one},http://localhost:9` }).CHAIN_RPC_URLS).toHaveLength(2)
})

const everything = { ...complete, ...keys, RUNTIME_LOOPBACK: 'localhost:3005', CHAIN_ID: '31337' }

test.each(Object.keys({ ...sharedVariables, ...webVariables, ...workerVariables }))(
  'a wrong %s is named in one plain sentence with its form, and its value is not shown',
  (name) => {
    const wrong = { ...everything, [name]: '\u0000 wrong,' }
    const read = name in workerVariables ? readWorkerEnv : () => readWebEnv(withoutKeys(wrong))
    let text = ''
    try {
      read(wrong)
    } catch (error) {
      text = String(error)
    }
    expect(text).toMatch(
      new RegExp(
        `^  Set ${name} to .{8,}; (its value has another form|items? [1-9, ]+ ha(s|ve) another form|its file cannot be read, or is not JSON)\\.$`,
        'm',
      ),
    )
    expect(text).not.toMatch(/Invalid|Too (big|small)|expected|received|wrong,/)
  },
)

function withoutKeys(source: Readonly<Record<string, string>>): Record<string, string> {
  const secrets: readonly string[] = workerSecrets
  return Object.fromEntries(Object.entries(source).filter(([name]) => !secrets.includes(name)))
}

test('a setting that is missing is named with its form', () => {
  const { CHAIN_ID, ...rest } = complete
  expect(() => readWebEnv(rest)).toThrow('Set CHAIN_ID to a whole number from 1 to 999999999999; it is not set.')
})

test('a mail server and a sender are given together, each in one form', () => {
  const worker = {
    ...complete,
    ...keys,
  }
  const read = (changes: Record<string, string>) => () => readWorkerEnv({ ...worker, ...changes })
  const SMTP_URL = 'smtps://user:p%40ss@smtp.example:465'
  const MAIL_FROM = 'Jobwright <notifications@example.org>'
  expect(read({ SMTP_URL, MAIL_FROM })()).toMatchObject({ SMTP_URL, MAIL_FROM, MAIL_BATCH_SECONDS: 60 })
  expect(read({})()).toMatchObject({ MAIL_BATCH_SECONDS: 60 })
  expect(read({ MAIL_BATCH_SECONDS: String(mailBatchSecondsMax) })()).toMatchObject({
    MAIL_BATCH_SECONDS: mailBatchSecondsMax,
  })
  expect(read({ MAIL_BATCH_SECONDS: String(mailBatchSecondsMax + 1) })).toThrow('MAIL_BATCH_SECONDS')
  expect(read({ SMTP_URL })).toThrow('Set MAIL_FROM too, or remove SMTP_URL: e-mails need both.')
  expect(read({ MAIL_FROM })).toThrow('Set SMTP_URL too, or remove MAIL_FROM: e-mails need both.')
  for (const wrong of ['https://smtp.example', 'smtp.example:25', 'smtp://', 'smtp://smtp.example/path'])
    expect(read({ SMTP_URL: wrong, MAIL_FROM })).toThrow('Set SMTP_URL to a URL such as smtps://')
  for (const wrong of ['notifications', 'A <b>', 'a@b\r\nBcc: c@d', 'A <a@b>, c@d'])
    expect(read({ SMTP_URL, MAIL_FROM: wrong })).toThrow('Set MAIL_FROM to an e-mail address')
})
