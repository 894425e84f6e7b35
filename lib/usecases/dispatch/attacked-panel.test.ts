import { eq } from 'drizzle-orm'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seats } from '#drizzle/schema/work.ts'
import { work, write } from '#test/agents.ts'
import {
  advanceUntil,
  assign,
  type Crew,
  crewEnv,
  deliver,
  hear,
  inLastSeconds,
  readJob,
  readyCrew,
  type Seat,
  seatsOf,
  vote,
} from '#test/crew.ts'
import { balanceOf, type Client, fundedJob, index, openIssue, readyClient } from '#test/journey.ts'
import { refusal } from '#test/refusal.ts'
import type { ReadyAgent } from '#test/runtime-peer.ts'
import { type Service, startService } from '#test/service.ts'
import { until } from '#test/until.ts'
import { agentRegistryAbi } from '../../chain/abi/agent-registry.ts'
import { jobEscrowAbi } from '../../chain/abi/job-escrow.ts'
import type { ReplyOf } from '../../client/api.ts'
import { inTransaction } from '../../data/database.ts'
import { formatAmount, parseAmount } from '../../domain/money.ts'
import { runOperator } from '../operator/run-operator.ts'
import { proveJobs } from '../proofs/prove-jobs.ts'
import { countVerifierFigures } from '../verifiers/count-figures.ts'
import { advanceJob } from './advance-job.ts'
import { convictVerifier } from './convict-verifier.ts'
import type { DrawDocument } from './draw-verifiers.ts'

type SignedVerdict = ReplyOf<'sendHeartbeat'>['verdicts'][number]
const [reward, fee] = [3_000_000n, 100_000n]

let service: Service
let clara: Client
let crew: Crew
beforeAll(async () => {
  service = await startService({ runtimePlaces: 7, env: crewEnv })
  clara = await readyClient(service)
  crew = await readyCrew(service, ['wanda', 'will'], ['vera', 'victor', 'viola', 'vito', 'oscar'])
})
afterAll(() => service.stop())

type Panel = { id: string; worker: ReadyAgent; seats: [Seat, Seat, Seat]; gains: () => Promise<bigint[]> }

/** A delivered job with its panel; `gains` tells what worker and seats were paid for it, in this order. */
async function seated(): Promise<Panel> {
  const { onchain_job_id: id } = await fundedJob(clara, await openIssue(service))
  const assigned = await assign(service, crew, id)
  const [first, second, third] = await deliver(service, crew, assigned)
  if (!first || !second || !third) throw new Error('the panel is not seated')
  const payees = [assigned.worker, ...[first, second, third].map(({ verifier }) => verifier)]
  const read = () => Promise.all(payees.map(({ wallet }) => balanceOf(service, wallet)))
  const before = await read()
  const gains = async () => (await read()).map((units, at) => units - (before[at] ?? 0n))
  return { id, worker: assigned.worker, seats: [first, second, third], gains }
}

const settled = (id: string) =>
  advanceUntil(
    service,
    id,
    () => readJob(clara.person, id),
    ({ state }) => state === 'SETTLED',
  )

/** Brings verdicts to the escrow from an account that has no part in the job. */
async function attestAsStranger(verdicts: readonly SignedVerdict[]): Promise<void> {
  const [one] = verdicts
  if (!one) throw new Error('there are no verdicts')
  const rows = verdicts.map((verdict) => ({
    jobId: BigInt(verdict.onchain_job_id),
    attempt: verdict.attempt,
    taskCommitment: verdict.task_commitment,
    policyCommitment: verdict.policy_commitment,
    resultCommitment: verdict.result_commitment,
    pass: verdict.pass,
    evidenceHash: verdict.evidence_hash,
    agent: verdict.agent,
  }))
  const hash = await service.node.writeContract({
    address: service.chain.addresses.escrow,
    abi: jobEscrowAbi,
    functionName: 'attest',
    account: privateKeyToAccount(service.chain.keys.minter),
    args: [BigInt(one.onchain_job_id), one.attempt, rows, verdicts.map(({ signature }) => signature)] as never,
  })
  const receipt = await service.node.waitForTransactionReceipt({ hash })
  expect(receipt.status).toBe('success')
}

/** A vote in the form in which a verifier could hand it to anyone. */
async function signed({ verifier, task }: Seat, pass: boolean): Promise<SignedVerdict> {
  const { evidence_hash, signature } = await verifier.peer.vote(task, pass)
  const { onchain_job_id, attempt, agent, task_commitment, policy_commitment, result_commitment } = task
  const about = { onchain_job_id, attempt, agent, task_commitment, policy_commitment, result_commitment }
  return { ...about, pass, evidence_hash, signature }
}

test('who is passed over is named with the reason in the order of the seed, and the draw can be repeated', async () => {
  const ctx = service.context()
  const { onchain_job_id: id } = await fundedJob(clara, await openIssue(service), { verifiers: 1, quorum: 1 })
  const { worker, task } = await assign(service, crew, id)
  await worker.peer.call('submitJobResult', { body: await worker.peer.result(task, 'export const done = true\n') })
  const [left, ...away] = crew.verifiers as [ReadyAgent, ...ReadyAgent[]]
  const [paused, ...silent] = away.map(({ agentId }) => agentId)
  const setState = (state: string) =>
    write(service, (tx) => tx`update agents set state = ${state} where id = ${paused ?? null}`)
  await setState('PAUSED')
  await hear(crew.verifiers)
  await service.sql`update runtime_heartbeats set at = now() - interval '1 hour' where agent_id = any(${silent})`
  const asked = async () => {
    await hear([left])
    return seatsOf({ ...crew, verifiers: [left] }, id)
  }
  const [seat] = await advanceUntil(service, id, asked, (seats) => seats.length > 0)
  const [row] = await service.sql`select evidence from draws where onchain_job_id = ${id}`
  if (!row || !seat) throw new Error('there is no draw')
  const { seed, skipped, picks } = row.evidence as DrawDocument
  expect(picks).toEqual([left.wallet])
  const order = ctx.chain.drawOrder(seed, await ctx.chain.verifiers(0, 100)).flat()
  const called = order.map(({ agent }) => agent)
  const reasonFor = (wallet: string) => (wallet === away[0]?.wallet ? 'paused' : 'offline')
  const before = called.slice(0, called.indexOf(left.wallet as `0x${string}`))
  expect(skipped).toEqual(before.map((agent) => ({ agent, reason: reasonFor(agent) })))
  await setState('ACTIVE')
  await hear(crew.verifiers)
  await vote(seat, true)
  await settled(id)
  await expectPassedOverShown()
})

/** Everybody may read how often each verifier was passed over. */
async function expectPassedOverShown(): Promise<void> {
  const draws = await service.sql`select evidence from draws`
  const all = draws.flatMap(({ evidence }) => (evidence as DrawDocument).skipped.map(({ agent }) => agent))
  const timesOf = (wallet: string) => all.filter((agent) => agent === wallet).length
  await countVerifierFigures(service.context())
  const shown = await service.person('nobody').call('getVerifierIndependence')
  expect(shown.pool).toMatchObject({ passed_over: all.length })
  for (const { address, passed_over } of shown.data) expect([address, passed_over]).toEqual([address, timesOf(address)])
  const called = crew.verifiers.filter(({ wallet }) => timesOf(wallet) > 0)
  expect(shown.data.map(({ address }) => address)).toEqual(expect.arrayContaining(called.map(({ wallet }) => wallet)))
}

test('with the verdicts that its heartbeat carries a worker is paid through anyone, while the service does nothing (H1)', async () => {
  const { id, worker, seats, gains } = await seated()
  expect((await worker.peer.heartbeat()).verdicts).toEqual([])
  await vote(seats[0], true)
  await vote(seats[1], true)
  const { verdicts } = await worker.peer.heartbeat()
  const about = verdicts.filter(({ onchain_job_id }) => onchain_job_id === id)
  expect(about).toHaveLength(2)
  await attestAsStranger(about)
  expect(await gains()).toEqual([reward, fee, fee, 0n])
  await index(service)
  expect((await readJob(clara.person, id)).state).toBe('SETTLED')
  await work(service, id)
  expect(await gains()).toEqual([reward, fee, fee, 0n])
})

test('a verdict that its verifier published past the service counts, and the worker is handed the others (H1)', async () => {
  const { id, worker, seats, gains } = await seated()
  await attestAsStranger([await signed(seats[0], true)])
  await index(service)
  await vote(seats[1], true)
  const { verdicts } = await worker.peer.heartbeat()
  const about = verdicts.filter(({ onchain_job_id }) => onchain_job_id === id)
  expect(about.map(({ agent }) => agent)).toEqual([seats[1].verifier.wallet])
  await attestAsStranger(about)
  expect(await gains()).toEqual([reward, fee, fee, 0n])
  await settled(id)
  const shown = await clara.person.call('getJobResult', { params: { onchain_job_id: id } })
  expect(shown.verdicts.filter(({ recorded }) => recorded)).toHaveLength(2)
})

test('a verifier that posts its verdict before the batch holds nobody up, and is not paid twice for it (M1)', async () => {
  const { id, seats, gains } = await seated()
  for (const seat of seats) await vote(seat, true)
  await attestAsStranger([await signed(seats[2], true)])
  expect(await gains()).toEqual([0n, 0n, 0n, fee])
  await settled(id)
  expect(await gains()).toEqual([reward, fee, fee, fee])
})

test('a verifier that cannot run is unpaid, and an alternate of another owner decides in its place', async () => {
  const { id, worker, seats, gains } = await seated()
  const [pass, fail, unable] = seats
  await vote(pass, true)
  await vote(fail, false)
  await cannotRun(unable)
  const alternate = await alternateOf(id, seats)
  const before = await balanceOf(service, alternate.verifier.wallet)
  await vote(alternate, true)
  await settled(id)
  expect(await gains()).toEqual([reward, fee, fee, 0n])
  expect((await balanceOf(service, alternate.verifier.wallet)) - before).toBe(fee)
  expect(worker.wallet).not.toBe(alternate.verifier.wallet)
  await proveJobs(service.context())
  const { owner, agentId } = unable.verifier
  const proof = await owner.call('getAgentJobProof', { params: { id: agentId, onchain_job_id: id } })
  expect(proof).toMatchObject({ job: { onchain_job_id: id, state: 'SETTLED' } })
})

async function alternateOf(id: string, seats: readonly Seat[], heard = crew.verifiers): Promise<Seat> {
  await hear(heard)
  const known = new Set(seats.map((seat) => seat.id))
  const found = await advanceUntil(
    service,
    id,
    async () => (await seatsOf({ ...crew, verifiers: heard }, id)).filter((seat) => !known.has(seat.id)),
    (alternates) => alternates.length > 0,
  )
  const [alternate] = found
  if (!alternate) throw new Error('no alternate is seated')
  const owners = await service.sql`select distinct owner_user_id from seats where onchain_job_id = ${id}`
  expect(owners).toHaveLength(seats.length + 1)
  return alternate
}

async function cannotRun({ verifier, task }: Seat): Promise<void> {
  const { verification_id, evidence } = await verifier.peer.vote(task, true)
  const body = { verdict: 'CANNOT_RUN' as const, verification_id, evidence }
  await verifier.peer.call('submitVerificationResult', { body })
}

// These move the clock of the chain.
test('alternates that the escrow refuses, since a seat has been filled, are drawn again for the seats still open', async () => {
  const { id, seats, gains } = await seated()
  const [pass, late, unable] = seats
  await vote(pass, true)
  await cannotRun(unable)
  await service.node.increaseTime({ seconds: 2_000 })
  await service.node.mine({ blocks: 1 })
  await hear(crew.verifiers)
  await advanceJob(service.context(), { onchainJobId: id })
  const drawn = await service.sql`select seat from seats where onchain_job_id = ${id} and naming > 1`
  expect(drawn).toHaveLength(2)
  await attestAsStranger([await signed(late, false)])
  const alternate = await alternateOf(id, seats)
  await vote(alternate, true)
  await settled(id)
  expect(await gains()).toEqual([reward, fee, fee, 0n])
  await proveJobs(service.context())
  const proof = await clara.person.call('getJobProof', { params: { onchain_job_id: id } })
  expect(proof.attempts[0]?.draws).toHaveLength(2)
  expect(proof.statements.discarded_draws).toMatchObject([
    { attempt: 1, kind: 'ALTERNATES', reason: expect.stringMatching(/^SeatUnavailable\(/) },
  ])
  expect(proof.statements.discarded_draws[0]?.document.seats).toHaveLength(2)
})

test('with fewer spare verifiers than open seats those who are there are asked, and a vote is paid though nothing is decided', async () => {
  const { id, seats, gains } = await seated()
  const [pass, ...unable] = seats
  await vote(pass, true)
  for (const seat of unable) await cannotRun(seat)
  const [spare] = crew.verifiers.filter(({ wallet }) => seats.every(({ verifier }) => verifier.wallet !== wallet))
  await service.sql`update runtime_heartbeats set at = now() - interval '1 hour' where agent_id = ${spare?.agentId ?? ''}`
  await work(service, id)
  expect((await readJob(clara.person, id)).execution.reason).toContain(
    '2 other verifiers are needed, because some have not decided; 1 of them',
  )
  await service.node.increaseTime({ seconds: 2_800 })
  await service.node.mine({ blocks: 1 })
  const others = crew.verifiers.filter(({ wallet }) => wallet !== spare?.wallet)
  const alternate = await alternateOf(id, seats, others)
  await cannotRun(alternate)
  // Others may still come; towards the end of the window the vote is posted as it is.
  const isPaid = ([, fees]: bigint[]) => fees === fee
  await inLastSeconds(service, clara.person, id, () => advanceUntil(service, id, gains, isPaid))
  await service.node.increaseTime({ seconds: 6_000 })
  await service.node.mine({ blocks: 1 })
  const job = await advanceUntil(
    service,
    id,
    () => readJob(clara.person, id),
    ({ state }) => state === 'LAPSED',
  )
  expect(job.held.amount).toBe('0.000000')
  expect(await gains()).toEqual([reward / 2n, fee, 0n, 0n])
  expect(job.execution.assignments.at(-1)).toMatchObject({
    state: 'LAPSED',
    end_cause: 'not decided, although every verifier answered; of the verifiers, 1 passed it, 3 could not run it',
  })
  const [failedAttempt] = job.execution.failed_attempts
  expect(failedAttempt?.outcome).toBe('undecided')
  expect(failedAttempt?.verdicts.map(({ verdict }) => verdict).sort()).toEqual([
    'CANNOT_RUN',
    'CANNOT_RUN',
    'CANNOT_RUN',
    'PASS',
  ])
  await hear(crew.verifiers)
})

test('a vote that is on chain already, posted again without a decision as its window closes, holds up no later call of the key', async () => {
  const { id, seats, gains } = await seated()
  await vote(seats[0], true)
  // The service reads this block only later.
  await attestAsStranger([await signed(seats[0], true)])
  const ctx = service.context()
  const postings = () => service.sql`select state from operator_calls where purpose = 'ATTESTATION'
    and subject like ${`${id}/%`} order by id`
  const walk = async () => {
    await runOperator(ctx, 'dispatcher')
    return postings()
  }
  await inLastSeconds(service, clara.person, id, async () => {
    await advanceJob(ctx, { onchainJobId: id })
    expect(await postings()).toMatchObject([{ state: 'INTENT' }])
    await until(walk, ([posting]) => posting?.state === 'CONFIRMED')
  })
  expect(ctx.chain.nodeProblems()).toEqual([])
  expect(await gains()).toEqual([0n, fee, 0n, 0n])
})

test('a result on which a panel and three alternates stay silent lapses: its worker is paid the share, and the client gets the content', async () => {
  const terms = { verifiers: 1, quorum: 1, silence_share_bps: 2_501 }
  const { onchain_job_id: id, held } = await fundedJob(clara, await openIssue(service), terms)
  const assigned = await assign(service, crew, id)
  const { worker } = assigned
  const before = await Promise.all([worker.wallet, clara.wallet].map((wallet) => balanceOf(service, wallet)))
  const overviewTotals = async () => {
    const { money_in } = await worker.owner.call('getOverview')
    const { money_out } = await clara.person.call('getOverview')
    return [parseAmount(money_in?.earned.amount ?? '0'), parseAmount(money_out?.paid.amount ?? '0')]
  }
  const [earned = 0n, paid = 0n] = await overviewTotals()
  const undecided = async () =>
    (await worker.owner.call('getAgent', { params: { id: worker.agentId } })).reputation?.undecided ?? -1
  const undecidedBefore = await undecided()
  const seats = await deliver(service, crew, assigned)
  const elapse = async (seconds: number) => {
    await service.node.increaseTime({ seconds })
    await service.node.mine({ blocks: 1 })
  }
  for (const seconds of [2_000, 3_600, 3_600]) {
    await elapse(seconds)
    seats.push(await alternateOf(id, seats))
  }
  const read = () => readJob(clara.person, id)
  await elapse(2_000)
  await hear([...crew.workers, ...crew.verifiers])
  await work(service, id)
  expect((await read()).execution.panel).toHaveLength(4)
  const result = () => clara.person.call('getJobResult', { params: { onchain_job_id: id } })
  expect(await result()).toMatchObject({ is_content_released: false, changes: null })
  await elapse(3_700)
  const job = await advanceUntil(service, id, read, ({ state }) => state === 'LAPSED')
  expect(job.execution.assignments[0]).toMatchObject({ state: 'LAPSED', end_cause: 'no verifier answered in time' })
  const share = (reward * 2_501n) / 10_000n
  const after = await Promise.all([worker.wallet, clara.wallet].map((wallet) => balanceOf(service, wallet)))
  expect(after.map((units, at) => units - (before[at] ?? 0n))).toEqual([share, parseAmount(held.amount) - share])
  expect(await overviewTotals()).toEqual([earned + share, paid + share])
  expect(await undecided()).toBe(undecidedBefore + 1)
  expect(job.accounts.payments.map(({ kind, role }) => `${kind} ${role}`)).toEqual([
    'silence_share worker',
    'returned client',
  ])
  expect(await result()).toMatchObject({ is_content_released: true, changes: [expect.anything()] })
  const { earnings } = await worker.owner.call('getAgentWallet', { params: { id: worker.agentId } })
  expect(earnings[0]).toMatchObject({ kind: 'silence_share', amount: { amount: formatAmount(share) } })
  const { data } = await worker.owner.call('listNotifications', { query: { kind: 'money' } })
  expect(data[0]).toMatchObject({ name: 'agent.result_lapsed', subject: { agent_id: worker.agentId } })
})

test.each([
  ['base_passes', 'a command that must fail without the work passes without it'],
  ['out_of_time', 'the commands take longer than verifiers have'],
] as const)(
  'a client whose commands cannot decide (%s) pays the share, and gets no content for it',
  async (code, fault) => {
    const terms = { verifiers: 1, quorum: 1, silence_share_bps: 1 }
    const { onchain_job_id: id } = await fundedJob(clara, await openIssue(service), terms)
    const assigned = await assign(service, crew, id)
    const [seat] = await deliver(service, crew, assigned)
    if (!seat) throw new Error('nobody is seated')
    const { owner, agentId } = assigned.worker
    const record = async () => (await owner.call('getAgent', { params: { id: agentId } })).reputation?.undecided
    const before = await record()
    const { peer } = seat.verifier
    const { evidence } = await peer.vote(seat.task, false, peer, 'no mark')
    const found = { ...evidence, marks: [], code, version: 2 as const, controls: [] }
    const body = { verdict: 'INCONCLUSIVE' as const, verification_id: seat.task.verification_id, evidence: found }
    await peer.call('submitVerificationResult', { body })
    await service.node.increaseTime({ seconds: 86_400 })
    await service.node.mine({ blocks: 1 })
    const read = () => readJob(clara.person, id)
    const job = await advanceUntil(service, id, read, ({ state }) => state === 'LAPSED')
    expect(job.accounts.payments.map(({ kind }) => kind)).toEqual(['silence_share', 'returned'])
    expect(job.execution.assignments[0]?.end_cause).toContain(fault)
    const params = { onchain_job_id: id }
    expect(await clara.person.call('getJobResult', { params })).toMatchObject({
      is_content_released: false,
      changes: null,
      summary: null,
    })
    expect(await refusal(clara.person.call('getVerificationBundle', { params }))).toMatchObject({
      status: 409,
      code: 'state_conflict',
      detail: expect.stringContaining('cannot decide on any result'),
    })
    expect(await record()).toBe(before)
  },
)

test('what one verifier of three says of the client’s commands is not shown as the cause of the end', async () => {
  const terms = { verifiers: 3, quorum: 2, silence_share_bps: 1 }
  const { onchain_job_id: id } = await fundedJob(clara, await openIssue(service), terms)
  const [seat] = await deliver(service, crew, await assign(service, crew, id))
  if (!seat) throw new Error('nobody is seated')
  const { peer } = seat.verifier
  const { evidence } = await peer.vote(seat.task, false, peer, 'no mark')
  const found = { ...evidence, marks: [], code: 'base_passes' as const, version: 2 as const, controls: [] }
  const body = { verdict: 'INCONCLUSIVE' as const, verification_id: seat.task.verification_id, evidence: found }
  await peer.call('submitVerificationResult', { body })
  await service.node.increaseTime({ seconds: 86_400 })
  await service.node.mine({ blocks: 1 })
  const read = () => readJob(clara.person, id)
  const job = await advanceUntil(service, id, read, ({ state }) => state === 'LAPSED')
  expect(job.execution.assignments[0]?.end_cause).toBe(
    'not decided in time; of the verifiers, 1 found it inconclusive, 2 did not answer',
  )
  const result = await clara.person.call('getJobResult', { params: { onchain_job_id: id } })
  expect(result.is_content_released).toBe(true)
})

test('a verifier that stays silent for half of the window gets an alternate, and its own late vote still fills the seat', async () => {
  const { id, seats, gains } = await seated()
  const [pass, fail, silent] = seats
  await vote(pass, true)
  await vote(fail, false)
  await work(service, id)
  expect(await service.sql`select 1 from seats where onchain_job_id = ${id} and naming > 1`).toEqual([])
  await service.node.increaseTime({ seconds: 2_000 })
  await service.node.mine({ blocks: 1 })
  const alternate = await alternateOf(id, seats)
  const before = await balanceOf(service, alternate.verifier.wallet)
  await vote(silent, true)
  await settled(id)
  expect(await gains()).toEqual([reward, fee, fee, fee])
  expect(await balanceOf(service, alternate.verifier.wallet)).toBe(before)
})

// Last, because each takes one of five verifiers away.
test('of a verifier that signs both ways the vote counts that the escrow records first, paid once, and both signatures are kept as proof (M1)', async () => {
  const { id, seats, gains } = await seated()
  const [liar, ...honest] = seats
  await vote(liar, true)
  await attestAsStranger([await signed(liar, false)])
  for (const seat of honest) await vote(seat, true)
  await settled(id)
  expect(await gains()).toEqual([reward, fee, fee, fee])
  const place = { address: service.chain.addresses.escrow, abi: jobEscrowAbi, fromBlock: 0n } as const
  const recorded = await service.node.getContractEvents({
    ...place,
    eventName: 'VerdictRecorded',
    args: { id: BigInt(id) } as never,
  })
  const byLiar = recorded.filter(({ args }) => args.agent?.toLowerCase() === liar.verifier.wallet)
  expect(byLiar.map(({ args }) => args.pass)).toEqual([false])
  const [proof] = await service.sql`select signature, contradiction from seats where id = ${liar.id}`
  expect(proof).toMatchObject({ signature: (await signed(liar, true)).signature, contradiction: { pass: false } })

  const { agentId } = liar.verifier
  const state = () => service.sql`select state, disqualified_for from agents where id = ${agentId}`
  const revocations = () => service.sql`select 1 from operator_calls where purpose = 'REVOCATION'`
  expect(await state()).toEqual([{ state: 'PROVISIONING', disqualified_for: null }])
  expect(await revocations()).toHaveLength(0)
  const ctx = service.context()
  const others = (await listSeatsOf(agentId)).filter(
    (seat) => seat.onchainJobId !== BigInt(id) && seat.verdict === 'PASS',
  )
  const contradiction = { pass: false, evidence_hash: `0x${'0'.repeat(64)}`, proof: '0x' }
  const convict = async (seat: (typeof others)[number] | undefined) => {
    if (!seat) throw new Error('the verifier judged too few jobs')
    await inTransaction(ctx.db, (tx) => convictVerifier(ctx, tx, seat, contradiction))
  }
  // The same about another job before it qualifies again may be the same fault.
  await convict(others[0])
  expect(await state()).toEqual([{ state: 'PROVISIONING', disqualified_for: null }])
  expect(await revocations()).toHaveLength(0)
  // After it, that is the second cause.
  await write(service, (tx) => tx`update agents set state = 'ACTIVE', qualified_at = now() where id = ${agentId}`)
  await convict(others[1])
  expect(await state()).toEqual([{ state: 'SUSPENDED', disqualified_for: expect.stringContaining('both verdicts') }])
  expect(await revocations()).toHaveLength(1)
})

const listSeatsOf = (agentId: string) => service.services.db.select().from(seats).where(eq(seats.agentId, agentId))

test('a vote whose key was compromised before it was recorded holds up nobody: an alternate fills the seat', async () => {
  const { id, seats, gains } = await seated()
  const [stolen, pass, fail] = seats
  await vote(stolen, true)
  const [row] = await service.sql`select key from seats where id = ${stolen.id}`
  const hash = await service.node.writeContract({
    address: service.chain.addresses.registry,
    abi: agentRegistryAbi,
    functionName: 'markCompromised',
    account: privateKeyToAccount(service.chain.keys.guardian),
    args: [row?.key],
  } as never)
  expect((await service.node.waitForTransactionReceipt({ hash })).status).toBe('success')
  await index(service)
  await vote(pass, true)
  await vote(fail, false)
  const others = crew.verifiers.filter(({ wallet }) => wallet !== stolen.verifier.wallet)
  const alternate = await alternateOf(id, seats, others)
  await vote(alternate, true)
  await settled(id)
  expect(await gains()).toEqual([reward, 0n, fee, fee])
})

test('a dispatcher with a new key seats what its old key assigned, once it is given that one, and says so until then', async () => {
  const { onchain_job_id: id } = await fundedJob(clara, await openIssue(service), { verifiers: 1, quorum: 1 })
  const { worker, task } = await assign(service, crew, id)
  await worker.peer.call('submitJobResult', { body: await worker.peer.result(task, 'export const done = true\n') })
  await until(
    async () => {
      await runOperator(service.context(), 'dispatcher')
      return service.services.chain.newestJob(BigInt(id), 0n)
    },
    (job) => job?.state === 'SUBMITTED',
  )
  await hear(crew.verifiers)
  const successor = { DISPATCHER_PRIVATE_KEY: `0x${'8'.repeat(64)}` }
  await advanceJob(service.context(successor), { onchainJobId: id })
  expect((await readJob(clara.person, id)).execution.reason).toContain('retired dispatcher key')
  const bothKeys = { ...successor, DISPATCHER_RETIRED_KEYS: service.chain.keys.dispatcher }
  await advanceJob(service.context(bothKeys), { onchainJobId: id })
  expect((await readJob(clara.person, id)).execution.reason).toContain('The panel is drawn')
})
