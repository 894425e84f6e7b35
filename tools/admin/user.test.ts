import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { erc20Abi } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#lib/data/database.ts'
import { recordEvent } from '#lib/data/events.ts'
import { exportedTables, neverExported } from '#lib/data/personal-data.ts'
import { personas } from '#sandbox/personas.ts'
import { admin as runAdmin } from '#test/admin.ts'
import { readyAgent, write } from '#test/agents.ts'
import { installationOf, redirectOf } from '#test/installing.ts'
import {
  askToEnd,
  atHost,
  balanceOf,
  type Client,
  carryOut,
  createDraft,
  fundedJob,
  index,
  mint,
  openIssue,
  readyClient,
} from '#test/journey.ts'
import { refusal } from '#test/refusal.ts'
import { rowsOf } from '#test/rows.ts'
import { type ReadyAgent, RuntimePeer } from '#test/runtime-peer.ts'
import { tablesThatHold } from '#test/secrets-at-rest.ts'
import { type Service, startService } from '#test/service.ts'
import { callFromWallet } from '#test/wallet-app.ts'
import { createEndpoint, paramsOf, sealAll } from '#test/webhooks.ts'
import { nodeFlags } from '#tools/start/node-flags.ts'

const run = promisify(execFile)
const canaries = {
  mail: 'canary@example.org',
  browser: 'canary of a browser',
  token: 'canary of a token',
  search: 'canary of a search',
  account: 'canary-of-an-account',
  receiver: '127.0.0.1:47913',
}
let service: Service
let clara: Client
let claraId: string
let wanda: ReadyAgent
let wandaId: string
let job: string

beforeAll(async () => {
  service = await startService({ runtimePlaces: 2 })
  clara = await readyClient(service)
  wanda = await readyAgent(service, 'wanda', 'worker')
  job = (await fundedJob(clara, await openIssue(service))).onchain_job_id
  await createDraft(clara, await openIssue(service))
  await clara.person.call('createApiToken', { body: { name: canaries.token, scopes: ['drafts:read'], days: 7 } })
  await clara.person.call('saveSearch', { body: { name: canaries.search, filter: {} } })
  const endpoint = await createEndpoint(clara.person, `http://${canaries.receiver}/hook`)
  await clara.person.call('updateWebhookEndpoint', { ...paramsOf(endpoint), body: { description: 'Deploy bot' } })
  await clara.person.call(
    'deleteWebhookEndpoint',
    paramsOf(await createEndpoint(clara.person, `http://${canaries.receiver}/`)),
  )
  await connectCanary()
  claraId = await only('users', 'id', `id in (select user_id from wallets)`)
  wandaId = await only('agents', 'user_id')
  await write(service, (tx) => tx`insert into mail_addresses (user_id, address) values (${claraId}, ${canaries.mail})`)
  await write(
    service,
    (
      tx,
    ) => tx`insert into token_transfers (block_number, log_index, transaction_hash, from_address, to_address, amount, mined_at)
      values (1, 0, ${`0x${'1'.repeat(64)}`}, ${`0x${'2'.repeat(40)}`}, ${clara.wallet}, 7, now())`,
  )
  const ctx = service.context()
  const subject = { type: 'draft', id: await only('drafts', 'id') } as const
  const evidence = { state: 'ANSWERED', agent: wanda.agentId }
  const tried = { actor: ctx.actor, subject, userId: claraId, name: 'draft.probe_ended' as const, evidence }
  await inTransaction(ctx.db, (tx) => recordEvent(tx, tried))
  await write(service, (tx) => tx`update sessions set user_agent = ${canaries.browser} where user_id = ${claraId}`)
})
afterAll(() => service.stop())

const node = (tool: string, ...words: string[]) =>
  run(process.execPath, [...nodeFlags, resolve(import.meta.dirname, '..', tool, 'main.ts'), ...words], {
    env: { ...service.variables, NODE_ENV: 'test', NODE_NO_WARNINGS: '1' },
  })
const admin = (...words: string[]) => runAdmin(service, ...words)
const erase = (id: string) => admin('user', 'erase', id, '--because', 'asked for by e-mail')
const only = async (table: string, column: string, where = 'true') => {
  const [row] = await service.sql.unsafe(`select ${column} as value from ${table} where ${where} order by 1 limit 1`)
  return String(row?.value)
}
const refusedWith = (...texts: string[]) => ({
  code: 1,
  stderr: expect.toSatisfy((stderr: string) => texts.every((text) => stderr.includes(text))),
})
/** Everything but the rows that reading and refusing may write. */
const rows = async () => {
  const { events: _, unsealed_events: __, ...others } = await rowsOf(service.sql)
  return others
}

test('every table that names a person or their agent is in the export, or has a reason to be left out', async () => {
  const found =
    await service.sql`select distinct table_name from information_schema.columns where table_schema = 'public'
    and column_name in ('user_id', 'owner_user_id', 'client_user_id', 'worker_user_id', 'agent_id', 'session_id', 'principal')`
  const decided = [...exportedTables.map(({ table }) => table), ...Object.keys(neverExported)]
  expect(found.map(({ table_name }) => table_name).filter((table) => !decided.includes(table))).toEqual([])
})

test('an export has everything of a person, no secret, and nothing that names another person', async () => {
  const { stdout } = await admin('user', 'export', claraId)
  const exported = JSON.parse(stdout) as Record<string, Record<string, unknown>[]>
  expect(exported).toMatchObject({
    users: [{ id: claraId }],
    mail_addresses: [{ address: canaries.mail }],
    github_connections: [{ login: 'clara-client' }],
    jobs: [{ onchain_job_id: job, state: 'OPEN' }],
    sessions: [{ user_agent: canaries.browser }],
    api_tokens: [{ name: canaries.token }],
  })
  expect(exported.drafts).toHaveLength(2)
  expect(exported.drafts?.[0]).toMatchObject({ open_seconds: expect.anything(), findings: expect.any(Array) })
  expect(exported.token_transfers).toContainEqual(expect.objectContaining({ to_address: clara.wallet, amount: '7' }))
  for (const notification of exported.notifications ?? [])
    expect(notification).toMatchObject({ name: expect.any(String), created_at: expect.anything() })
  expect(exported.events).toContainEqual(
    expect.objectContaining({ name: 'draft.probe_ended', evidence: { state: 'ANSWERED' } }),
  )
  const owned = JSON.parse((await admin('user', 'export', wandaId)).stdout) as typeof exported
  expect(owned).toMatchObject({ agents: [{ id: wanda.agentId }], pairings: [{}], qualifications: [{}] })
  const others = personas.filter(({ key }) => key !== 'clara').flatMap(({ email, login }) => [email, login])
  const secrets = [wandaId, wanda.agentId, wanda.peer.credential, ...others]
  const columns = await service.sql`select table_name, column_name from information_schema.columns
    where table_schema = 'public' and (column_name like '%sealed' or column_name like '%hash' and data_type = 'bytea'
      or column_name in ('idempotency_key', 'device_id', 'nonce', 'expected'))`
  for (const { table_name, column_name } of columns) {
    const values = await service.sql.unsafe(
      `select distinct ${column_name}::text as value from ${table_name} where length(${column_name}::text) > 7`,
    )
    secrets.push(...values.map(({ value }) => String(value).replace(/^\\x/, '')))
  }
  expect(secrets.length).toBeGreaterThan(20)
  expect(secrets.filter((secret) => stdout.includes(secret))).toEqual([])
})

test('each export is an event of the operator, and an unknown id is refused', async () => {
  const named = `name = 'operations.user_exported'`
  const before = Number(await only('events', 'count(*)', named))
  await admin('user', 'export', claraId)
  expect(Number(await only('events', 'count(*)', named))).toBe(before + 1)
  expect(await only('events', 'actor_id', named)).toBe('operator')
  await expect(admin('user', 'export', randomUUID())).rejects.toMatchObject(refusedWith('No account has this id.'))
  await expect(admin('user', 'erase', claraId)).rejects.toMatchObject({ code: 2 })
})

test('a person with anything open is not erased; the refusal names each matter and what to do, and changes nothing', async () => {
  await mint(service, wanda.wallet, 1_000_000n)
  await write(
    service,
    (tx) => tx`insert into assignments
      (onchain_job_id, client_user_id, agent_id, owner_user_id, agent_address, key, offer_expires_at)
      select ${job}, ${claraId}, id, user_id, wallet_address, authorised_key, now() + interval '1 hour'
      from agents where id = ${wanda.agentId}`,
  )
  const before = await rows()
  const { stderr } = await erase(claraId).then(
    () => ({ stderr: '' }),
    (error: { stderr: string }) => error,
  )
  expect(stderr).toMatch(new RegExp(`- Job ${job} “.+” waits for a worker\\. The client cancels it.* \\[job ${job}\\]`))
  expect(stderr).toMatch(/- The client’s wallet holds \d+\.\d+ USDC\. Its owner moves the money first\./)
  await expect(erase(wandaId)).rejects.toMatchObject(
    refusedWith('holds 1.00 USDC', 'holds work', `[agent ${wanda.agentId}]`),
  )
  expect(await rows()).toEqual(before)
  await write(service, (tx) => tx`delete from assignments`)
})

test('the runtime of an erased owner is cut off, and its address and name are gone while its wallet and key stay', async () => {
  const { agentId, owner, peer, wallet } = await readyAgent(service, 'oscar', 'worker')
  await owner.call('updateAgent', { params: { id: agentId }, body: { name: 'canary of an agent' } })
  const ownerId = await only('agents', 'user_id', `id = '${agentId}'`)
  const named = { name: 'canary of another agent', role: 'worker' as const }
  const pairing_token = new RuntimePeer(service, 'worker', 1).newToken().replace('localhost:1', 'canary.example.org')
  await owner.call('createAgent', { body: { ...named, pairing_token } })
  const unpaired = await owner.call('createAgent', { body: named })
  await owner.call('deleteAgent', { params: { id: unpaired.id } })
  await erase(ownerId)
  expect(await refusal(peer.heartbeat())).toMatchObject({ code: 'credential_revoked' })
  const [agent] = await service.sql`select name, state, wallet_address, c.address, c.seen_from, disconnected_at
    from agents a join runtime_connections c on c.agent_id = a.id where a.id = ${agentId}`
  expect(agent).toMatchObject({ name: 'Erased', state: 'PAUSED', wallet_address: wallet, address: '', seen_from: null })
  const written = { agent: 'canary of an agent', other: named.name, host: 'canary.example.org' }
  expect(await tablesThatHold(service.sql, { ...written, port: `localhost:${peer.port}` })).toEqual([])
  expect(await refusal(owner.signIn())).toMatchObject({ code: 'account_erased' })
})

test('an erasure removes what is personal, keeps money and history, and the audit trail still verifies', async () => {
  await carryOut(clara.person, await askToEnd(clara.person, job))
  await index(service)
  await empty(clara)
  const kept = ['jobs', 'transactions', 'wallets', 'funding_snapshots', 'job_proofs', 'chain_logs', 'event_seals']
  const before = await rowsOf(service.sql, kept)
  const providerId = await only('users', 'provider_user_id', `id = '${claraId}'`)
  await sealAll(service)
  const [sealsBefore, seals] = [await rowsOf(service.sql, ['event_seals']), await only('event_seals', 'count(*)')]
  const { stdout } = await erase(claraId)
  expect(stdout).toContain('drafts: 1')
  expect(await rowsOf(service.sql, ['event_seals'])).toEqual(sealsBefore)
  expect(await tablesThatHold(service.sql, { ...canaries, login: 'clara-client', identity: providerId })).toEqual([])
  expect(await rowsOf(service.sql, kept)).toEqual({ ...before, ...sealsBefore })
  const [event] = await service.sql`select actor_id, subject_id, evidence from events
    where name = 'user.erased' and subject_id = ${claraId}`
  expect(event).toMatchObject({
    actor_id: 'operator',
    subject_id: claraId,
    evidence: { because: 'asked for by e-mail' },
  })
  await sealAll(service)
  expect(Number(await only('event_seals', 'count(*)'))).toBeGreaterThan(Number(seals))
  const file = join(service.folder, 'trail.jsonl')
  await admin('audit', 'export', file)
  expect(await only('events', 'actor_id', `name = 'operations.audit_exported'`)).toBe('operator')
  expect((await node('audit', 'verify', file)).stdout).toContain('events are in order and unchanged.')
})

test('who was erased is signed out, and a new sign-in is refused and makes no account', async () => {
  expect(await refusal(clara.person.call('getMe'))).toMatchObject({ status: 401 })
  const accounts = await only('users', 'count(*)')
  expect(await refusal(clara.person.signIn())).toMatchObject({ status: 403, code: 'account_erased' })
  expect(await only('users', 'count(*)')).toBe(accounts)
})

test('erasing again removes nothing and is recorded', async () => {
  expect((await erase(claraId)).stdout.trim()).toBe(`${claraId} is erased. Rows deleted:`)
  expect(await only('events', 'count(*)', `name = 'user.erased' and subject_id = '${claraId}'`)).toBe('2')
})

/** Moves all of a client's money away, as they would in their wallet. */
async function empty({ person, wallet }: Client): Promise<void> {
  const args = [service.chain.addresses.escrow, await balanceOf(service, wallet)] as const
  await callFromWallet(service, person, {
    address: service.chain.addresses.token,
    abi: erc20Abi,
    functionName: 'transfer',
    args,
  })
}

/** Connects an account without repositories, has it suspended and resumed, and disconnects it. */
async function connectCanary(): Promise<void> {
  const { account } = canaries
  await atHost(service, 'PUT', '/orgs', { login: account })
  await atHost(service, 'PUT', `/orgs/${account}/members/clara-client`, { role: 'admin' })
  await clara.person.call('completeGithubInstall', { body: await redirectOf(clara.person, account) })
  const id = await installationOf(service, account)
  const params = { installation_id: String(id) }
  for (const method of ['PUT', 'DELETE']) {
    await atHost(service, method, `/installations/${id}/suspended`)
    await clara.person.call('refreshGithubInstallation', { params })
  }
  await clara.person.call('disconnectGithubInstallation', { params })
}
