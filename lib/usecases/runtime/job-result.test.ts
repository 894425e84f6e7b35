import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  advanceUntil,
  assign,
  type Crew,
  crewEnv,
  deliver,
  readJob,
  readyCrew,
  seatsOf,
  type Task,
} from '#test/crew.ts'
import { type Client, fundedJob, openIssue, readyClient } from '#test/journey.ts'
import { lagBehind } from '#test/lag-behind.ts'
import { refusal } from '#test/refusal.ts'
import { rowsOf } from '#test/rows.ts'
import type { ReadyAgent } from '#test/runtime-peer.ts'
import { type Service, startService } from '#test/service.ts'
import type { FileChange } from '../../domain/result.ts'

import { advanceJob } from '../dispatch/advance-job.ts'

type Assigned = { worker: ReadyAgent; task: Task }

let service: Service
let clara: Client
let crew: Crew
beforeAll(async () => {
  service = await startService({ runtimePlaces: 6, env: crewEnv })
  clara = await readyClient(service)
  crew = await readyCrew(service, ['wanda', 'will'], ['vera', 'victor', 'viola', 'vito'])
  const body = { limits: { max_concurrent_jobs: 8 } }
  for (const { owner, agentId: id } of crew.workers) await owner.call('updateAgent', { params: { id }, body })
})
afterAll(() => service.stop())
afterEach(() => service.wires.chain.mend())

async function assignedJob(): Promise<Assigned & { id: string }> {
  const protection = { protected_paths: ['test', 'package.json'] }
  const { onchain_job_id: id } = await fundedJob(clara, await openIssue(service), protection)
  return { id, ...(await assign(service, crew, id)) }
}

const content = 'export const done = true\n'
const send = ({ worker }: Assigned, body: Awaited<ReturnType<typeof worker.peer.result>>) =>
  worker.peer.call('submitJobResult', { body })
const base64 = (text: string) => Buffer.from(text).toString('base64')
const file = (path: string, text = 'x') => ({ path, mode: '100644' as const, content: base64(text) })
const stateOf = async (id: string) => (await readJob(clara.person, id)).state

/** Gives the attempt back, signed by the runtime's key or another. */
async function giveBack({ worker, task }: Assigned, signer = worker) {
  return worker.peer.call('submitJobResult', { body: await signer.peer.release(task, 'No such tool here.') })
}

test('a result that breaks a rule is refused with where and why, and nothing is stored', async () => {
  const assigned = await assignedJob()
  const { worker, task, id } = assigned
  const result = (more: Record<string, unknown>) => worker.peer.result(task, content, more)
  const other = crew.workers.find(({ wallet }) => wallet !== worker.wallet)
  const otherSigned = await worker.peer.result(task, content)
  const signature = await other?.peer.result(task, content).then((one) => one.signature)
  const before = await rowsOf(service.sql)

  const refused: [Record<string, unknown>, string][] = [
    [{ result_commitment: `0x${'1'.repeat(64)}` }, 'commitment'],
    [{ tree_id: '1'.repeat(40) }, 'commitment'],
    [{ base_commit: '1'.repeat(40) }, 'base commit'],
    [{ changes: [file('src/slugify.js', 'other bytes')] }, 'commitment'],
  ]
  for (const [more, says] of refused)
    expect(await refusal(send(assigned, await result(more)))).toMatchObject({
      status: 422,
      code: 'result_refused',
      detail: expect.stringContaining(says),
    })
  const signed = { ...otherSigned, signature: signature ?? '0x' }
  expect(await refusal(send(assigned, signed))).toMatchObject({ status: 401, code: 'signature_invalid' })

  const paths = [
    '.github/workflows/ci.yml',
    '.gitmodules',
    'src/.GIT/config',
    '../outside',
    'test/slugify.test.js',
    'package.json',
  ]
  for (const path of paths)
    expect(await refusal(send(assigned, await result({ changes: [file(path)] })))).toMatchObject({
      status: 422,
      code: 'result_refused',
      errors: [{ pointer: path, message: expect.any(String) }],
    })
  const removed = await result({ changes: [{ path: 'test/slugify.test.js', deleted: true }] })
  expect(await refusal(send(assigned, removed))).toMatchObject({ code: 'result_refused' })
  const large = await result({ changes: [file('src/large.js', 'x'.repeat(2 * 1024 * 1024 + 1))] })
  expect(await refusal(send(assigned, large))).toMatchObject({
    status: 422,
    code: 'result_refused',
    errors: [{ pointer: '/changes' }],
  })
  const many = await result({ changes: Array.from({ length: 301 }, (_, n) => file(`src/${n}.js`)) })
  expect(await refusal(send(assigned, many))).toMatchObject({ status: 400, code: 'invalid_request' })
  expect(await refusal(send(assigned, await result({ changes: [] })))).toMatchObject({ code: 'result_refused' })
  expect(await rowsOf(service.sql)).toEqual(before)
  expect(await stateOf(id)).toBe('ASSIGNED')

  await send(assigned, await worker.peer.result(task, content))
})

const lastBlock = async (id: string) => {
  const [row] = await service.sql<{ block: string }[]>`
    select last_event_block as block from jobs where onchain_job_id = ${id}`
  return BigInt(row?.block ?? 0)
}

test('a node that lags behind takes no job from its worker: the result is refused for the moment alone', async () => {
  const assigned = await assignedJob()
  const { worker, task, id } = assigned
  lagBehind(service, (await lastBlock(id)) - 1n)
  const body = await worker.peer.result(task, content)
  const late = { status: 503, code: 'chain_unavailable', retryable: true }
  expect(await refusal(send(assigned, body))).toMatchObject(late)
  expect(await refusal(giveBack(assigned))).toMatchObject(late)
  service.wires.chain.mend()
  expect(await send(assigned, body)).toMatchObject({ status: 'accepted' })
})

test('a node that lags behind delays no job: what it says of a state that is over is not believed', async () => {
  const assigned = await assignedJob()
  const { worker, task, id } = assigned
  await send(assigned, await worker.peer.result(task, content))
  await advanceUntil(
    service,
    id,
    () => stateOf(id),
    (state) => state === 'SUBMITTED',
  )
  lagBehind(service, (await lastBlock(id)) - 1n)
  await expect(advanceJob(service.context(), { onchainJobId: id })).rejects.toMatchObject({ code: 'chain_unavailable' })
  service.wires.chain.mend()
  const [due] = await service.sql`
    select due_at <= now() + interval '10 seconds' as soon from executions where onchain_job_id = ${id}`
  expect(due).toEqual({ soon: true })
})

test('a result may not touch an acceptance file of the task, nor make a folder of its path', async () => {
  const acceptance_files = [{ path: 'test/own.test.js', content: '' }]
  const { onchain_job_id: id } = await fundedJob(clara, await openIssue(service), { acceptance_files })
  const assigned = { id, ...(await assign(service, crew, id)) }
  const { worker, task } = assigned
  expect(task.task_document.acceptance_files).toEqual(acceptance_files)
  for (const path of ['test/own.test.js', 'test/own.test.js/inside']) {
    const body = await worker.peer.result(task, content, { changes: [file(path)] })
    expect(await refusal(send(assigned, body))).toMatchObject({
      status: 422,
      code: 'result_refused',
      errors: [{ pointer: path, message: expect.any(String) }],
    })
  }
  await send(assigned, await worker.peer.result(task, content))
})

test('a worker that changes what it is judged by is refused with the path named, and may deliver again', async () => {
  const verification_commands = [
    { name: 'tests', argv: ['node', '--test', 'test/punctuation.test.js'], expect: 'fails_then_passes' },
    { name: 'python', argv: ['pytest', '-q'], expect: 'passes' },
  ]
  const { onchain_job_id: id } = await fundedJob(clara, await openIssue(service), { verification_commands })
  const assigned = { id, ...(await assign(service, crew, id)) }
  const { worker, task } = assigned
  const [before, onChain] = [await rowsOf(service.sql), await service.services.chain.newestJob(BigInt(id), 0n)]
  const test = 'test/punctuation.test.js'
  const cheats: [FileChange, ...FileChange[]][] = [
    [file(test, '')],
    [{ ...file(test), mode: '100755' }],
    [file('TEST/punctuation.test.js')],
    [{ path: test, deleted: true }, file('kept/punctuation.js')],
    [{ path: test, deleted: true }, file('src/punctuation.test.js')],
    ...[
      'conftest.py',
      'deep/conftest.py',
      'pytest.ini',
      'pytest.py',
      'vitest.config.ts',
      '.mocharc.json',
      'package.json',
      'package-lock.json',
      'node_modules/assert/index.js',
      'tsconfig.json',
      'src/more.test.js',
    ].map((path): [FileChange] => [file(path)]),
  ]
  for (const changes of cheats) {
    const body = await worker.peer.result(task, content, { changes: [file('src/slugify.js'), ...changes] })
    expect(await refusal(send(assigned, body))).toMatchObject({
      status: 422,
      code: 'result_refused',
      errors: expect.arrayContaining([{ pointer: changes[0].path, message: 'The policy protects this path.' }]),
    })
  }
  expect(await rowsOf(service.sql)).toEqual(before)
  expect(await service.services.chain.newestJob(BigInt(id), 0n)).toEqual(onChain)
  expect(await stateOf(id)).toBe('ASSIGNED')

  await send(assigned, await worker.peer.result(task, content))
})

test('the same result again is answered alike, another one for the attempt is refused, and one reaches the chain', async () => {
  const assigned = await assignedJob()
  const { worker, task, id } = assigned
  const body = await worker.peer.result(task, content)
  const receipts = await Promise.all([send(assigned, body), send(assigned, body), send(assigned, body)])
  expect(receipts).toEqual(receipts.map(() => ({ status: 'accepted', onchain_job_id: id, attempt: 1 })))
  const otherBody = await worker.peer.result(task, 'export const done = false\n')
  expect(await refusal(send(assigned, otherBody))).toMatchObject({ status: 409, code: 'result_exists' })
  expect(await refusal(giveBack(assigned))).toMatchObject({ status: 409, code: 'result_exists' })
  await advanceUntil(
    service,
    id,
    () => stateOf(id),
    (state) => state === 'SUBMITTED',
  )
  expect(await send(assigned, body)).toMatchObject({ status: 'accepted' })
  expect(await service.sql`select commitment from results where onchain_job_id = ${id}`).toEqual([
    { commitment: body.result_commitment },
  ])
  expect((await service.services.chain.newestJob(BigInt(id), 0n))?.result).toBe(body.result_commitment)
})

test('only the agent that holds the attempt may deliver or give back', async () => {
  const assigned = await assignedJob()
  const { worker, task, id } = assigned
  const other = crew.workers.find(({ wallet }) => wallet !== worker.wallet)
  if (!other) throw new Error('there is no other worker')
  const before = await rowsOf(service.sql)
  const foreign = { worker: other, task }
  expect(await refusal(send(foreign, await other.peer.result(task, content)))).toMatchObject({ status: 404 })
  expect(await refusal(giveBack(foreign))).toMatchObject({ status: 404, code: 'not_found' })
  expect(await refusal(giveBack(assigned, other))).toMatchObject({ status: 401, code: 'signature_invalid' })
  expect(await rowsOf(service.sql)).toEqual(before)
  expect(await stateOf(id)).toBe('ASSIGNED')
  await send(assigned, await worker.peer.result(task, content))
})

test('a worker that cannot run gives the job back at once; another owner gets it, and the first can write no more', async () => {
  const first = await assignedJob()
  const { id } = first
  expect(await giveBack(first)).toMatchObject({ status: 'released', attempt: 1 })
  const { owner, agentId } = first.worker
  await advanceUntil(
    service,
    id,
    () => stateOf(id),
    (state) => state === 'OPEN',
  )
  expect((await readJob(clara.person, id)).execution.assignments[0]).toMatchObject({
    state: 'RELEASED',
    attempt: 1,
    end_cause: expect.stringContaining('No such tool'),
  })
  await owner.call('updateAgent', { params: { id: agentId }, body: { paused: true } })
  const second = { id, ...(await assign(service, crew, id)) }
  expect([second.task.attempt, second.worker.wallet === first.worker.wallet]).toEqual([2, false])

  const before = await rowsOf(service.sql)
  const late = await first.worker.peer.result(first.task, content)
  expect(await refusal(send(first, late))).toMatchObject({ status: 409, code: 'attempt_superseded' })
  expect(await refusal(giveBack(first))).toMatchObject({ status: 409, code: 'attempt_superseded' })
  const ahead = await first.worker.peer.result({ ...first.task, attempt: 2 }, content)
  expect(await refusal(send(first, ahead))).toMatchObject({ status: 404, code: 'not_found' })
  expect(await rowsOf(service.sql)).toEqual(before)
  expect((await first.worker.peer.heartbeat()).jobs.map((job) => job.onchain_job_id)).not.toContain(id)
  expect(await deliver(service, crew, second)).toHaveLength(3)
  await owner.call('updateAgent', { params: { id: agentId }, body: { paused: false } })
})

test('what a verifier is shown are bytes and documents, never the worker’s own words', async () => {
  const seats = (await Promise.all(crew.verifiers.map(({ peer }) => peer.heartbeat()))).flatMap(
    (one) => one.verifications,
  )
  expect(seats.length).toBeGreaterThan(0)
  const [job] = await service.sql`select onchain_job_id::text as id from seats where state = 'SEATED' limit 1`
  for (const { task } of await seatsOf(crew, String(job?.id))) {
    expect(JSON.stringify(task)).not.toContain('Changed one file.')
    expect(task.changes).toEqual([file('src/slugify.js', content)])
    const { commit } = service.services.chain
    expect([commit(task.task_document), commit(task.policy_document)]).toEqual([
      task.task_commitment,
      task.policy_commitment,
    ])
  }
})

// Last, because it moves the clock of the chain.
test('when the worker’s time is over the job is released, and its late result has no effect', async () => {
  const assigned = await assignedJob()
  const { worker, task, id } = assigned
  const body = await worker.peer.result(task, content)
  await service.node.increaseTime({ seconds: 3_700 })
  await service.node.mine({ blocks: 1 })
  expect(await refusal(send(assigned, body))).toMatchObject({ status: 409, code: 'attempt_superseded' })
  await advanceUntil(
    service,
    id,
    () => stateOf(id),
    (state) => state === 'OPEN',
  )
  expect((await readJob(clara.person, id)).execution.assignments[0]).toMatchObject({ state: 'RELEASED', attempt: 1 })
  expect(await refusal(send(assigned, body))).toMatchObject({ status: 409, code: 'attempt_superseded' })
  expect(await service.sql`select 1 from results where onchain_job_id = ${id}`).toHaveLength(0)
})
