import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { findIsolation } from '#starter-runtime/isolation/find-isolation.ts'
import { noIsolation } from '#starter-runtime/isolation/no-isolation.ts'
import { verify } from '#starter-runtime/verifier/verify.ts'
import { answerCalibration, provision, write } from '#test/agents.ts'
import {
  advanceUntil,
  assign,
  type Crew,
  crewEnv,
  deliver,
  hear,
  readJob,
  readyCrew,
  type Seat,
  vote,
} from '#test/crew.ts'
import { type Client, fundedJob, openIssue, readyClient } from '#test/journey.ts'
import { refusal } from '#test/refusal.ts'
import type { ReadyAgent } from '#test/runtime-peer.ts'
import { type Service, startService } from '#test/service.ts'
import { jobEscrowAbi } from '../../chain/abi/job-escrow.ts'
import type { ReplyOf } from '../../client/api.ts'
import { inTransaction } from '../../data/database.ts'
import { drawEligibleVerifiers } from '../../data/dispatch.ts'
import { holdsWork } from '../../data/live-work.ts'
import { listFreeVerifiers } from '../../data/shadow-seats.ts'
import { countFigures } from '../../data/verifier-figures.ts'
import { createPublicHost } from '../../github/public-host.ts'
import type { PublicHost } from '../../ports/public-host.ts'
import { gitBlobId, treeIdOf } from '../provisioning/git-tree.ts'
import { drawShadow } from './draw-shadow.ts'
import { drawShadows, sweepShadows } from './sweep-shadows.ts'

type Task = ReplyOf<'takeVerificationCredential'>

const command = {
  name: 'corners',
  argv: ['node', '--test', 'test/corners.test.js'],
  expect: 'fails_then_passes' as const,
}
const check = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { corners } from '../src/slugify.js'

test('corners are rounded', () => {
  assert.equal(corners('a-b'), 'a b')
})
`
const terms = {
  verification_commands: [command],
  acceptance_files: [{ path: 'test/corners.test.js', content: Buffer.from(check).toString('base64') }],
  max_attempts: 1,
}
const right = "export const corners = (text) => text.replace('-', ' ')\n"
const wrong = 'export const corners = (text) => text\n'

let service: Service
let clara: Client
let panel: Crew
let vito: ReadyAgent
let oscar: ReadyAgent
let host: PublicHost
let folder: string
/** One settled job and two that everyone rejected, none of which vito and oscar had a seat on. */
let jobs: { settled: string; rejected: string; alsoRejected: string }
beforeAll(async () => {
  service = await startService({ runtimePlaces: 6, env: { ...crewEnv, PUBLIC_CACHE_SECONDS: '0' } })
  folder = await mkdtemp(join(tmpdir(), 'jobwright-shadows-'))
  host = createPublicHost({ apiUrl: `${service.wires.host.url}/api/v3` })
  clara = await readyClient(service)
  const crew = await readyCrew(service, ['wanda'], ['vera', 'victor', 'viola', 'vito', 'oscar'])
  const [vera, victor, viola, ...spare] = crew.verifiers as [ReadyAgent, ReadyAgent, ReadyAgent, ReadyAgent, ReadyAgent]
  panel = { workers: crew.workers, verifiers: [vera, victor, viola] }
  ;[vito, oscar] = spare
  await oscar.peer.heartbeat({ state: 'draining' })
  jobs = { settled: await judged(true), rejected: await judged(false), alsoRejected: await judged(false) }
})
afterAll(async () => {
  await service.stop()
  await rm(folder, { recursive: true, force: true })
})
afterEach(async () => {
  service.wires.host.mend()
  await write(service, (tx) => tx`delete from shadow_seats`)
})

/** A job in the hands of its worker, for which the panel alone will be drawn. */
async function assigned() {
  const { onchain_job_id: id } = await fundedJob(clara, await openIssue(service), terms)
  await hear([vito])
  const taken = await assign(service, panel, id)
  for (const { peer } of [vito, oscar]) await peer.heartbeat({ state: 'draining' })
  return { id, taken }
}

/** A job that the panel judged alike. */
async function judged(passes: boolean): Promise<string> {
  const { id, taken } = await assigned()
  const content = passes ? right : wrong
  const { base_commit } = taken.task.repository
  const entries = (await host.entries('acme/slugify-lite', base_commit)) ?? []
  const blob = gitBlobId(Buffer.from(content))
  const tree = treeIdOf(entries.map((entry) => (entry.path === 'src/slugify.js' ? { ...entry, id: blob } : entry)))
  const seats = await deliver(service, panel, taken, content, tree)
  for (const seat of seats) await vote(seat, passes)
  const ends = passes ? ['SETTLED'] : ['REJECTED', 'REFUNDED']
  const read = () => readJob(clara.person, id)
  await advanceUntil(service, id, read, ({ state }) => ends.includes(state))
  return id
}

const shadowsOf = ({ agentId }: ReadyAgent) =>
  service.sql<{ id: string; kind: string; job: string; state: string; verdict: string; outcome: string }[]>`
    select id, kind, onchain_job_id::text as job, state, verdict, outcome from shadow_seats
    where agent_id = ${agentId} order by created_at, id`
const free = async ({ agentId }: ReadyAgent) => {
  const query = { allowUnisolated: true, requalificationSeconds: 2_592_000, everyDays: 3 }
  return (await listFreeVerifiers(service.services.db, query, 50)).find((one) => one.agentId === agentId)
}

async function draw(agent: ReadyAgent): Promise<boolean> {
  await hear([agent])
  const verifier = await free(agent)
  return verifier !== undefined && drawShadow(service.context(), host, verifier)
}

/** Draws until chance gives this kind of this job; what else it gives is taken back. */
async function drawn(agent: ReadyAgent, kind: 'RECORD' | 'BASE', job: string): Promise<Seat> {
  for (let tries = 0; tries < 60; tries += 1) {
    expect(await draw(agent)).toBe(true)
    const last = (await shadowsOf(agent)).at(-1)
    if (last?.kind === kind && last.job === job)
      return { verifier: agent, id: last.id, task: await take(agent, last.id) }
    await write(service, (tx) => tx`delete from shadow_seats where id = ${last?.id ?? null}`)
  }
  throw new Error(`a shadow seat of kind ${kind} never came`)
}

const take = ({ peer }: ReadyAgent, verification_id: string): Promise<Task> =>
  peer.call('takeVerificationCredential', { body: { verification_id } })

/** The verdict of the starter runtime, from a real clone and real runs. */
async function honest({ verifier, task }: Seat) {
  const { chainId, addresses } = service.chain
  // The wire of the tests carries text alone.
  const clone_url = task.repository.clone_url.replace(service.wires.host.url, service.host.url)
  const scratch = await mkdtemp(join(folder, 'verify-'))
  const { verdict, evidence } = await verify({
    task: { ...task, repository: { ...task.repository, clone_url } },
    own: { chainId, escrow: addresses.escrow, agent: verifier.wallet },
    scratch: (name) => join(scratch, name),
    isolation: (await findIsolation()) ?? noIsolation,
    protocols: 'http',
    remainingMs: () => 120_000,
    report: () => undefined,
    signal: new AbortController().signal,
  })
  return { verdict, code: evidence.code }
}

const outcomeOf = async (agent: ReadyAgent) => (await shadowsOf(agent)).at(-1)?.outcome
const stateOf = async ({ owner, agentId }: ReadyAgent) =>
  (await owner.call('getAgent', { params: { id: agentId } })).state
const sweep = () => sweepShadows(service.context(), host)

test('the starter runtime agrees on a settled result, a rejected one, and the base offered as a result', async () => {
  const settled = await drawn(vito, 'RECORD', jobs.settled)
  expect(await honest(settled)).toEqual({ verdict: 'PASS', code: 'passed' })
  await vote(settled, true)
  expect(await outcomeOf(vito)).toBe('AGREED')

  const rejected = await drawn(vito, 'RECORD', jobs.rejected)
  expect(await honest(rejected)).toEqual({ verdict: 'FAIL', code: 'result_fails' })
  await vote(rejected, false)
  expect(await outcomeOf(vito)).toBe('AGREED')

  await write(service, (tx) => tx`delete from shadow_seats`)
  const base = await drawn(vito, 'BASE', jobs.settled)
  expect(base.task.changes).toHaveLength(1)
  expect(await honest(base)).toEqual({ verdict: 'FAIL', code: 'result_fails' })
  await vote(base, false)
  expect(await outcomeOf(vito)).toBe('AGREED')
})

test('an agent that had to do with a job is never given it, nor is one of a repository that turned private', async () => {
  for (const verifier of panel.verifiers) {
    await hear([verifier])
    expect(await free(verifier)).toBeDefined()
    expect(await draw(verifier)).toBe(false)
  }
  await write(service, (tx) => tx`update repository_accesses set private = true where full_name = 'acme/slugify-lite'`)
  expect(await draw(vito)).toBe(false)
  await write(service, (tx) => tx`update repository_accesses set private = false where full_name = 'acme/slugify-lite'`)
  expect(await draw(vito)).toBe(true)
  await expect(
    write(service, (tx) => tx`update shadow_seats set owner_user_id = client_user_id`),
  ).rejects.toMatchObject({ constraint_name: expect.stringContaining('shadow_seats') })
})

/** Every key of a JSON value by its path, with the type of what it holds. */
function shape(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return [`${path}[]`, ...shape(value[0], `${path}[]`)]
  if (value === null || typeof value !== 'object') return [`${path}: ${value === null ? 'null' : typeof value}`]
  return Object.entries(value).flatMap(([key, inside]) => shape(inside, `${path}.${key}`))
}

const send = async ({ peer }: ReadyAgent, path: string, body: unknown) => {
  const headers = { authorization: `Bearer ${peer.credential}`, 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify(body) }
  const response = await service.router(new Request(`${service.origin}/api/v1/agent-runtime/${path}`, init))
  const { code } = (await response.clone().json()) as { code?: string }
  return { status: response.status, headers: [...response.headers.keys()].sort(), code }
}

test('nothing in its task, its answers and its owner’s pages differs from a seat', async () => {
  const seats = await deliver(service, panel, (await assigned()).taken, right)
  const seat = seats[0] as Seat
  const shadow = await drawn(oscar, 'RECORD', jobs.rejected)
  const base = await drawn(vito, 'BASE', jobs.settled)
  expect(shape(shadow.task)).toEqual(shape(seat.task))
  expect(shape(base.task)).toEqual(shape(seat.task))
  const uuid7 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
  for (const { task } of [seat, shadow, base]) {
    expect(task.verification_id).toMatch(uuid7)
    expect(task.verify_by).toMatch(/:\d\d\.000Z$/)
    expect(Math.abs(Date.parse(task.verify_by) - Date.now() - 3_600_000)).toBeLessThan(300_000)
  }
  const owners = async ({ owner, agentId, peer }: ReadyAgent) => ({
    beat: shape(await peer.heartbeat()),
    status: shape((await owner.call('getRuntimeStatus', { params: { id: agentId } })).work),
    overview: shape((await owner.call('getOverview')).running_work),
    states: (await owner.call('getOverview')).running_work.map(({ state }) => state),
    holdsWork: await holdsWork(service.services.db, agentId),
  })
  expect(await owners(oscar)).toEqual(await owners(seat.verifier))

  const exchanges = async ({ verifier, id: verification_id, task }: Seat) => {
    const passes = await verifier.peer.vote(task, true)
    const forged = { ...passes, signature: `0x${'1'.repeat(130)}` }
    const contrary = await verifier.peer.vote(task, false)
    return [
      await send(verifier, 'verification/credential/', { verification_id }),
      await send(verifier, 'verification/result/', { ...passes, evidence_hash: `0x${'2'.repeat(64)}` }),
      await send(verifier, 'verification/result/', forged),
      await send(verifier, 'verification/result/', passes),
      await send(verifier, 'verification/result/', passes),
      await send(verifier, 'verification/credential/', { verification_id }),
      verifier === seat.verifier ? undefined : await send(verifier, 'verification/result/', contrary),
    ]
  }
  const [ofSeat, ofShadow] = [await exchanges(seat), await exchanges(shadow)]
  expect(ofShadow.slice(0, 6)).toEqual(ofSeat.slice(0, 6))
  expect(ofShadow[6]).toMatchObject({ status: 409, code: 'result_exists' })
  expect(await stateOf(oscar)).toBe('ACTIVE')
})

test('its vote is worth nothing: the escrow refuses it, and no call, fee or seat limit knows of it', async () => {
  const before = await service.sql`select count(*)::int as calls from operator_calls`
  const shadow = await drawn(vito, 'RECORD', jobs.settled)
  const body = await vito.peer.vote(shadow.task, true)
  const query = { excludedUserIds: ['00000000-0000-0000-0000-000000000000'], seatsPerVerifier: 1, policyVersion: 1 }
  const limits = { allowUnisolated: true, requalificationSeconds: 2_592_000 }
  const eligible = await drawEligibleVerifiers(service.services.db, { ...query, ...limits })
  expect(eligible.find(({ agentId }) => agentId === vito.agentId)).toMatchObject({ openSeats: 0 })
  await vito.peer.call('submitVerificationResult', { body })
  const { task_commitment, policy_commitment, result_commitment, onchain_job_id, attempt } = shadow.task
  const verdict = {
    jobId: BigInt(onchain_job_id),
    attempt,
    taskCommitment: task_commitment,
    policyCommitment: policy_commitment,
    resultCommitment: result_commitment,
    pass: true,
    evidenceHash: body.evidence_hash,
    agent: vito.wallet,
  }
  const posting = service.node.simulateContract({
    address: service.chain.addresses.escrow,
    abi: jobEscrowAbi,
    functionName: 'attest',
    args: [verdict.jobId, attempt, [verdict], [body.signature]] as never,
  })
  await expect(posting).rejects.toMatchObject({ cause: { data: { errorName: 'WrongState' } } })
  expect(await service.sql`select count(*)::int as calls from operator_calls`).toEqual(before)
  const earned = await vito.owner.call('getAgentWallet', { params: { id: vito.agentId } })
  expect(earned).toMatchObject({ earned: { amount: '0.000000' } })
})

test('while the host is silent others are given, one at a time, and each job once to an owner', async () => {
  service.wires.host.fate = () => 'cut'
  const given = new Set<string>()
  for (let count = 0; count < 3; count += 1) {
    expect(await draw(vito)).toBe(true)
    expect(await draw(vito)).toBe(false)
    const [last] = (await shadowsOf(vito)).slice(-1)
    expect(last).toMatchObject({ kind: 'RECORD', state: 'OPEN' })
    given.add(last?.job ?? '')
    const { verification_id, evidence } = await vito.peer.vote(await take(vito, last?.id ?? ''), true)
    const body = { verdict: 'CANNOT_RUN' as const, verification_id, evidence }
    await vito.peer.call('submitVerificationResult', { body })
  }
  expect([...given].sort()).toEqual(Object.values(jobs).sort())
  expect((await shadowsOf(vito)).map(({ outcome }) => outcome)).toEqual(['APART', 'APART', 'APART'])
  expect(await draw(vito)).toBe(false)
  await sweep()
  expect(await stateOf(vito)).toBe('ACTIVE')
})

test('one that nobody answers ends at its deadline, and silence is no miss', async () => {
  const { id } = await drawn(vito, 'RECORD', jobs.settled)
  await write(service, (tx) => tx`update shadow_seats set verify_by = 1`)
  await sweep()
  expect(await shadowsOf(vito)).toMatchObject([{ state: 'SILENT', outcome: 'APART' }])
  const beat = await vito.peer.heartbeat({ running: [{ kind: 'verification', id }] })
  expect(beat).toMatchObject({ verifications: [], cancelled: [id] })
  expect(await refusal(take(vito, id))).toMatchObject({ status: 409, code: 'attempt_superseded' })
})

test('a verifier that passes everything has to qualify again after its second miss, and loses nothing else', async () => {
  await vote(await drawn(oscar, 'RECORD', jobs.rejected), true)
  await sweep()
  expect(await stateOf(oscar)).toBe('ACTIVE')
  await vote(await drawn(oscar, 'RECORD', jobs.alsoRejected), true)
  await sweep()
  const agent = await oscar.owner.call('getAgent', { params: { id: oscar.agentId } })
  expect(agent).toMatchObject({ state: 'PROVISIONING', next_actions: [{ code: 'continue_provisioning' }] })
  const { detail } = agent.provisioning.find(({ step }) => step === 'QUALIFICATION') ?? {}
  expect(detail).toContain(`PASS on attempt 1 of job ${jobs.rejected}`)
  expect(await service.sql`select 1 from operator_calls where purpose = 'REVOCATION'`).toEqual([])
  expect((await service.services.chain.agentOf(oscar.wallet))?.isActive).toBe(true)

  await oscar.owner.call('provisionAgent', { params: { id: oscar.agentId } })
  await provision(service, oscar.agentId, oscar.peer)
  await answerCalibration(service, oscar.peer, true)
  expect(await stateOf(oscar)).toBe('ACTIVE')
  await sweep()
  expect(await stateOf(oscar)).toBe('ACTIVE')
})

test('a record that several owners contradict is reported to the operator once, used no more, and costs nobody anything', async () => {
  await vote(await drawn(oscar, 'RECORD', jobs.rejected), true)
  await vote(await drawn(vito, 'RECORD', jobs.rejected), true)
  await vote(await drawn(vito, 'RECORD', jobs.alsoRejected), true)
  expect(await sweep()).toEqual([jobs.rejected])
  expect(await sweep()).toEqual([])
  expect(await stateOf(vito)).toBe('ACTIVE')
  const events = await service.sql`select user_id, evidence from events where name = 'shadow_seat.record_doubted'`
  expect(events).toEqual([{ user_id: null, evidence: { job: jobs.rejected } }])
})

test('it is due after the days that the settings say, whatever the runtime says of itself, and never with the setting at 0', async () => {
  const running = [{ kind: 'verification' as const, id: '00000000-0000-7000-8000-000000000000' }]
  await vito.peer.heartbeat({ state: 'busy', running })
  await hear([oscar])
  await write(
    service,
    (tx) => tx`update agent_steps set done_at = now() - interval '4 days'
    where step = 'QUALIFICATION' and agent_id = ${vito.agentId}`,
  )
  await drawShadows(service.context({ SHADOW_EVERY_SEATS: '0' }), host)
  expect(await shadowsOf(vito)).toEqual([])
  await drawShadows(service.context(), host)
  expect(await shadowsOf(vito)).toHaveLength(1)
})

test('all figures of an answer are of one count, and the answer says when it was', async () => {
  const read = () => clara.person.call('getVerifierIndependence')
  await inTransaction(service.services.db, countFigures)
  const counted = await read()
  expect(counted).toMatchObject({ counted_at: counted.pool?.counted_at, owners: 5 })
  await write(service, (tx) => tx`update agents set state = 'PAUSED' where id = ${panel.verifiers[0]?.agentId ?? null}`)
  expect(await read()).toEqual(counted)
  await inTransaction(service.services.db, countFigures)
  expect((await read()).owners).toBe(counted.owners - 1)
  await write(service, (tx) => tx`update agents set state = 'ACTIVE' where id = ${panel.verifiers[0]?.agentId ?? null}`)
})

test('public figures count seats alone, in pages, and shadow seats only of closed days and several owners', async () => {
  await vote(await drawn(vito, 'RECORD', jobs.rejected), true)
  const count = () => inTransaction(service.services.db, countFigures)
  const read = (query = {}) => clara.person.call('getVerifierIndependence', { query })
  await count()
  const { pool, data } = await read()
  // Others may have been called by a draw and passed over.
  const seated = data.filter(({ seats }) => seats > 0)
  expect(seated.map(({ address }) => address).sort()).toEqual(panel.verifiers.map(({ wallet }) => wallet).sort())
  for (const row of seated) expect(row).toMatchObject({ decided: 3, agreed: 3, silent: 0, undecided: 0 })
  expect(pool).toMatchObject({ decided: 9, agreed: 9, qualified: 5, qualified_owners: 5, shadow_seats: null })
  const pages = [await read({ limit: '1' })]
  for (const { next_cursor: cursor } of pages) if (cursor) pages.push(await read({ limit: '1', cursor }))
  expect(pages.flatMap((page) => page.data)).toEqual(data)
  expect(pages.at(-1)?.next_cursor).toBeNull()
  expect(await refusal(read({ cursor: 'bm90b3VycyA' }))).toMatchObject({ status: 400, code: 'invalid_request' })

  await vote(await drawn(oscar, 'RECORD', jobs.rejected), false)
  const aged = "interval '3 days'"
  await write(service, (tx) => tx.unsafe(`update shadow_seats set ended_at = ended_at - ${aged}`))
  await count()
  expect((await read()).pool?.shadow_seats).toBeNull()
  await write(service, async (tx) => {
    await tx`insert into shadow_seats (kind, onchain_job_id, attempt, client_user_id, worker_user_id, agent_id,
        owner_user_id, agent_address, key, expected, verify_by, state, outcome, ended_at)
      select x.kind, x.onchain_job_id, 1, x.client_user_id, x.worker_user_id, a.id, a.user_id, a.wallet_address,
        a.authorised_key, 'FAIL', 1, 'SILENT', 'APART', now() - interval '3 days'
      from agents a, (select * from shadow_seats limit 1) x where a.id = ${panel.verifiers[0]?.agentId ?? null}`
  })
  await count()
  const shown = (await read()).pool?.shadow_seats
  expect(shown).toMatchObject({ given: 3, agreed: 1, missed: 1, no_verdict: 1, until: expect.any(String) })
})
