import { afterAll, beforeAll, expect, test } from 'vitest'
import { admin } from '#test/admin.ts'
import { write } from '#test/agents.ts'
import {
  advanceUntil,
  assign,
  type Crew,
  crewEnv,
  deliver,
  hear,
  type Job,
  offeredTo,
  readJob,
  readyCrew,
  type Seat,
  seatsOf,
  vote,
} from '#test/crew.ts'
import { balanceOf, type Client, fundedJob, mint, newKey, openIssue, readyClient } from '#test/journey.ts'
import { refusal } from '#test/refusal.ts'
import { rowsOf } from '#test/rows.ts'
import type { ReadyAgent } from '#test/runtime-peer.ts'
import { type Service, startService } from '#test/service.ts'
import { jobEscrowAbi } from '../../chain/abi/job-escrow.ts'
import type { ReplyOf } from '../../client/api.ts'
import { parseAmount } from '../../domain/money.ts'

const [reward, fee, maxRounds, panelSize] = [3_000_000n, 100_000n, 3n, 3n]

let service: Service
let clara: Client
let crew: Crew
beforeAll(async () => {
  service = await startService({ runtimePlaces: 6, env: crewEnv })
  clara = await readyClient(service)
  crew = await readyCrew(service, ['wanda', 'will'], ['vera', 'victor', 'viola', 'vito'])
})
afterAll(() => service.stop())

const newJob = async (): Promise<Job> => fundedJob(clara, await openIssue(service))
const read = (id: string) => readJob(clara.person, id)
const inState = (id: string, state: Job['state']) =>
  advanceUntil(
    service,
    id,
    () => read(id),
    (job) => job.state === state,
  )
const resultOf = (id: string) => clara.person.call('getJobResult', { params: { onchain_job_id: id } })

/** What everyone holds, in base units. */
async function money(): Promise<Map<string, bigint>> {
  const accounts = [clara.wallet, ...[...crew.workers, ...crew.verifiers].map(({ wallet }) => wallet)]
  return new Map(
    await Promise.all(
      accounts.map(async (account): Promise<[string, bigint]> => [account, await balanceOf(service, account)]),
    ),
  )
}

function gains(before: Map<string, bigint>, after: Map<string, bigint>): Record<string, bigint> {
  return Object.fromEntries([...after].map(([account, units]) => [account, units - (before.get(account) ?? 0n)]))
}

function eventsOf<Name extends 'Seated' | 'JobSettled' | 'VerdictRecorded' | 'AlternatesSeated'>(
  eventName: Name,
  job: string,
) {
  const place = { address: service.chain.addresses.escrow, abi: jobEscrowAbi, fromBlock: 0n } as const
  return service.node.getContractEvents({ ...place, eventName, args: { id: BigInt(job) } as never })
}

const ownerOf = async ({ agentId }: ReadyAgent): Promise<string> =>
  String((await service.sql`select user_id from agents where id = ${agentId}`)[0]?.user_id)

test('a quorum of passes settles and pays worker, verifiers and client exactly what the events say', async () => {
  const job = await newJob()
  const id = job.onchain_job_id
  const before = await money()
  const { worker, task } = await assign(service, crew, id)
  const content = 'export const slugify = (text) => text.toLowerCase()\n'
  const panel = await deliver(service, crew, { worker, task }, content)

  await expectIndependent(panel, worker, id)
  await expectHidden(id)
  for (const seat of panel) await vote(seat, true)
  await expectUndivided(id)
  const settled = await inState(id, 'SETTLED')
  expect(settled.held.amount).toBe('0.000000')
  const [event] = await eventsOf('JobSettled', id)
  const returned = (maxRounds - 1n) * panelSize * fee
  expect(event?.args).toMatchObject({ reward, returned, attempt: 1 })
  const verdicts = await eventsOf('VerdictRecorded', id)
  expect(verdicts.map(({ args }) => [args.pass, args.fee])).toEqual(panel.map(() => [true, fee]))
  const gained = gains(before, await money())
  const expected = Object.fromEntries(Object.keys(gained).map((account) => [account, 0n]))
  expected[worker.wallet] = reward
  expected[clara.wallet] = returned
  for (const { verifier } of panel) expected[verifier.wallet] = fee
  expect(gained).toEqual(expected)

  const shown = await resultOf(id)
  expect(shown).toMatchObject({ is_content_released: true, summary: 'Changed one file.', attempt: 1 })
  expect(shown.changes).toEqual([
    { path: 'src/slugify.js', mode: '100644', content: Buffer.from(content).toString('base64') },
  ])
  expect(service.services.chain.commit(shown.result_document)).toBe(shown.result_commitment)
  expect(shown.verdicts.map(({ outcome, recorded }) => [outcome, recorded])).toEqual(panel.map(() => ['PASS', true]))
  for (const { evidence, evidence_hash } of shown.verdicts)
    expect(service.services.chain.commit(evidence ?? {})).toBe(evidence_hash)
  await expectEarned(worker, '3.000000', 'reward')
  for (const { verifier } of panel) await expectEarned(verifier, '0.100000', 'verifier_fee')
  expect(await newsOf(worker)).toBe('agent.result_paid')
  await expectAccounts(id, gained)
  await expectStory(id, worker)
})

/** What an operator reads about it says who was paid, and no amount of it is in base units. */
async function expectStory(id: string, { agentId, wallet }: ReadyAgent): Promise<void> {
  const { stdout } = await admin(service, 'job', id)
  const [now = '', happened = ''] = stdout.split('What happened')
  expect(now).toContain(`3.000000 USDC to the worker, agent ${agentId}, ${wallet.toLowerCase()}`)
  expect(now.match(/^paid .* 0.100000 USDC to a verifier, agent \S+, 0x/gm)).toHaveLength(3)
  expect(now).toContain('3.000000 USDC reward, 2 of 3 verifiers at 0.100000 USDC, at most 3 attempts')
  expect(now).toMatch(/^returned +0.600000 USDC to the client$/m)
  expect(happened).toContain('reward=3.00 USDC')
  expect(happened.match(/fee=0.10 USDC/g)).toHaveLength(3)
  expect(happened).not.toMatch(/\D\d00000\b/)
}

/** A settlement is recorded with its payments or not at all: while theirs cannot be taken in, the job has not ended. */
async function expectUndivided(id: string): Promise<void> {
  await service.sql.unsafe(`
    create function refuse_event() returns trigger language plpgsql as $$ begin raise 'the disk is full'; end $$;
    create trigger refuse_event before update on chain_logs for each row when (new.event_name = 'JobSettled')
      execute function refuse_event()`)
  await expect(inState(id, 'SETTLED')).rejects.toMatchObject({ cause: { message: 'the disk is full' } })
  expect(await service.services.chain.newestJob(BigInt(id), 0n)).toMatchObject({ state: 'SETTLED' })
  expect(await read(id)).toMatchObject({ state: 'SUBMITTED', held: { amount: '3.900000' } })
  await service.sql.unsafe('drop trigger refuse_event on chain_logs; drop function refuse_event')
}

/** The job's own accounts name every payment that the wallets show, and nothing besides. */
async function expectAccounts(id: string, gained: Record<string, bigint>): Promise<void> {
  const { accounts, execution } = await read(id)
  const paid: Record<string, bigint> = Object.fromEntries(Object.keys(gained).map((account) => [account, 0n]))
  for (const { to, amount } of accounts.payments) paid[to] = (paid[to] ?? 0n) + parseAmount(amount.amount)
  expect(paid).toEqual(gained)
  expect(accounts).toMatchObject({
    funded: { amount: '3.900000' },
    paid: { amount: '3.900000' },
    held: { amount: '0.000000' },
  })
  expect(execution.awaiting).toEqual([])
  expect(execution.verdict_to_payment_seconds).toBeGreaterThan(0)
  const { verdict_to_payment_seconds: all } = await clara.person.call('getVerifierIndependence')
  expect(all).toMatchObject({ jobs: expect.any(Number), median: expect.any(Number), p95: expect.any(Number) })
}

/** Three verifiers of three owners, none of them the worker's or the client's, drawn as the evidence on chain says. */
async function expectIndependent(panel: Seat[], worker: ReadyAgent, id: string): Promise<void> {
  const owners = await Promise.all(panel.map(({ verifier }) => ownerOf(verifier)))
  const [client] = await service.sql`select user_id from jobs where onchain_job_id = ${id}`
  expect(new Set([...owners, await ownerOf(worker), String(client?.user_id)]).size).toBe(panel.length + 2)
  const [seated] = await eventsOf('Seated', id)
  const [draw] = await service.sql`select evidence, evidence_hash from draws where onchain_job_id = ${id}`
  expect(seated?.args).toMatchObject({ drawEvidence: draw?.evidence_hash })
  expect(service.services.chain.commit(draw?.evidence)).toBe(draw?.evidence_hash)
  const picks = draw?.evidence.picks as string[]
  const { agents = [] } = (seated?.args ?? {}) as { agents?: string[] }
  expect(agents.map((agent) => agent.toLowerCase())).toEqual(picks)
  expect([...picks].sort()).toEqual(panel.map(({ verifier }) => verifier.wallet).sort())
  expect(draw?.evidence).toMatchObject({ candidates: crew.verifiers.length, naming: 1, seats: [0, 1, 2] })
}

/** The client sees that and what was delivered, but neither bytes nor words of it. */
async function expectHidden(id: string): Promise<void> {
  const hidden = await resultOf(id)
  expect(hidden).toMatchObject({ is_content_released: false, changes: null, summary: null, verdicts: [] })
  expect(hidden.files).toEqual([
    { path: 'src/slugify.js', mode: '100644', bytes: expect.any(Number), executed_by: null },
  ])
}

/** The newest notification of a worker’s owner about a result. */
async function newsOf({ owner, agentId }: ReadyAgent): Promise<string | undefined> {
  const { data } = await owner.call('listNotifications', { query: {} })
  return data.find(({ name, subject }) => name.startsWith('agent.result_') && subject.agent_id === agentId)?.name
}

async function expectEarned(agent: ReadyAgent, amount: string, kind: string): Promise<void> {
  const wallet = await agent.owner.call('getAgentWallet', { params: { id: agent.agentId } })
  expect(wallet.earnings[0]).toMatchObject({ kind, amount: { amount } })
}

test('a vote counts only on one’s own seat, once, by the seat’s key and about this very result', async () => {
  const id = (await newJob()).onchain_job_id
  const assigned = await assign(service, crew, id)
  const panel = await deliver(service, crew, assigned)
  const [first, second] = panel
  if (!first || !second) throw new Error('the panel is not seated')
  const send = (seat: Seat, body: Parameters<typeof seat.verifier.peer.call<'submitVerificationResult'>>[1]) =>
    seat.verifier.peer.call('submitVerificationResult', body)
  const before = await rowsOf(service.sql)
  const forged = await first.verifier.peer.vote(first.task, true, second.verifier.peer)
  expect(await refusal(send(first, { body: forged }))).toMatchObject({ status: 401, code: 'signature_invalid' })
  const foreign = await first.verifier.peer.vote(first.task, true)
  expect(await refusal(send(second, { body: foreign }))).toMatchObject({ status: 404, code: 'not_found' })
  const flipped = { ...foreign, verdict: 'FAIL' as const }
  expect(await refusal(send(first, { body: flipped }))).toMatchObject({ status: 401, code: 'signature_invalid' })
  const altered = { ...foreign, evidence: { ...foreign.evidence, reason: 'Something else.' } }
  expect(await refusal(send(first, { body: altered }))).toMatchObject({ status: 422, code: 'result_refused' })
  for (const field of ['result_commitment', 'task_commitment', 'policy_commitment'] as const) {
    const other = await first.verifier.peer.vote({ ...first.task, [field]: `0x${'1'.repeat(64)}` }, true)
    expect(await refusal(send(first, { body: other }))).toMatchObject({ status: 401, code: 'signature_invalid' })
  }
  expect(await rowsOf(service.sql)).toEqual(before)

  await send(first, { body: foreign })
  await send(first, { body: foreign })
  const { verification_id, evidence } = foreign
  const withdrawn = { verdict: 'INCONCLUSIVE' as const, verification_id, evidence }
  expect(await refusal(send(first, { body: withdrawn }))).toMatchObject({ status: 409, code: 'result_exists' })
  for (const seat of panel.slice(1)) await vote(seat, true)
  await inState(id, 'SETTLED')
  expect(await refusal(send(first, { body: withdrawn }))).toMatchObject({ status: 409 })
})

test('agents that hold a job or a seat cannot be emptied until it has ended', async () => {
  const id = (await newJob()).onchain_job_id
  const assigned = await assign(service, crew, id)
  const withdraw = ({ owner, agentId }: ReadyAgent) =>
    owner.call('withdrawEarnings', {
      params: { id: agentId },
      body: { amount: { amount: '0.1', currency: 'USDC' }, destination: `0x${'2'.repeat(40)}` },
      idempotencyKey: newKey(),
    })
  for (const { wallet } of [...crew.workers, ...crew.verifiers]) await mint(service, wallet, 1_000_000n)
  expect(await refusal(withdraw(assigned.worker))).toMatchObject({ status: 409, code: 'assignment_active' })
  const panel = await deliver(service, crew, assigned)
  for (const agent of [assigned.worker, ...panel.map(({ verifier }) => verifier)])
    expect(await refusal(withdraw(agent))).toMatchObject({ status: 409, code: 'assignment_active' })
  for (const seat of panel) await vote(seat, true)
  await inState(id, 'SETTLED')
  expect(await withdraw(assigned.worker)).toMatchObject({ state: 'INTENT' })
  await write(service, (tx) => tx`update withdrawals set state = 'FAILED', ended_at = now()`)
})

test('a majority of fails rejects the attempt, shuts its owner out of the job, and the next owner is paid', async () => {
  const id = (await newJob()).onchain_job_id
  const before = await money()
  const first = await assign(service, crew, id)
  const panel = await deliver(service, crew, first)
  for (const seat of panel) await vote(seat, false)
  await inState(id, 'OPEN')
  expect(gains(before, await money())[first.worker.wallet]).toBe(0n)
  expect((await resultOf(id)).changes).toBeNull()
  expect(await newsOf(first.worker)).toBe('agent.result_rejected')
  const { data } = await clara.person.call('listNotifications', { query: { kind: 'jobs' } })
  expect(data[0]).toMatchObject({ name: 'job.attempt_rejected', subject: { id } })
  const votes = await service.sql`select distinct user_id from events
    where name = 'agent.verdict_recorded' and evidence->>'onchain_job_id' = ${id}`
  expect(votes).toHaveLength(panel.length)

  await hear([...crew.workers, ...crew.verifiers])
  const next = await advanceUntil(
    service,
    id,
    () => offeredTo(crew.workers, id),
    (found) => found !== undefined,
  )
  expect(next?.wallet).not.toBe(first.worker.wallet)
  const second = await assign(service, crew, id)
  expect([second.worker.wallet, second.task.attempt]).toEqual([next?.wallet, 2])
  const again = await deliver(service, crew, second)
  for (const seat of again) await vote(seat, true)
  await inState(id, 'SETTLED')
  const gained = gains(before, await money())
  expect(gained[second.worker.wallet]).toBe(reward)
  expect(gained[first.worker.wallet]).toBe(0n)
  expect(gained[clara.wallet]).toBe((maxRounds - 2n) * panelSize * fee)
  const fees = crew.verifiers.reduce((sum, { wallet }) => sum + (gained[wallet] ?? 0n), 0n)
  expect(fees).toBe(2n * panelSize * fee)
})

test('when nobody but a rejected owner is left, the job waits and says so', async () => {
  const id = (await newJob()).onchain_job_id
  const first = await assign(service, crew, id)
  for (const seat of await deliver(service, crew, first)) await vote(seat, false)
  await inState(id, 'OPEN')
  const others = crew.workers.filter(({ wallet }) => wallet !== first.worker.wallet)
  const pause = (paused: boolean) =>
    Promise.all(
      others.map(({ owner, agentId }) => owner.call('updateAgent', { params: { id: agentId }, body: { paused } })),
    )
  await write(service, (tx) => tx`update assignments set state = 'DECLINED', ended_at = now() where state = 'OFFERED'`)
  await pause(true)
  await hear([...crew.workers, ...crew.verifiers])
  const waiting = await advanceUntil(
    service,
    id,
    () => read(id),
    ({ execution }) => execution.reason?.includes('No suitable worker') ?? false,
  )
  expect(waiting).toMatchObject({ state: 'OPEN', execution: { phase: 'waiting' } })
  expect(await offeredTo(crew.workers, id)).toBeUndefined()
  await pause(false)
})

test('an inconclusive verdict brings an alternate of another owner, whose vote decides', async () => {
  const id = (await newJob()).onchain_job_id
  const assigned = await assign(service, crew, id)
  const panel = await deliver(service, crew, assigned)
  const [pass, fail, unsure] = panel
  if (!pass || !fail || !unsure) throw new Error('the panel is not seated')
  const before = await money()
  await vote(pass, true)
  await vote(fail, false)
  const { verification_id, evidence } = await unsure.verifier.peer.vote(unsure.task, true)
  const body = { verdict: 'INCONCLUSIVE' as const, verification_id, evidence }
  await unsure.verifier.peer.call('submitVerificationResult', { body })
  await hear(crew.verifiers)
  const seats = await advanceUntil(
    service,
    id,
    () => seatsOf(crew, id),
    (found) => found.length > 0,
  )
  const [alternate] = seats
  if (!alternate) throw new Error('no alternate is seated')
  expect(panel.map(({ verifier }) => verifier.wallet)).not.toContain(alternate.verifier.wallet)
  expect(await eventsOf('AlternatesSeated', id)).toHaveLength(1)
  await vote(alternate, true)
  await inState(id, 'SETTLED')
  const gained = gains(before, await money())
  expect(gained[assigned.worker.wallet]).toBe(reward)
  expect([pass, fail, unsure, alternate].map(({ verifier }) => gained[verifier.wallet])).toEqual([fee, fee, 0n, fee])
})

test('a result that a quorum passes with a mark is paid when every verifier passes it, and not before', async () => {
  const id = (await newJob()).onchain_job_id
  const [first, second, third] = await deliver(service, crew, await assign(service, crew, id))
  if (!first || !second || !third) throw new Error('the panel is not seated')
  const mark = 'src/slugify.js, line 1, may end the process before its tests do: process.exit(0)'
  await vote(first, true, mark)
  await vote(second, true, mark)
  const isHeld = ({ execution }: Job) => execution.reason?.includes('every verifier has to pass it') ?? false
  const held = await advanceUntil(service, id, () => read(id), isHeld)
  expect(held.state).toBe('SUBMITTED')
  expect(held.execution.awaiting).toContainEqual(
    expect.objectContaining({ what: '2 of 3 verdicts given. A decision needs all in agreement.' }),
  )
  expect(await eventsOf('VerdictRecorded', id)).toEqual([])
  await vote(third, true)
  await inState(id, 'SETTLED')
  expect(await eventsOf('VerdictRecorded', id)).toHaveLength(3)
})

test('a marked result that one verifier fails gets a second opinion, and a fail there rejects it unpaid', async () => {
  const id = (await newJob()).onchain_job_id
  const before = await money()
  const { assigned, seats } = await contested(id)
  const [first] = await secondOpinion(id, seats)
  if (!first) throw new Error('nobody else is asked')
  await vote(first, false)
  const handed = (await assigned.worker.peer.heartbeat()).verdicts.filter(({ onchain_job_id }) => onchain_job_id === id)
  expect(handed.filter(({ pass }) => pass).length).toBeLessThan(2)
  await inState(id, 'OPEN')
  expect(gains(before, await money())[assigned.worker.wallet]).toBe(0n)
  expect(await service.sql`select 1 from rejections where onchain_job_id = ${id}`).toHaveLength(1)
})

test('a marked result that the second opinion does not fail either lapses: the worker gets no more than its share', async () => {
  const id = (await newJob()).onchain_job_id
  const before = await money()
  const { assigned, seats } = await contested(id)
  for (const seat of await secondOpinion(id, seats)) await vote(seat, true)
  await service.node.increaseTime({ seconds: 86_400 })
  await service.node.mine({ blocks: 1 })
  const ended = await inState(id, 'LAPSED')
  expect(ended.held.amount).toBe('0.000000')
  expect(gains(before, await money())[assigned.worker.wallet]).toBe(reward / 2n)
})

/** Two of three verifiers pass the result with a mark, and one fails it. */
async function contested(id: string) {
  const assigned = await assign(service, crew, id)
  const seats = await deliver(service, crew, assigned)
  for (const [at, seat] of seats.entries()) await vote(seat, at < 2, at < 2 ? 'src/slugify.js, line 1' : undefined)
  return { assigned, seats }
}

/** The seats of those who are asked in addition. */
async function secondOpinion(id: string, seats: readonly Seat[]): Promise<Seat[]> {
  const known = new Set(seats.map((seat) => seat.id))
  const others = async () => {
    await hear(crew.verifiers)
    return (await seatsOf(crew, id)).filter((seat) => !known.has(seat.id))
  }
  return advanceUntil(service, id, others, (found) => found.length > 0)
}

type Verdicts = ReplyOf<'getJobResult'>['verdicts']
test('a rejected attempt tells its client and its worker’s owner what its verifiers saw, and nobody else', async () => {
  const [rejected] =
    await service.sql`select onchain_job_id::text as id, agent_id from assignments where state = 'REJECTED'`
  const { id, agent_id } = rejected ?? {}
  const worker = crew.workers.find(({ agentId }) => agentId === agent_id)
  if (!worker) throw new Error('no attempt was rejected')
  const [failedAttempt] = (await read(id)).execution.failed_attempts
  expect(failedAttempt).toMatchObject({ outcome: 'rejected', worker: worker.wallet, attempt: 1 })
  expect(failedAttempt?.verdicts).toEqual(
    [1, 2, 3].map(() => ({
      agent: expect.any(String),
      verdict: 'FAIL',
      evidence_hash: expect.any(String),
      reason: expect.any(String),
      commands: [],
    })),
  )
  const status = (who: ReadyAgent, agentId: string) => who.owner.call('getRuntimeStatus', { params: { id: agentId } })
  expect((await status(worker, worker.agentId)).failed_attempts).toContainEqual(failedAttempt)
  for (const other of [...crew.workers, ...crew.verifiers].filter(({ agentId }) => agentId !== agent_id)) {
    expect((await status(other, other.agentId)).failed_attempts).not.toContainEqual(failedAttempt)
    expect(await refusal(status(other, worker.agentId))).toMatchObject({ status: 404 })
  }
})

test('verdicts of a rejected attempt are the client’s to read, its content is not', async () => {
  const rejected = await service.sql`select onchain_job_id::text as id from rejections`
  for (const { id } of rejected) {
    if ((await read(id)).state === 'SETTLED') continue
    const shown = await resultOf(id)
    const outcomes: Verdicts[number]['outcome'][] = shown.verdicts.map(({ outcome }) => outcome)
    expect(outcomes.filter((outcome) => outcome === 'FAIL').length).toBeGreaterThan(1)
    expect(shown).toMatchObject({ is_content_released: false, changes: null, summary: null })
  }
  expect(rejected.length).toBeGreaterThan(0)
})
