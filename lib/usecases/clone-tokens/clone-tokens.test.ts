import { execFile } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { work } from '#test/agents.ts'
import {
  acceptanceOf,
  advanceUntil,
  type Crew,
  crewEnv,
  hear,
  type Job,
  offeredTo,
  readJob,
  readyCrew,
  type Task,
  vote,
} from '#test/crew.ts'
import { atHost, type Client, fundedJob, openIssue, readyClient } from '#test/journey.ts'
import { refusal } from '#test/refusal.ts'
import type { ReadyAgent } from '#test/runtime-peer.ts'
import { type Service, startService } from '#test/service.ts'
import { createCloneTokens } from '../../github/clone-tokens.ts'
import type { CloneTokens } from '../../ports/clone-tokens.ts'
import { sweepCloneTokens } from './sweep-clone-tokens.ts'

const run = promisify(execFile)
const repository = '/repos/acme/slugify-lite'

let service: Service
let clara: Client
let crew: Crew
let tokens: CloneTokens
beforeAll(async () => {
  service = await startService({ runtimePlaces: 5, env: crewEnv })
  clara = await readyClient(service)
  crew = await readyCrew(service, ['wanda'], ['vera', 'victor', 'viola', 'vito'])
  tokens = createCloneTokens({
    apiUrl: `${service.wires.host.url}/api/v3`,
    appId: String(service.host.app.id),
    privateKey: service.host.app.privateKeyPem,
  })
  await atHost(service, 'PATCH', repository, { private: true })
})
afterAll(() => service.stop())
afterEach(() => service.wires.host.mend())

const sweep = () => sweepCloneTokens(service.context(), tokens)
const reasonOf = async (id: string) => (await readJob(clara.person, id)).execution.reason
const live = (id: string) =>
  service.sql<{ token_sealed: string }[]>`
    select token_sealed from clone_tokens where onchain_job_id = ${id} and revoked_at is null`

/** Whether git can read the repository with this token, and nothing if it may not. */
async function clones(cloneUrl: string, token: string | null): Promise<boolean> {
  // The wire of the tests carries text alone.
  const url = cloneUrl.replace(service.wires.host.url, service.host.url)
  const folder = await mkdtemp(join(service.folder, 'clone-'))
  const basic = Buffer.from(`x-access-token:${token}`).toString('base64')
  const header = token ? ['-c', `http.extraHeader=authorization: Basic ${basic}`] : []
  const env = { ...process.env, GIT_TERMINAL_PROMPT: '0' }
  return run('git', [...header, 'clone', '--quiet', '--depth', '1', url, folder], { env }).then(
    () => true,
    () => false,
  )
}

const comesTo = (id: string, wanted: Job['state']) =>
  advanceUntil(
    service,
    id,
    () => readJob(clara.person, id),
    ({ state }) => state === wanted,
  )

/** Assigns a job of the private repository; the worker's task waits for its token. */
async function assigned(): Promise<{ id: string; worker: ReadyAgent; body: Awaited<ReturnType<typeof acceptanceOf>> }> {
  const id = (await fundedJob(clara, await openIssue(service))).onchain_job_id
  await hear([...crew.workers, ...crew.verifiers])
  const worker = await advanceUntil(
    service,
    id,
    () => offeredTo(crew.workers, id),
    (found) => found !== undefined,
  )
  if (!worker) throw new Error('nobody is offered the job')
  const body = await acceptanceOf(worker, id)
  await worker.peer.call('takeJobCredential', { body })
  await comesTo(id, 'ASSIGNED')
  return { id, worker, body }
}

async function giveBack(id: string, worker: ReadyAgent): Promise<void> {
  const release = await worker.peer.release({ onchain_job_id: id, attempt: 1 }, 'No time.', 'abandoned')
  await worker.peer.call('submitJobResult', { body: release })
}

async function taskOf(worker: ReadyAgent, body: Awaited<ReturnType<typeof acceptanceOf>>): Promise<Task> {
  const task = await worker.peer.call('takeJobCredential', { body })
  if (task.status !== 'assigned') throw new Error(`the task is ${task.status}`)
  return task
}

test('worker and verifiers of a private repository each read it with their own token, and only while they work', async () => {
  const { id, worker, body } = await assigned()
  expect(await worker.peer.call('takeJobCredential', { body })).toMatchObject({ status: 'pending' })
  await work(service, id)
  expect(await reasonOf(id)).toContain('read access to the repository')
  await sweep()
  const task = await taskOf(worker, body)
  const { clone_url: url, token } = task.repository
  expect(token).toMatch(/^ghs_/)
  expect(await clones(url, null)).toBe(false)
  expect(await clones(url, token)).toBe(true)
  const [kept] = await live(id)
  expect(kept?.token_sealed).not.toContain(String(token))

  await worker.peer.call('submitJobResult', { body: await worker.peer.result(task, 'export const done = true\n') })
  await sweep()
  expect(await clones(url, token)).toBe(false)
  const seated = async () =>
    (await Promise.all(crew.verifiers.map(({ peer }) => peer.heartbeat()))).flatMap((beat) => beat.verifications)
  await hear(crew.verifiers)
  await advanceUntil(service, id, seated, (seats) => seats.length === 3)
  const seats = []
  for (const verifier of crew.verifiers)
    for (const { verification_id } of (await verifier.peer.heartbeat()).verifications) {
      const take = () => verifier.peer.call('takeVerificationCredential', { body: { verification_id } })
      if (seats.length === 0)
        expect(await refusal(take())).toMatchObject({
          status: 503,
          code: 'repository_host_unavailable',
          retryable: true,
        })
      await sweep()
      seats.push({ verifier, id: verification_id, task: await take() })
    }
  const given = seats.map((seat) => seat.task.repository.token)
  expect(new Set([...given, token]).size).toBe(4)
  for (const one of given) expect(await clones(url, one)).toBe(true)
  for (const seat of seats) await vote(seat, true)
  await comesTo(id, 'SETTLED')
  await sweep()
  for (const one of given) expect(await clones(url, one)).toBe(false)
  expect(await live(id)).toEqual([])
  const { timeline } = await readJob(clara.person, id)
  expect(timeline.filter(({ name }) => name === 'job.read_access_given')).toHaveLength(4)
})

test('what a worker settled in a private repository counts in its public record, which names no such work', async () => {
  const [worker] = crew.workers
  if (!worker) throw new Error('there is no worker')
  const { wallet_address: address } = await worker.owner.call('getAgent', { params: { id: worker.agentId } })
  const record = await service.person('nobody').call('getPublicWorker', { params: { address: address ?? '' } })
  expect(record.reputation.settled).toBe(1)
  expect(record.work).toEqual([])
  expect(JSON.stringify(record)).not.toContain('slugify')
})

test('a token reads one repository, writes nothing, and is the only one however many workers give it', async () => {
  const { id, worker, body } = await assigned()
  await Promise.all(Array.from({ length: 6 }, sweep))
  expect(await live(id)).toHaveLength(1)
  const { repository: place } = await taskOf(worker, body)
  await atHost(service, 'POST', '/repos', { owner: 'acme', name: 'other', private: true })
  const other = place.clone_url.replace('slugify-lite', 'other')
  expect(await clones(other, place.token)).toBe(false)
  const asHolder = (method: string, path: string, sent?: object) =>
    fetch(`${service.host.apiUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${place.token}`, 'content-type': 'application/json' },
      ...(sent && { body: JSON.stringify(sent) }),
    })
  expect((await asHolder('POST', `${repository}/git/blobs`, { content: 'x', encoding: 'utf-8' })).status).toBe(403)
  expect((await asHolder('POST', `${repository}/issues`, { title: 'x' })).status).toBe(403)
  await giveBack(id, worker)
  await sweep()
  expect(await clones(place.clone_url, place.token)).toBe(false)
  await comesTo(id, 'OPEN')
})

test('a token that a runtime was given stays good while a slower worker brings another one', async () => {
  const { id, worker, body } = await assigned()
  const isMinted = Promise.withResolvers<void>()
  const isTaken = Promise.withResolvers<void>()
  const slow: CloneTokens = {
    ...tokens,
    mint: async (place) => {
      const made = await tokens.mint(place)
      isMinted.resolve()
      await isTaken.promise
      return made
    },
  }
  const slower = sweepCloneTokens(service.context(), slow)
  await isMinted.promise
  await sweep()
  const { repository: place } = await taskOf(worker, body)
  isTaken.resolve()
  await slower
  expect(await clones(place.clone_url, place.token)).toBe(true)
  expect(await live(id)).toHaveLength(1)
  await giveBack(id, worker)
})

test('while the host does not answer, the worker waits and nothing is lost; a token that runs out is replaced', async () => {
  const { id, worker, body } = await assigned()
  service.wires.host.fate = () => 'cut'
  await sweep()
  expect(await worker.peer.call('takeJobCredential', { body })).toMatchObject({ status: 'pending' })
  service.wires.host.mend()
  await sweep()
  const first = (await taskOf(worker, body)).repository
  await service.sql.begin(async (tx) => {
    await tx`select set_config('jobwright.transaction', 'on', true)`
    await tx`update clone_tokens set expires_at = now() + interval '10 minutes' where onchain_job_id = ${id}`
  })
  await sweep()
  const second = (await taskOf(worker, body)).repository
  expect(second.token).not.toBe(first.token)
  expect(await clones(second.clone_url, first.token)).toBe(false)
  expect(await clones(second.clone_url, second.token)).toBe(true)
  const result = await worker.peer.result(await taskOf(worker, body), 'export const done = true\n')
  await worker.peer.call('submitJobResult', { body: result })
})

test('a job of a private repository that the client lost is offered to nobody, and says why', async () => {
  const id = (await fundedJob(clara, await openIssue(service))).onchain_job_id
  await hear([...crew.workers, ...crew.verifiers])
  const { installations } = await clara.person.call('getGithubStatus')
  const acme = installations.find(({ account_login }) => account_login === 'acme')
  await clara.person.call('disconnectGithubInstallation', {
    params: { installation_id: String(acme?.installation_id) },
  })
  await work(service, id)
  expect(await reasonOf(id)).toContain('no longer has access to it')
  expect(await offeredTo(crew.workers, id)).toBeUndefined()
})
