import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listStoryEntries } from '#lib/data/story-entries.ts'
import { listStoryFacts } from '#lib/data/story-facts.ts'
import { storyKinds } from '#lib/domain/story.ts'
import { personas } from '#sandbox/personas.ts'
import { adminProcess, admin as runAdmin } from '#test/admin.ts'
import { readyAgent, work } from '#test/agents.ts'
import { deliver } from '#test/host-events.ts'
import { type Client, fundedJob, openIssue, readyClient } from '#test/journey.ts'
import type { ReadyAgent } from '#test/runtime-peer.ts'
import { type Service, startService } from '#test/service.ts'

type StoryOutput = {
  stories: {
    target: { kind: string; id: string; via: string | null }
    now: { name: string; value: string }[]
    entries: { at: string; source: string; what: string; details: Record<string, unknown> }[]
  }[]
}

let service: Service
let clara: Client
let wanda: ReadyAgent
let job: string

beforeAll(async () => {
  service = await startService()
  clara = await readyClient(service)
  wanda = await readyAgent(service, 'wanda', 'worker')
  job = (await fundedJob(clara, await openIssue(service))).onchain_job_id
  await wanda.peer.heartbeat()
  await work(service, job)
})
afterAll(() => service.stop())

const admin = (...words: string[]) => runAdmin(service, ...words)
const readStory = async (...words: string[]) => JSON.parse((await admin(...words, '--json')).stdout) as StoryOutput
const only = async (table: string, column: string, where = 'true') => {
  const [row] = await service.sql.unsafe(`select ${column} as value from ${table} where ${where} order by 1 limit 1`)
  return String(row?.value)
}
/** A delivery of the repository host, as it is stored. */
async function deliveryWith(canary: string) {
  const deliveryId = randomUUID()
  await deliver(service, 'installation', JSON.stringify({ action: 'created', canary }), deliveryId)
  return { deliveryId, id: await only('webhook_inbox', 'id', `delivery_id = '${deliveryId}'`) }
}

test('a job’s story goes from its draft to what it waits for now, in the order of time', async () => {
  const [story] = (await readStory('job', job)).stories
  expect(story?.target).toEqual({ kind: 'job', id: job, via: null })
  const whats = story?.entries.map(({ what }) => what) ?? []
  const steps = ['draft.created', 'draft.locked', 'draft.funding', 'job.funded']
  expect(whats.filter((what) => steps.includes(what))).toEqual(steps)
  expect(whats).toEqual(expect.arrayContaining(['transaction.confirmed', 'JobCreated']))
  const times = story?.entries.map(({ at }) => at) ?? []
  expect(times).toEqual([...times].sort())
  const now = Object.fromEntries(story?.now.map(({ name, value }) => [name, value]) ?? [])
  expect(now).toMatchObject({
    state: 'OPEN',
    reason: expect.stringContaining('Not enough independent verifiers are available'),
    'checked next': expect.stringMatching(/^20.*Z$/),
    'waits for service': expect.stringContaining('A worker takes the job.'),
  })
  expect(now.held).toBe('3.900000 of 3.900000 USDC')
})

test('a story for people cuts no id, says where what happened begins, and names the pause that a job waits for', async () => {
  await admin('dispatch', 'pause', '--because', 'the node is being moved')
  const text = (await adminProcess(service, 'story', job)).stdout
  await admin('dispatch', 'resume')
  expect(text).toMatch(new RegExp(`^job ${job}\n`))
  expect(text).toMatch(/^offers +Paused since \S+: the node is being moved$/m)
  const [, happened = ''] = text.split(/^What happened, oldest first:$/m)
  expect(happened).toMatch(/^\S+Z {2}audit {4}job\.funded\n {4}by=user /m)
  expect(happened.split('\n').filter((line) => line.length > 120)).toEqual([])
  const hashes = [...happened.matchAll(/(?<==)0x[0-9a-f]*/g)].map(([hash]) => hash.length)
  expect(hashes.length).toBeGreaterThan(10)
  expect(hashes.filter((length) => length !== 42 && length !== 66)).toEqual([])
})

test('every id, hash and address finds what it belongs to', async () => {
  const funding = `purpose = 'FUNDING'`
  const call = await only('operator_calls', 'id')
  const carrier = await only('operator_calls', 'transaction_id', `id = '${call}'`)
  const expected: [id: string, kind: string, target: string][] = [
    [await only('transactions', 'id', funding), 'transaction', await only('transactions', 'id', funding)],
    [await only('transactions', 'challenge_id', funding), 'transaction', await only('transactions', 'id', funding)],
    [await only('transactions', 'transaction_hash', funding), 'job', job],
    [await only('funding_snapshots', 'ref'), 'job', job],
    [await only('drafts', 'id'), 'draft', await only('drafts', 'id')],
    [call, 'call', call],
    [await only('operator_transactions', 'transaction_hash', `id = '${carrier}'`), 'call', call],
    [carrier, 'call', call],
    [wanda.agentId, 'agent', wanda.agentId],
    [wanda.wallet.toUpperCase().replace('0X', '0x'), 'agent', wanda.agentId],
    [await only('pairings', 'id'), 'agent', wanda.agentId],
    [clara.wallet, 'user', await only('wallets', 'user_id', `address = '${clara.wallet.toLowerCase()}'`)],
  ]
  for (const [id, kind, target] of expected) {
    const { stories } = await readStory('story', id)
    const found = stories.find((story) => story.target.kind === kind && story.target.id === target)
    expect(found, `${kind} by ${id}`).toMatchObject({ now: expect.anything(), entries: expect.anything() })
    expect(found?.now.length, `${kind} by ${id}`).toBeGreaterThan(0)
    expect(found?.entries.length, `${kind} by ${id}`).toBeGreaterThan(0)
  }
})

test('a webhook’s story is found by the provider’s id and by ours, and shows how it is processed', async () => {
  const { id, deliveryId } = await deliveryWith('nothing')
  for (const given of [id, deliveryId]) {
    const [story] = (await readStory('delivery', given)).stories
    expect(story?.target).toMatchObject({ kind: 'delivery', id })
    expect(story?.entries.map(({ what }) => what).sort()).toEqual(['queued', 'received'])
    expect(story?.now).toContainEqual({ name: 'state', value: 'waiting' })
  }
})

test('no story shows a token, a sealed value, a hash of a secret, an e-mail address or a webhook’s body', async () => {
  const { id } = await deliveryWith('canary-in-a-body')
  const columns = await service.sql<{ table: string; column: string }[]>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and (column_name like '%sealed' or column_name like '%secret_hash'
      or column_name in ('token_hash', 'state_hash', 'idempotency_key', 'device_id', 'provider_user_id'))`
  const secrets = [wanda.peer.credential, 'canary-in-a-body', ...personas.map(({ email }) => email)]
  for (const { table, column } of columns) {
    const rows = await service.sql.unsafe(`select ${column}::text as value from ${table} where ${column} is not null`)
    secrets.push(...rows.map(({ value }) => String(value).replace(/^\\x/, '')))
  }
  expect(secrets.length).toBeGreaterThan(20)
  const owner = await only('agents', 'user_id')
  const client = await only('drafts', 'user_id')
  for (const asked of [job, id, wanda.agentId, owner, client, await only('drafts', 'id')]) {
    const text = JSON.stringify(await readStory('story', asked)) + (await admin('story', asked)).stdout
    expect(secrets.filter((secret) => secret.length > 7 && text.includes(secret))).toEqual([])
  }
})

test.each(storyKinds)('a %s of which no row is left has nothing to tell', async (kind) => {
  const target = { kind, id: kind === 'job' ? '999999' : randomUUID(), via: null }
  const { db } = service.services
  expect([await listStoryFacts(db, target), await listStoryEntries(db, target, 10)]).toEqual([[], []])
})

test('each story that was read is an event of the operator, and no event of the thing itself', async () => {
  const count = async () => Number(await only('events', 'count(*)', `name = 'operations.story_read'`))
  const before = await count()
  await admin('agent', wanda.agentId)
  expect(await count()).toBe(before + 1)
  const [newest] = await service.sql`
    select actor_kind, actor_id, subject_type, subject_id, user_id from events
    where name = 'operations.story_read' order by id desc limit 1`
  expect(newest).toEqual({
    actor_kind: 'system',
    actor_id: 'operator',
    subject_type: 'operations',
    user_id: null,
    subject_id: `agent/${wanda.agentId}`,
  })
})

test('an id of nothing, an id of another kind and a command without an id are refused with a reason', async () => {
  const stderr = (text: string): unknown => expect.stringContaining(text)
  await expect(admin('story', randomUUID())).rejects.toMatchObject({ code: 1, stderr: stderr('Nothing here has this') })
  await expect(admin('job', wanda.agentId)).rejects.toMatchObject({
    code: 1,
    stderr: stderr(`but: agent ${wanda.agentId}`),
  })
  await expect(adminProcess(service, 'story', `'; drop table jobs; --`)).rejects.toMatchObject({ code: 1 })
  await expect(adminProcess(service, 'story')).rejects.toMatchObject({ code: 2 })
})

test('an operator pauses offers with a reason, sees the pause, and ends it', async () => {
  const dispatch = async (...words: string[]) => (await admin('dispatch', ...words)).stdout
  await expect(admin('dispatch', 'pause')).rejects.toMatchObject({ code: 2 })
  expect(await dispatch('pause', '--because', 'the node is being moved')).toContain('dispatch resume')
  expect(await dispatch('status')).toMatch(/^Paused since \S+: the node is being moved$/m)
  await dispatch('resume')
  expect(await dispatch('status')).toContain('Jobs are offered to workers.')
})
