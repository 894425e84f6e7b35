import { execFile } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { initiateUserControlledWalletsClient } from '@circle-fin/user-controlled-wallets'
import { getRequestListener } from '@hono/node-server'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readDoctorEnv } from '#lib/env.ts'
import { freePort } from '#sandbox/chain/free-port.ts'
import { entitySecret, type Service, startService } from '#test/service.ts'
import { startTransactionPooler } from '#test/transaction-pooler.ts'
import { nodeFlags } from '#tools/start/node-flags.ts'
import { checkClock } from './check-clock.ts'
import { checkDatabase } from './check-database.ts'
import { checkHost } from './check-host.ts'
import { checkMachine } from './check-machine.ts'
import { checkOrigin } from './check-origin.ts'
import { checkPrograms } from './check-programs.ts'
import { checkQualification } from './check-qualification.ts'
import { checkVerifiers } from './check-verifiers.ts'
import { checkWallets } from './check-wallets.ts'
import type { Finding } from './finding.ts'

let service: Service
let proxy: Server
let variables: Record<string, string>
/** Whether the proxy names the caller that it sees, as it must, or passes on what the caller says. */
let isHonest = true
let answers = true

/** What the form asks of an App, as the stand-in’s App has it. */
const permissions = { metadata: 'read', contents: 'read', issues: 'read', members: 'read' }
const events = ['repository', 'member', 'membership', 'organization', 'team', 'team_add', 'public', 'issues']

beforeAll(async () => {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  service = await startService({ env: { TRUSTED_PROXIES: '1' }, webhookUrl: `${origin}/api/v1/webhooks/github/` })
  proxy = createServer(
    getRequestListener((request) => {
      const headers = new Headers(request.headers)
      if (isHonest) headers.set('x-forwarded-for', `${headers.get('x-forwarded-for') ?? ''}, 192.0.2.7`)
      if (!answers) return new Response('<html>', { status: 200 })
      return service.router(new Request(request, { headers }))
    }),
  ).listen(port, 'localhost')
  variables = {
    ...service.variables,
    PUBLIC_ORIGIN: origin,
    CIRCLE_APP_ID: 'test',
    GOOGLE_CLIENT_ID: 'google',
    REGISTRAR_PRIVATE_KEY: service.chain.keys.registrar,
    DISPATCHER_PRIVATE_KEY: service.chain.keys.dispatcher,
    CIRCLE_ENTITY_SECRET: entitySecret,
    GITHUB_APP_ID: String(service.host.app.id),
    GITHUB_APP_PRIVATE_KEY: service.host.app.privateKeyPem,
    // The wire of the tests carries text alone.
    QUALIFICATION_CLONE_URL: service.host.qualification.cloneUrl,
  }
  await subscribe(`${origin}/api/v1/webhooks/wallet/`)
})
afterEach(() => {
  for (const wire of Object.values(service.wires)) wire.mend()
  isHonest = true
  answers = true
})
afterAll(async () => {
  proxy.close()
  await service.stop()
})

async function subscribe(endpoint: string): Promise<void> {
  const { CIRCLE_API_KEY: apiKey = '', CIRCLE_API_URL: baseUrl = '' } = variables
  await initiateUserControlledWalletsClient({ apiKey, baseUrl }).createSubscription({ endpoint })
}

function changeApp(changes: object): void {
  service.wires.host.rewrite = ({ path }, text) =>
    /\/app$/.test(path) ? JSON.stringify({ ...JSON.parse(text), ...changes }) : text
}

const parts = {
  checkClock,
  checkDatabase,
  checkHost,
  checkOrigin,
  checkPrograms,
  checkQualification,
  checkVerifiers,
  checkWallets,
}

async function diagnose(part: keyof typeof parts, changes: Record<string, string> = {}): Promise<string[]> {
  return describe(await parts[part](readDoctorEnv({ ...variables, ...changes })))
}

const describe = (findings: readonly Finding[]) =>
  findings.map(({ standing, check, detail, advice }) => `${standing} ${check}: ${detail} ${advice ?? ''}`.trim())
const lacksOf = (lines: readonly string[]) => lines.filter((line) => line.startsWith('lack'))

test.each(['checkClock', 'checkDatabase', 'checkHost', 'checkOrigin', 'checkQualification', 'checkWallets'] as const)(
  '%s finds nothing lacking in a service that is set up',
  async (part) => {
    const lines = await diagnose(part)
    expect(lacksOf(lines)).toEqual([])
    expect(lines.filter((line) => line.startsWith('ok')).length).toBeGreaterThan(0)
  },
)

test('a service without a worker lacks it, and one that is not there yet is not checked', async () => {
  expect(await diagnose('checkPrograms')).toContainEqual(
    expect.stringMatching(/^lack readiness, worker: No worker has reported yet: see whether it runs, .*“NotReady”/),
  )
  expect(await diagnose('checkPrograms', { PUBLIC_ORIGIN: `http://localhost:${await freePort()}` })).toEqual([
    'note readiness: not checked: no web program answers',
  ])
  answers = false
  expect(await diagnose('checkPrograms')).toEqual([
    'note readiness: not checked: HTTP 200, which is not what our service answers',
  ])
})

test('a service whose worker runs lacks nothing of its programs', async () => {
  const end = await service.runWorker()
  await expect
    .poll(() => diagnose('checkPrograms'), { timeout: 60_000 })
    .toEqual(['ok readiness: web and worker do their work'])
  await end()
})

test('a machine with an old Node.js or a full disk lacks both', async () => {
  expect(lacksOf(describe(await checkMachine()))).toEqual([])
  const lines = lacksOf(describe(await checkMachine({ node: '22.1.0', nodeMajor: 24, freeBytes: 2 ** 60 })))
  expect(lines[0]).toMatch(/^lack Node.js: 22.1.0 is older than 24 Start every program through npm/)
  expect(lines[1]).toMatch(/^lack disk: [\d.]+ GiB free in/)
})

test('a database behind a pooler, not migrated, of another role or standing by is a lack', async () => {
  const pooler = await startTransactionPooler(variables.DATABASE_URL ?? '', { unknown: 'drop' })
  expect(await diagnose('checkDatabase', { DATABASE_URL: pooler.url })).toEqual([
    expect.stringMatching(/^lack connection: no program starts with it DATABASE_URL leads to a pooler/),
  ])
  await pooler.stop()
  const fault = async (statement: string, undo: string) => {
    await service.sql.unsafe(statement)
    const lines = lacksOf(await diagnose('checkDatabase'))
    await service.sql.unsafe(undo)
    return lines.join()
  }
  const name = new URL(variables.DATABASE_URL ?? '').pathname.slice(1)
  expect(
    await fault(
      `alter database ${name} set default_transaction_read_only = on`,
      `set transaction_read_only = off; alter database ${name} reset default_transaction_read_only`,
    ),
  ).toMatch(/^lack server: .*takes no writes/)
  expect(
    await fault('alter table applied_migrations rename to away', 'alter table away rename to applied_migrations'),
  ).toMatch(/^lack schema: older than this release .*npm run migrate/)
  await service.sql.unsafe(`create role doctor_visitor login password 'visitor'`)
  const visitor = new URL(variables.DATABASE_URL ?? '')
  visitor.username = 'doctor_visitor'
  visitor.password = 'visitor'
  await service.sql.unsafe('grant select on applied_migrations to doctor_visitor')
  const lines = await diagnose('checkDatabase', { DATABASE_URL: visitor.href })
  await service.sql.unsafe('revoke all on applied_migrations from doctor_visitor; drop role doctor_visitor')
  expect(lacksOf(lines).join()).toMatch(
    /^lack rights: doctor_visitor may not create .*alter database … owner to doctor_visitor/,
  )
  expect(lines).toContain('ok role: has no rights beyond its database')
})

test('a database that refuses the password is a lack, and the password is not shown', async () => {
  const wrong = new URL(variables.DATABASE_URL ?? '')
  wrong.password = 'hunter2'
  const lines = await diagnose('checkDatabase', { DATABASE_URL: wrong.href })
  expect(lines).toEqual([
    expect.stringMatching(/^lack connection: .*\(28P01\): check its user, password and database\.$/),
  ])
})

test('a clock that is a minute off is a lack beside each other clock', async () => {
  const lines = lacksOf(describe(await checkClock(readDoctorEnv(variables), () => Date.now() - 60_000)))
  expect(lines.map((line) => line.split(':')[0])).toEqual([
    'lack database',
    'lack wallet provider',
    'lack repository host',
    'lack newest block',
  ])
  expect(lines[0]).toMatch(/this machine is (59|60)\.\d s behind .*NTP/)
})

test('a caller who invents an address is found out where the proxy passes it on', async () => {
  isHonest = false
  expect(lacksOf(await diagnose('checkOrigin'))).toEqual([
    expect.stringMatching(
      /^lack proxies: an invented X-Forwarded-For is believed with TRUSTED_PROXIES=1 Anyone escapes/,
    ),
  ])
})

test('an origin of another program, of none, or without TLS is a lack', async () => {
  answers = false
  expect(lacksOf(await diagnose('checkOrigin')).join()).toMatch(/^lack health: HTTP 200, and not of our service/)
  const nobody = `http://localhost:${await freePort()}`
  expect(lacksOf(await diagnose('checkOrigin', { PUBLIC_ORIGIN: nobody })).join()).toMatch(
    /^lack health: .*ECONNREFUSED/,
  )
  const secure = variables.PUBLIC_ORIGIN?.replace('http:', 'https:') ?? ''
  expect(
    lacksOf(await diagnose('checkOrigin', { PUBLIC_ORIGIN: secure, QUALIFICATION_CLONE_URL: secure })).join(),
  ).toMatch(/^lack health: does not answer over https:/)
})

test.each<[string, Record<string, string>, RegExp]>([
  [
    'a wrong key',
    { CIRCLE_API_KEY: 'TEST_API_KEY:wrong:wrong' },
    /^lack API key: refused with HTTP 401 .*CIRCLE_API_KEY/,
  ],
  ['no provider', { CIRCLE_API_URL: 'http://localhost:9' }, /^lack API key: no answer/],
  ['another App', { CIRCLE_APP_ID: 'other' }, /^lack App ID: .*set CIRCLE_APP_ID to test\.$/],
  ['no Google client', { GOOGLE_CLIENT_ID: '' }, /^lack sign-in: GOOGLE_CLIENT_ID not set/],
  [
    'another network',
    { CIRCLE_BLOCKCHAIN: 'ARC' },
    /^lack network: CIRCLE_BLOCKCHAIN is ARC, and the key is of the test network/,
  ],
  ['an unknown wallet set', { CIRCLE_WALLET_SET_ID: crypto.randomUUID() }, /^lack wallet set: .*unknown/],
  [
    'no subscription',
    { PUBLIC_ORIGIN: 'https://elsewhere.example', QUALIFICATION_CLONE_URL: 'https://elsewhere.example/tasks.git' },
    /^lack webhooks: no subscription leads here .*elsewhere.example/,
  ],
])('%s at the wallet provider is a lack', async (_, changes, expected) => {
  const lines = lacksOf(await diagnose('checkWallets', changes))
  expect(lines).toEqual([expect.stringMatching(expected)])
})

test('the key of a signed delivery is asked for, and one that is not published is a lack', async () => {
  await expect
    .poll(() => diagnose('checkWallets'))
    .toContain('ok webhook key: that of the newest delivery is published')
  const id = crypto.randomUUID()
  await service.sql`insert into wallet_webhook_keys (key_id, public_key, confirmed_at)
    values (${id}, '\\x00', now() + interval '1 minute')`
  const lines = lacksOf(await diagnose('checkWallets'))
  await service.sql`delete from wallet_webhook_keys where key_id = ${id}`
  expect(lines).toEqual([expect.stringMatching(/^lack webhook key: .*not published for this API key/)])
})

test('a subscription that is off or leaves out a type is a lack', async () => {
  const change = (fields: object) => {
    service.wires.wallets.rewrite = ({ path }, text) => {
      if (!path.endsWith('/subscriptions')) return text
      const { data } = JSON.parse(text) as { data: object[] }
      return JSON.stringify({ data: data.map((row) => ({ ...row, ...fields })) })
    }
  }
  change({ enabled: false })
  expect(lacksOf(await diagnose('checkWallets')).join()).toMatch(/^lack webhooks: the subscription is turned off/)
  change({ notificationTypes: ['transactions.*'], restricted: true })
  expect(lacksOf(await diagnose('checkWallets')).join()).toMatch(
    /^lack webhooks: the subscription leaves out challenges/,
  )
})

test.each<[string, Record<string, string>, object, RegExp]>([
  [
    'a wrong client secret',
    { GITHUB_CLIENT_SECRET: 'wrong' },
    {},
    /^lack client: id or secret is refused with HTTP 401/,
  ],
  ['a wrong number', { GITHUB_APP_ID: '99' }, {}, /^lack App: number or key is refused/],
  ['the key of another App', {}, { slug: 'other' }, /^lack App: .*set GITHUB_APP_SLUG=other\.$/],
  [
    'a missing permission',
    {},
    { permissions: { metadata: 'read', contents: 'read', issues: 'read' } },
    /^lack permissions: lacks members: read/,
  ],
  ['a dangerous permission', {}, { permissions: { ...permissions, workflows: 'write' } }, /^lack workflows: /],
  ['a missing event', {}, { events: events.slice(1) }, /^lack events: lacks repository /],
  [
    'another webhook secret',
    { GITHUB_WEBHOOK_SECRETS: 'another-secret-of-16' },
    {},
    /^lack signed delivery: refused by the running web program/,
  ],
])('%s at the repository host is a lack', async (_, changes, app, expected) => {
  changeApp(app)
  expect(lacksOf(await diagnose('checkHost', changes))).toEqual([expect.stringMatching(expected)])
})

test('a repository host that fails is said to give no answer, not to refuse what the service holds', async () => {
  service.wires.host.status = () => 502
  expect(lacksOf(await diagnose('checkHost')).join()).toMatch(
    /^lack client: no answer \(502\).*lack App: no answer \(502\)/,
  )
})

test('a webhook that leads elsewhere, or whose last delivery was refused, is a lack', async () => {
  const answer = (end: string, value: unknown) => {
    service.wires.host.rewrite = ({ path }, text) => (path.includes(end) ? JSON.stringify(value) : text)
  }
  answer('/hook/config', { url: 'https://old.example/', content_type: 'json', insecure_ssl: '0', secret: '********' })
  expect(lacksOf(await diagnose('checkHost')).join()).toMatch(/^lack webhook: leads to https:\/\/old.example\/ /)
  answer('/hook/deliveries', [{ status_code: 401 }])
  expect(lacksOf(await diagnose('checkHost')).join()).toMatch(
    /^lack deliveries: .*401 The App signs with another secret/,
  )
})

test('a qualification repository that is not named, not there or of other files is a lack', async () => {
  const commit = 'a'.repeat(40)
  expect(lacksOf(await diagnose('checkQualification', { QUALIFICATION_COMMIT: '' })).join()).toMatch(
    /QUALIFICATION_COMMIT is not set/,
  )
  expect(lacksOf(await diagnose('checkQualification', { QUALIFICATION_COMMIT: commit })).join()).toMatch(
    /does not name a+ as the end of a branch/,
  )
  const { clone_url, commit: other } = await otherRepository()
  const lines = await diagnose('checkQualification', {
    QUALIFICATION_CLONE_URL: clone_url,
    QUALIFICATION_COMMIT: other,
  })
  expect(lacksOf(lines).join()).toMatch(/^lack files: other than this release grades: /)
})

/** A public repository of the host that is not the one for qualifications. */
async function otherRepository(): Promise<{ clone_url: string; commit: string }> {
  const clone_url = `${service.host.url}/acme/slugify-lite.git`
  const { stdout } = await promisify(execFile)('git', ['ls-remote', clone_url, 'HEAD'])
  return { clone_url, commit: stdout.slice(0, 40) }
}

test('too few owners of verifiers are a lack', async () => {
  expect(await diagnose('checkVerifiers')).toEqual([
    expect.stringMatching(
      /^lack owners: 0 of active verifiers, 0 of them connected; a usual job needs 4 who are neither its client nor its worker Jobs wait/,
    ),
  ])
})

test('the command checks all parts, in words and in JSON, and ends with 1 where something lacks', async () => {
  const args = [...nodeFlags, resolve(import.meta.dirname, 'main.ts')]
  const env: NodeJS.ProcessEnv = { PATH: process.env.PATH, ...variables, NODE_ENV: 'test' }
  const doctor = (...more: string[]) =>
    promisify(execFile)(process.execPath, [...args, ...more], { env }).catch(
      (error: { stdout: string; code: number }) => error,
    )
  const [words, json] = await Promise.all([doctor(), doctor('machine', 'database', '--json')])
  expect(words).toMatchObject({ code: 1 })
  expect(words.stdout).toMatch(/^lack {2}verifiers {2}owners: /m)
  expect(words.stdout).toMatch(/\d+ of \d+ checks found a lack\.\n$/)
  expect(words.stdout).not.toContain(variables.CIRCLE_API_KEY)
  expect(json).not.toHaveProperty('code')
  expect(new Set((JSON.parse(json.stdout) as Finding[]).map(({ target }) => target.split(' ')[0]))).toEqual(
    new Set(['machine', 'database']),
  )
})
