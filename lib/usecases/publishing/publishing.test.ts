import { execFile } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { App } from '@octokit/app'
import { Octokit } from '@octokit/core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { write } from '#test/agents.ts'
import { advanceUntil, assign, type Crew, crewEnv, deliver, type Job, readJob, readyCrew, vote } from '#test/crew.ts'
import { atHost, type Client, fundedJob, newKey, openIssue, readyClient } from '#test/journey.ts'
import { refusal } from '#test/refusal.ts'
import { type Service, startService } from '#test/service.ts'
import type { ReplyOf } from '../../client/api.ts'
import { createAppPublisher } from '../../github/app-publisher.ts'
import type { Publisher } from '../../ports/publisher.ts'
import { publishResult } from './publish-result.ts'
import { sweepPublications } from './sweep-publications.ts'

const run = promisify(execFile)
const content = 'export const slugify = (text) => text.toLowerCase()\n'

let service: Service
let clara: Client
let crew: Crew
let publisher: Publisher
beforeAll(async () => {
  service = await startService({ runtimePlaces: 5, env: crewEnv })
  clara = await readyClient(service)
  crew = await readyCrew(service, ['wanda'], ['vera', 'victor', 'viola', 'vito'])
  publisher = createAppPublisher({
    apiUrl: `${service.wires.host.url}/api/v3`,
    appId: String(service.host.app.id),
    privateKey: service.host.app.privateKeyPem,
  })
})
afterAll(() => service.stop())
afterEach(() => service.wires.host.mend())

const publish = (id: string, commitment: string) =>
  clara.person.call('publishResult', {
    params: { onchain_job_id: id },
    body: { result_commitment: commitment, accepts_execution: true },
    idempotencyKey: newKey(),
  })
const commitmentOf = async (id: string) =>
  (await clara.person.call('getJobResult', { params: { onchain_job_id: id } })).result_commitment
const bundleOf = (id: string) =>
  service.person('nobody').call('getPublicVerificationBundle', { params: { onchain_job_id: id } })
const publicationOf = async (id: string) => (await readJob(clara.person, id)).publication
const work = (id: string) => publishResult(service.context(), publisher, { onchainJobId: id })

/** As if the minute of the attempt before were over. */
const letTurnPass = (id: string) =>
  write(service, (tx) => tx`update publications set looked_at = null where onchain_job_id = ${id}`)

async function git(...args: string[]): Promise<string> {
  const repository = join(service.folder, 'repositories', 'git', `${clara.access.repository_id}.git`)
  return (await run('git', ['-C', repository, ...args])).stdout.trim()
}
const branches = async () => (await git('for-each-ref', '--format=%(refname:short)', 'refs/heads')).split('\n')

/** The tree that git makes of the base with the one changed file. */
async function settledTree(): Promise<string> {
  const folder = join(service.folder, 'tree')
  await rm(folder, { recursive: true, force: true })
  await run('git', [
    'clone',
    '--quiet',
    join(service.folder, 'repositories', 'git', `${clara.access.repository_id}.git`),
    folder,
  ])
  await writeFile(join(folder, 'src/slugify.js'), content)
  await run('git', ['-C', folder, 'add', '--all'])
  return (await run('git', ['-C', folder, 'write-tree'])).stdout.trim()
}

async function settledJob(more: { draft?: object; tree?: string } = {}): Promise<Job> {
  const job = await fundedJob(clara, await openIssue(service, { title: 'Buy $(rm -rf ~) @everyone' }), more.draft ?? {})
  const id = job.onchain_job_id
  const assigned = await assign(service, crew, id)
  for (const seat of await deliver(service, crew, assigned, content, more.tree ?? (await settledTree())))
    await vote(seat, true)
  return advanceUntil(
    service,
    id,
    () => readJob(clara.person, id),
    ({ state }) => state === 'SETTLED',
  )
}

type Check = { head_sha: string; conclusion: string; details_url: string }
type Pull = {
  number: number
  title: string
  body: string
  draft: boolean
  base: { ref: string }
  head: { sha: string }
}

async function madeFor(branch: string): Promise<{ pulls: Pull[]; checks: Check[] }> {
  const octokit = await readOnly()
  const pulls = (await octokit('/repos/acme/slugify-lite/pulls', { state: 'all', head: `acme:${branch}` })) as Pull[]
  const { check_runs } = (await octokit(`/repos/acme/slugify-lite/commits/${branch}/check-runs`)) as {
    check_runs: Check[]
  }
  return { pulls, checks: check_runs }
}

/** Reads the host as the App, past everything that is tested here. */
async function readOnly(): Promise<(path: string, query?: object) => Promise<unknown>> {
  const { app } = service.host
  const own = new App({
    appId: app.id,
    privateKey: app.privateKeyPem,
    Octokit: Octokit.defaults({ baseUrl: service.host.apiUrl }),
  })
  const { data } = await own.octokit.request('GET /app/installations')
  const octokit = await own.getInstallationOctokit(data[0]?.id ?? 0)
  return async (path, query = {}) => (await octokit.request(`GET ${path}`, { ...query })).data
}

test('nothing is pushed before the settlement, nor after it without the client’s word', async () => {
  const before = await branches()
  const job = await fundedJob(clara, await openIssue(service))
  const id = job.onchain_job_id
  const early = await refusal(publish(id, `0x${'1'.repeat(64)}`))
  expect(early).toMatchObject({ status: 409, code: 'state_conflict' })
  const assigned = await assign(service, crew, id)
  const panel = await deliver(service, crew, assigned, content, await settledTree())
  expect(await refusal(publish(id, await commitmentOf(id)))).toMatchObject({ status: 409, code: 'state_conflict' })
  for (const seat of panel) await vote(seat, true)
  await advanceUntil(
    service,
    id,
    () => readJob(clara.person, id),
    ({ state }) => state === 'SETTLED',
  )
  await work(id)
  await sweepPublications(service.context(), publisher)
  expect(await publicationOf(id)).toBeNull()
  expect(await branches()).toEqual(before)
})

test('the client’s word pushes exactly the settled tree, opens one draft and reports the proof on that commit alone', async () => {
  const job = await settledJob()
  const id = job.onchain_job_id
  const commitment = await commitmentOf(id)
  const main = await git('rev-parse', 'main')
  expect(await publish(id, commitment)).toMatchObject({ state: 'REQUESTED', requested_by: 'client', head_commit: null })
  expect(await refusal(bundleOf(id))).toMatchObject({
    status: 409,
    code: 'state_conflict',
    next_actions: [{ href: `/api/v1/public/jobs/${id}/proof/` }],
  })
  await work(id)
  const published = await publicationOf(id)
  expect(published).toMatchObject({ state: 'PUBLISHED', branch: `jobwright/job-${id}`, detail: null })

  const branch = `jobwright/job-${id}`
  const result = await clara.person.call('getJobResult', { params: { onchain_job_id: id } })
  expect(await git('rev-parse', branch)).toBe(published?.head_commit)
  expect(await git('rev-parse', `${branch}^{tree}`)).toBe(result.result_document.tree_id)
  expect(await git('rev-parse', `${branch}^`)).toBe(result.result_document.base_commit)
  expect(await git('rev-parse', 'main')).toBe(main)
  const { pulls, checks } = await madeFor(branch)
  expect(pulls).toMatchObject([{ draft: true, base: { ref: 'main' }, head: { sha: published?.head_commit } }])
  expect(checks).toMatchObject([{ head_sha: published?.head_commit, conclusion: 'success' }])
  const receiptUrl = `${service.origin}/jobs/${id}`
  expect([pulls[0]?.body, checks[0]?.details_url]).toEqual([expect.stringContaining(receiptUrl), receiptUrl])
  const publishedText = [pulls[0]?.title, pulls[0]?.body, await git('log', '-1', '--format=%B', branch)].join('\n')
  expect(publishedText).toContain(commitment)
  for (const foreign of ['@everyone', 'rm -rf', 'Changed one file.', 'square'])
    expect(publishedText).not.toContain(foreign)

  expect(await publish(id, commitment)).toMatchObject({ state: 'PUBLISHED', head_commit: published?.head_commit })
  await work(id)
  expect(await madeFor(branch)).toMatchObject({ pulls: [{}], checks: [{}] })
  expect((await madeFor(branch)).pulls).toHaveLength(1)

  expect(await bundleOf(id)).toEqual(
    await clara.person.call('getVerificationBundle', { params: { onchain_job_id: id } }),
  )
  const setPrivate = (isPrivate: boolean) =>
    write(service, (tx) => tx`update repository_accesses set private = ${isPrivate} where id = ${clara.access.id}`)
  await setPrivate(true)
  expect(await refusal(bundleOf(id))).toMatchObject({ status: 404, code: 'not_found' })
  await setPrivate(false)
})

test('only what the client has read, only by the client, and only with the right to push', async () => {
  const id = (await settledJob()).onchain_job_id
  const commitment = await commitmentOf(id)
  expect(await refusal(publish(id, `0x${'2'.repeat(64)}`))).toMatchObject({ status: 409, code: 'stale_version' })
  const oscar = service.person('oscar')
  await oscar.signIn()
  await oscar.call('becomeClient')
  const options = {
    params: { onchain_job_id: id },
    body: { result_commitment: commitment, accepts_execution: true as const },
    idempotencyKey: newKey(),
  }
  expect(await refusal(oscar.call('publishResult', options))).toMatchObject({ status: 404, code: 'not_found' })
  const unread = { ...options.body, accepts_execution: false as unknown as true }
  expect(await refusal(clara.person.call('publishResult', { ...options, body: unread }))).toMatchObject({ status: 400 })
  await atHost(service, 'PUT', '/repos/acme/slugify-lite/collaborators/clara-client', { permission: 'pull' })
  try {
    const refused = await refusal(publish(id, commitment))
    expect(refused).toMatchObject({ status: 403, code: 'repository_permission' })
    expect(refused.next_actions).toMatchObject([{ code: 'download_changes' }])
  } finally {
    await atHost(service, 'PUT', '/repos/acme/slugify-lite/collaborators/clara-client', { permission: 'push' })
  }
  expect(await publicationOf(id)).toBeNull()
})

test('a host that falls silent after any of its acts leaves one branch, one draft and one check in the end, which lead to the public receipt', async () => {
  const { onchain_job_id: id } = await settledJob()
  await publish(id, await commitmentOf(id))
  const acts = ['access_tokens', '/git/trees', '/git/commits', '/git/refs', '/pulls', '/check-runs']
  for (const act of acts) {
    service.wires.host.fate = ({ method, path }) => (method === 'POST' && path.includes(act) ? 'lose' : 'pass')
    await work(id)
    expect(await publicationOf(id)).toMatchObject({ state: 'REQUESTED', detail: expect.any(String) })
    service.wires.host.mend()
    await letTurnPass(id)
  }
  await sweepPublications(service.context(), publisher)
  expect(await publicationOf(id)).toMatchObject({ state: 'PUBLISHED', attempts: acts.length + 1 })
  const made = await madeFor(`jobwright/job-${id}`)
  const proofUrl = `${service.origin}/jobs/${id}`
  expect(made.pulls).toMatchObject([{ body: expect.stringContaining(`(${proofUrl})`) }])
  expect(made.checks).toMatchObject([{ details_url: proofUrl }])
})

test('two workers at once publish once', async () => {
  const id = (await settledJob()).onchain_job_id
  await publish(id, await commitmentOf(id))
  await Promise.all(Array.from({ length: 8 }, () => work(id)))
  expect(await publicationOf(id)).toMatchObject({ state: 'PUBLISHED', attempts: 1 })
})

test('a publication that ended while its branch was pushed opens no pull request', async () => {
  const id = (await settledJob()).onchain_job_id
  await publish(id, await commitmentOf(id))
  // As if another worker had ended the row between the push and the note of it.
  await service.sql`
    create or replace function end_first() returns trigger language plpgsql as $$ begin return null; end $$`
  await service.sql`
    create trigger ended before update on publications
    for each row when (new.head_commit is not null) execute function end_first()`
  try {
    await work(id)
  } finally {
    await service.sql`drop trigger ended on publications`
  }
  const branch = `jobwright/job-${id}`
  expect(await branches()).toContain(branch)
  expect(await madeFor(branch)).toEqual({ pulls: [], checks: [] })
  await letTurnPass(id)
  await work(id)
  expect(await publicationOf(id)).toMatchObject({ state: 'PUBLISHED' })
})

test('what the host makes another tree of than was settled never reaches a branch', async () => {
  const id = (await settledJob({ tree: 'ab'.repeat(20) })).onchain_job_id
  await publish(id, await commitmentOf(id))
  await work(id)
  expect(await publicationOf(id)).toMatchObject({
    state: 'FAILED',
    detail: expect.stringContaining('a different tree'),
  })
  expect(await branches()).not.toContain(`jobwright/job-${id}`)
})

test('a branch of that name that holds something else is left alone and reported; once it is gone, asking again publishes', async () => {
  const id = (await settledJob()).onchain_job_id
  const branch = `jobwright/job-${id}`
  const main = await git('rev-parse', 'main')
  await git('update-ref', `refs/heads/${branch}`, main)
  await publish(id, await commitmentOf(id))
  await work(id)
  const failed = await publicationOf(id)
  expect(failed).toMatchObject({ state: 'FAILED', detail: expect.stringContaining(branch) })
  expect(failed?.next_actions.map(({ code }) => code)).toEqual(['publish', 'download_changes'])
  expect(await git('rev-parse', branch)).toBe(main)
  await git('update-ref', '-d', `refs/heads/${branch}`)
  expect(await publish(id, await commitmentOf(id))).toMatchObject({ state: 'REQUESTED' })
  await work(id)
  expect(await publicationOf(id)).toMatchObject({ state: 'PUBLISHED' })
})

test('without the optional permission the client is advised to download, and granting it is enough', async () => {
  const id = (await settledJob()).onchain_job_id
  const { installations } = await clara.person.call('getGithubStatus')
  const installation = installations.find(({ account_login }) => account_login === 'acme')
  const grant = (permissions: object) =>
    atHost(service, 'PUT', `/installations/${installation?.installation_id}/permissions`, { permissions })
  const reading = { metadata: 'read', contents: 'read', issues: 'read' }
  await grant(reading)
  await publish(id, await commitmentOf(id))
  await work(id)
  const failed: ReplyOf<'getJob'>['publication'] = await publicationOf(id)
  expect(failed).toMatchObject({ state: 'FAILED' })
  expect(failed?.next_actions.map(({ code }) => code)).toContain('download_changes')
  await grant({ ...reading, contents: 'write', pull_requests: 'write', checks: 'write' })
  await publish(id, await commitmentOf(id))
  await work(id)
  expect(await publicationOf(id)).toMatchObject({ state: 'PUBLISHED' })
})

test('a policy that says so publishes automatically after the settlement, while the client may still push', async () => {
  const job = await settledJob({ draft: { publication: 'automatic' } })
  const id = job.onchain_job_id
  expect(await publicationOf(id)).toMatchObject({ state: 'REQUESTED', requested_by: 'policy' })
  await atHost(service, 'PUT', '/repos/acme/slugify-lite/collaborators/clara-client', { permission: 'pull' })
  await work(id)
  await atHost(service, 'PUT', '/repos/acme/slugify-lite/collaborators/clara-client', { permission: 'push' })
  expect(await publicationOf(id)).toMatchObject({ state: 'FAILED', detail: expect.stringContaining('push access') })
  expect(await branches()).not.toContain(`jobwright/job-${id}`)
  expect(await publish(id, await commitmentOf(id))).toMatchObject({ state: 'REQUESTED' })
  await work(id)
  expect(await publicationOf(id)).toMatchObject({ state: 'PUBLISHED' })
})
