import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { admin } from '#test/admin.ts'
import { write } from '#test/agents.ts'
import { createDraft, type Draft, grant, newKey, openIssue } from '#test/journey.ts'
import { Person } from '#test/people/person.ts'
import { refusal } from '#test/refusal.ts'
import { type Service, startService } from '#test/service.ts'
import { startWebProgram, type WebProgram } from '#test/web-program.ts'
import { createVault } from '../../vault/aes-vault.ts'
import { hasSealedFault } from '../dispatch/sealed-fault.ts'
import { rewrapValues } from './rewrap-values.ts'
import { sealedColumns } from './sealed-columns.ts'

const [older, newer] = ['an-old-secret-of-the-vault-with-42-letters', 'a-new-secret-of-the-vault-with-42-letters']
const secretFile = { path: 'test/secret.test.js', content: Buffer.from('sealed').toString('base64'), sealed: true }

let service: Service
/** Web programs in the order of a rotation; `foreign` was given another secret by mistake. */
let programs: Record<'before' | 'first' | 'second' | 'after' | 'foreign', WebProgram>
let at: keyof typeof programs
let clara: Person
let draft: Draft
const key = newKey()

beforeAll(async () => {
  service = await startService({ env: { VAULT_SECRET: older } })
  const withSecrets = (...secrets: string[]) => startWebProgram(service, { VAULT_SECRET: secrets.join() })
  programs = {
    before: withSecrets(older),
    first: withSecrets(older, newer),
    second: withSecrets(newer, older),
    after: withSecrets(newer),
    foreign: withSecrets('a-secret-that-has-never-sealed-anything'),
  }
  const { login, places } = service.person('clara')
  clara = new Person('clara', login, places, (url, init) => programs[at].send(new Request(url, init)))
  at = 'before'
  await clara.signIn()
  await clara.call('becomeClient')
  const access = await grant(clara, 'acme')
  draft = await createDraft({ person: clara, access }, await openIssue(service), { acceptance_files: [secretFile] })
  await write(service, async (tx) => {
    const [{ user_id: userId } = { user_id: '' }] = await tx`select user_id from github_connections`
    const sealed = createVault([older]).seal('whsec_AAAA', `webhook_endpoints.secret/${draft.id}`)
    await tx`insert into webhook_endpoints (id, user_id, url, description, secret_sealed, after_sequence)
      values (${draft.id}, ${userId}, 'https://example.org', '', ${sealed}, 0)`
  })
})
afterAll(() => service.stop())
beforeEach(() => {
  service.wires.host.mend()
})

/** Whatever opens something that is sealed: the wallet's session, the host's token, sealed files, and a stored answer. */
async function useEverything(): Promise<unknown[]> {
  const { content } = (await clara.call('getDraft', { params: { id: draft.id } })).acceptance_files[0] ?? {}
  const wallet = await clara.call('initializeWallet', { idempotencyKey: key })
  const { repositories } = (await clara.call('getGithubStatus')).installations[0] ?? {}
  const params = { repository_access_id: repositories?.[0]?.id ?? '' }
  const issues = await clara.call('listRepositoryIssues', { params })
  return [content, wallet.status, issues.data.length > 0]
}
const everything = [secretFile.content, 'challenge', true]

const problemsAt = async (program: keyof typeof programs, paths: string[]) => {
  at = program
  const answers = await Promise.all(paths.map((path) => clara.send(`${service.origin}/api/v1${path}`)))
  return answers.filter(({ status }) => status >= 500).map(({ url, status }) => [url, status])
}

async function keysOfValues(): Promise<Record<string, number>> {
  const { values } = JSON.parse((await adminWith(newer, older)).stdout) as {
    values: { sealedBy: string; values: number }[]
  }
  const sums: Record<string, number> = {}
  for (const { sealedBy, values: count } of values) sums[sealedBy] = (sums[sealedBy] ?? 0) + count
  return sums
}
function adminWith(...secrets: string[]) {
  const context = () => service.context({ VAULT_SECRET: secrets.join() })
  return admin({ ...service, context }, 'secrets', '--json')
}

test('every column that holds something sealed is sealed again, or is named with the reason why not', async () => {
  const columns = await service.sql`select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and (column_name like '%\\_sealed' or column_name = 'sealed_files')`
  const tenMinutes = ['github_install_states.verifier_sealed']
  const known = sealedColumns.map(({ table, column }) => `${table}.${column}`)
  expect(columns.map(({ name }) => name).sort()).toEqual([...known, ...tenMinutes].sort())
})

test('a program with an unknown vault secret answers no request of a person who is signed in with an error', async () => {
  at = 'before'
  expect(await useEverything()).toEqual(everything)
  const paths = ['/auth/me/', '/client/job-drafts/', `/client/job-drafts/${draft.id}/`, '/client/dashboard/']
  expect(
    await problemsAt('foreign', [...paths, '/client/wallet/', '/webhook-endpoints/', '/client/github/app/status/']),
  ).toEqual([])
  const shown = await clara.call('getDraft', { params: { id: draft.id } })
  expect([shown.title, shown.acceptance_files]).toEqual([draft.title, []])
  const input = { params: { id: draft.id } }
  const files = { version: shown.version, acceptance_files: [] }
  const initialize = () => clara.call('initializeWallet', { idempotencyKey: key })
  for (const call of [initialize, () => clara.call('duplicateDraft', input)])
    expect(await refusal(call())).toMatchObject({ status: 503, code: 'unavailable', retryable: true })
  expect(await refusal(clara.call('updateDraft', { ...input, body: files }))).toMatchObject({ code: 'unavailable' })
  expect(await refusal(clara.call('initializeWallet'))).toMatchObject({ code: 'provider_session_expired' })
  const { repositories } = (await clara.call('getGithubStatus')).installations[0] ?? {}
  const params = { repository_access_id: repositories?.[0]?.id ?? '' }
  expect(await refusal(clara.call('listRepositoryIssues', { params }))).toMatchObject({
    code: 'repository_not_connected',
  })
  at = 'before'
  expect(await useEverything()).toEqual(everything)
})

test('an unknown vault secret is no fault of the client’s sealed files', async () => {
  const [row] = await service.sql`select sealed_files from drafts where id = ${draft.id}`
  const ctx = service.context({ VAULT_SECRET: 'a-secret-that-has-never-sealed-anything' })
  const [{ path = '', size = 0, salted_sha256 = '' } = {}] = row?.sealed_files ?? []
  const snapshot = { sealedFiles: row?.sealed_files, taskDocument: { sealed_files: [{ path, size, salted_sha256 }] } }
  const job = { onchainJobId: 1n, userId: crypto.randomUUID() }
  await expect(hasSealedFault(ctx, job, snapshot as never)).rejects.toMatchObject({ code: 'unavailable' })
  expect(await hasSealedFault(service.context(), job, snapshot as never)).toBe(false)
})

test.each([
  ['before', 'first'],
  ['first', 'second'],
] as const)('programs of the steps “%s” and “%s” read what either wrote', async (from, to) => {
  at = to
  expect(await useEverything()).toEqual(everything)
  await clara.signIn()
  await grant(clara, 'acme')
  await clara.call('updateDraft', {
    params: { id: draft.id },
    body: {
      version: (await clara.call('getDraft', { params: { id: draft.id } })).version,
      acceptance_files: [secretFile],
    },
  })
  at = from
  expect(await useEverything()).toEqual(everything)
})

test('the worker seals everything again, then says that the old secret is not needed, and it is not', async () => {
  const [endpoint] = await service.sql`select secret_sealed from webhook_endpoints`
  await write(service, async (tx) => {
    const unnamed = endpoint?.secret_sealed.split('.').slice(0, 4).join('.')
    await tx`update webhook_endpoints set secret_sealed = ${unnamed}`
  })
  const before = await keysOfValues()
  expect(before).toMatchObject({ 2: expect.any(Number), unnamed: 1 })
  const worker = service.context({ VAULT_SECRET: `${newer},${older}` })
  const rounds = await Promise.all([rewrapValues(worker), rewrapValues(worker)])
  expect(rounds[0] + rounds[1]).toBe((before[2] ?? 0) + (before.unnamed ?? 0))
  const total = Object.values(before).reduce((sum, count) => sum + count, 0)
  expect(await keysOfValues()).toEqual({ 1: total })
  expect(await rewrapValues(worker)).toBe(0)
  at = 'after'
  expect(await useEverything()).toEqual(everything)
  const [row] = await service.sql`select id, secret_sealed from webhook_endpoints`
  expect(createVault([newer]).open(row?.secret_sealed, `webhook_endpoints.secret/${row?.id}`)).toBe('whsec_AAAA')
})

test('a value that nobody can open is left as it is, and keeps no other from being sealed again', async () => {
  const [row] = await service.sql`select secret_sealed from webhook_endpoints`
  const broken = `${row?.secret_sealed.slice(0, -12)}AAA.deadbeef`
  await write(service, async (tx) => {
    await tx`update webhook_endpoints set previous_secret_sealed = ${broken}, previous_secret_until = now()`
  })
  at = 'first'
  await clara.signIn()
  const worker = service.context({ VAULT_SECRET: `${newer},${older}` })
  expect(await rewrapValues(worker)).toBe(3)
  expect(await keysOfValues()).toMatchObject({ unknown: 1 })
  expect(await service.sql`select 1 from webhook_endpoints where previous_secret_sealed = ${broken}`).toHaveLength(1)
  const { stdout } = await admin({ ...service, context: () => worker } as Service, 'secrets')
  expect(stdout).toContain('No secret here opens 1 values')
})

test('a token that is renewed while its row is sealed again is kept', async () => {
  at = 'first'
  await grant(clara, 'acme')
  await write(service, async (tx) => {
    await tx`update github_connections set access_token_expires_at = now()`
  })
  const worker = service.context({ VAULT_SECRET: `${newer},${older}` })
  const rewrapped: number[] = []
  service.wires.host.fate = async ({ body }) => {
    if (body.includes('refresh_token')) rewrapped.push(await rewrapValues(worker))
    return 'pass' as const
  }
  expect((await useEverything())[2]).toBe(true)
  expect(rewrapped).toEqual([2])
  expect((await useEverything())[2]).toBe(true)
  expect((await clara.call('getGithubStatus')).connected).toBe(true)
})
