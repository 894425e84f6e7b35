import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { serve } from '@hono/node-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#lib/api/endpoint.ts'
import { endpoints } from '#lib/api/endpoints.ts'
import { recordTransfers } from '#lib/usecases/journal/record-transfers.ts'
import { proveJobs } from '#lib/usecases/proofs/prove-jobs.ts'
import { createToken } from '#test/api-tokens.ts'
import {
  askToEnd,
  type Client,
  carryOut,
  createDraft,
  fundedJob,
  index,
  openIssue,
  readyClient,
} from '#test/journey.ts'
import { type Service, startService } from '#test/service.ts'
import { nodeFlags } from '#tools/start/node-flags.ts'

let service: Service
let clara: Client
let token: string
let origin: string
beforeAll(async () => {
  service = await startService()
  const server = serve({ fetch: service.router, port: 0, hostname: '127.0.0.1' })
  service.onStop(async () => void server.close())
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  clara = await readyClient(service)
  await clara.person.call('becomeAgentOwner')
  token = (await createToken(clara.person, ['account:read', 'money:read', 'jobs:read', 'drafts:write', 'agents:write']))
    .token
})
afterAll(() => service.stop())

type Run = { code: number; out: string; err: string }

/** Runs the command as a person does; no output of it may hold the token. */
async function run(words: string[], env: Record<string, string> = {}, input = ''): Promise<Run> {
  const main = resolve(import.meta.dirname, 'main.ts')
  const { NODE_OPTIONS: _, ...inherited } = process.env
  const result = await new Promise<Run>((done) => {
    const child = execFile(
      process.execPath,
      [...nodeFlags, main, ...words],
      { env: { ...inherited, JOBWRIGHT_ORIGIN: origin, JOBWRIGHT_TOKEN: token, ...env } },
      (error, out, err) => done({ code: error ? Number(error.code) : 0, out, err }),
    )
    child.stdin?.end(input)
  })
  expect(result.out + result.err).not.toContain(token)
  return result
}

test('the help names every operation that a token allows, with its scope', async () => {
  const all: Endpoint[] = Object.values(endpoints)
  const { code, out } = await run(['--help'])
  expect(code).toBe(0)
  for (const { operationId, scope } of all.filter((endpoint) => endpoint.scope))
    expect(out).toMatch(new RegExp(`^  ${operationId} .*\\[${scope}\\]$`, 'm'))
})

test('an id that would lead to another path is refused in words, and nothing is sent', async () => {
  expect(await run(['drafts', 'delete', '..'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('“..” is no id.'),
  })
})

test('a draft is made from an issue, listed, edited, reviewed and deleted', async () => {
  const number = await openIssue(service, { title: 'Ümläute stay' })
  const url = `${service.variables.GITHUB_WEB_URL}/acme/slugify-lite/issues/${number}`
  const made = await run(['drafts', 'create', url, '--reward', '3', '--json'])
  expect(made.code, made.out + made.err).toBe(0)
  const { id, version } = JSON.parse(made.out) as { id: string; version: number }
  expect(await clara.person.call('getDraft', { params: { id } })).toMatchObject({
    issue: { number },
    reward: { amount: '3.000000' },
  })
  const listed = await run(['drafts', 'list', '--limit', '1'])
  expect(listed.out).toContain(id)
  expect(listed.out).toContain('Ümläute')
  const edit = ['drafts', 'edit', id, '--title', 'Round them', '--acceptance-criteria', '["They are round."]']
  expect(await run([...edit, '--if-match', String(version)])).toMatchObject({ code: 0 })
  expect(await clara.person.call('getDraft', { params: { id } })).toMatchObject({
    title: 'Round them',
    acceptance_criteria: ['They are round.'],
  })
  const stale = await run([...edit, '--if-match', String(version)])
  expect(stale).toMatchObject({ code: 1, err: expect.stringContaining('→') })
  const body = JSON.stringify({ probe_mode: 'skip' })
  const reviewed = await run(['drafts', 'review', id, '--body', '-'], {}, body)
  expect(reviewed).toMatchObject({ code: 0, out: expect.stringMatching(/^state +READY$/m) })
  expect(reviewed.out).toContain(`${origin}/client/drafts/${id}`)
  expect(await run(['drafts', 'delete', id])).toMatchObject({ code: 0, out: 'Done.\n' })
  expect(await run(['drafts', 'show', id])).toMatchObject({ code: 1, err: expect.stringMatching(/^Not found\./) })
})

test('a job is watched from its funding to its end, and its proof is printed as the file that it is', async () => {
  const { onchain_job_id: id } = await fundedJob(clara, await openIssue(service))
  const watching = run(['jobs', 'watch', id, '--every', '0.2'])
  await carryOut(clara.person, await askToEnd(clara.person, id, 'cancel'))
  const { code, out } = await watching
  expect(code).toBe(0)
  expect(out).toMatch(/JobCreated|job\.funded|OPEN/)
  expect(out).toMatch(/The job has ended: CANCELLED\.\n$/)
  expect((await run(['jobs', 'list', '--group', 'ended'])).out).toMatch(new RegExp(`^${id} +CANCELLED`, 'm'))
  await index(service)
  await recordTransfers(service.context())
  await proveJobs(service.context())
  const proof = await run(['getJobProof', id])
  expect(proof).toEqual(await run(['getJobProof', id, '--json']))
  expect(JSON.parse(proof.out)).toMatchObject({ job: expect.anything() })
})

test.each([
  ['whoami', 'capabilities'],
  ['transactions', 'money in'],
  ['spending', '2026-'],
  ['agents list', 'Nothing to list.'],
  ['notifications', 'name'],
  ['getJournal csv', 'block_number,'],
])('%s prints what its scope allows', async (words, expected) => {
  const { code, out, err } = await run(words.split(' '))
  expect(code, err).toBe(0)
  expect(out).toContain(expected)
})

const someId = '019a9d1c-3f0e-7c54-9a55-3f6f6c1d2b10'

test.each([
  ['fund', 'client/drafts', someId],
  ['cancel', 'client/jobs', '42'],
  ['publish', 'client/jobs', '42'],
  ['withdraw', 'agents', someId],
  ['disconnectRuntime', 'agents', someId],
])('%s prints the page where the person does it, and changes nothing', async (word, page, id) => {
  const before = await service.sql`select count(*)::int as events from events`
  const { code, out } = await run([word, id])
  expect(code).toBe(3)
  expect(out.trim().endsWith(`${origin}/${page}/${id}`)).toBe(true)
  const wrong = await run([word, 'abc'])
  expect(wrong).toMatchObject({ code: 2, out: '', err: expect.stringMatching(/^(onchain job )?id: /) })
  expect(await service.sql`select count(*)::int as events from events`).toEqual(before)
})

test('a token of a file is read, and one without the scope is refused with the way to another', async () => {
  const other = (await createToken(clara.person, ['jobs:read'])).token
  const file = join(service.folder, 'token')
  await writeFile(file, `${other}\n`)
  const refused = await run(['drafts', 'list', '--token-file', file])
  expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining(`${origin}/settings/tokens`) })
  expect(refused.err).not.toContain(other)
  const asJson = await run(['drafts', 'list', '--token-file', file, '--json'])
  expect(JSON.parse(asJson.out)).toMatchObject({ code: 'insufficient_scope' })
  expect((await run(['jobs', 'list', '--token-file', file])).code).toBe(0)
})

test.each([
  [['drafts', 'fly'], /There is no command drafts fly\./],
  [['drafts', 'show'], /Name the id\./],
  [['drafts', 'list', '--colour', 'red'], /--colour/],
  [['jobs', 'list', 'jw_pat_leaked'], /too many words: jw_pat_…/],
  [['drafts', 'edit', 'x', '--reward', 'much'], /--reward takes JSON/],
  [['drafts', 'edit', 'x', '--body', '/nowhere'], /There is no file/],
])('%j is refused as incomplete, with what is missing', async (words, expected) => {
  expect(await run(words)).toMatchObject({ code: 2, out: '', err: expect.stringMatching(expected) })
})

test('without a token, or with one of another kind, the page that makes one is named', async () => {
  for (const JOBWRIGHT_TOKEN of ['', 'jwr_runtime'])
    expect(await run(['whoami'], { JOBWRIGHT_TOKEN })).toMatchObject({
      code: 2,
      err: expect.stringContaining(`${origin}/settings/tokens`),
    })
})

test('a request without an answer names the key that repeats it, and repeating it has one effect', async () => {
  const create = ['agents', 'create', '--name', 'Night', '--role', 'worker']
  const lost = await run(create, { JOBWRIGHT_ORIGIN: 'http://127.0.0.1:1' })
  expect(lost).toMatchObject({ code: 4, out: '' })
  const key = /--idempotency-key ([\w-]{36})/.exec(lost.err)?.[1] ?? ''
  const made = [await run([...create, '--idempotency-key', key]), await run([...create, '--idempotency-key', key])]
  expect(made.map(({ code }) => code)).toEqual([0, 0])
  expect(made[0]?.out).toBe(made[1]?.out)
  expect((await clara.person.call('listAgents', { query: {} })).data).toHaveLength(1)
})

test('a list says how to read on', async () => {
  for (const _ of [1, 2]) await createDraft(clara, await openIssue(service))
  const { out } = await run(['drafts', 'list', '--limit', '1'])
  const cursor = /--cursor (\S+)/.exec(out)?.[1] ?? ''
  const next = await run(['drafts', 'list', '--limit', '1', '--cursor', cursor])
  expect(next.code).toBe(0)
  expect(next.out.split('\n')[1]).not.toBe(out.split('\n')[1])
})
