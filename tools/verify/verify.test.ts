import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proveJobs } from '#lib/usecases/proofs/prove-jobs.ts'
import { write } from '#test/agents.ts'
import {
  advanceUntil,
  assign,
  type Crew,
  crewEnv,
  deliver,
  hear,
  inLastSeconds,
  type Job,
  readJob,
  readyCrew,
  seatsOf,
  vote,
} from '#test/crew.ts'
import { type Client, carryOut, fundedJob, index, mint, newKey, openIssue, readyClient } from '#test/journey.ts'
import { refusal } from '#test/refusal.ts'
import { type Service, startService } from '#test/service.ts'
import { checkProof } from './check-proof.ts'
import { fieldMutants, type Mutant, partMutants } from './mutants.ts'
import { CannotTellError } from './problem.ts'
import { type ProofDocument, parseProof } from './read-proof-file.ts'

let service: Service
let clara: Client
let crew: Crew
let folder: string
/** `SETTLEMENTS=100` checks as many when nothing but the chain is left. */
const settlements = Number(process.env.SETTLEMENTS ?? 3)
type Name = 'settled' | 'refunded' | 'cancelled' | 'deferred' | 'lapsed' | 'byAlternate'
const proofs: Record<Name, ProofDocument> = Object.create(null)

const paramsOf = (id: string) => ({ params: { onchain_job_id: id } })
const inState = (id: string, state: Job['state']) =>
  advanceUntil(
    service,
    id,
    () => readJob(clara.person, id),
    (job) => job.state === state,
  )

async function judged(isAccepted: boolean, more: object = {}): Promise<string> {
  const { onchain_job_id: id } = await fundedJob(clara, await openIssue(service), more)
  for (const seat of await deliver(service, crew, await assign(service, crew, id))) await vote(seat, isAccepted)
  await inState(id, isAccepted ? 'SETTLED' : 'REFUNDED')
  return id
}

async function cancel(id: string): Promise<void> {
  const asked = { ...paramsOf(id), body: { action: 'cancel' }, idempotencyKey: newKey() } as const
  await carryOut(clara.person, await clara.person.call('createActionChallenge', asked))
  await index(service)
}

/** One verifier stays silent, and an alternate decides in its place. */
async function judgedByAlternate(): Promise<string> {
  const { onchain_job_id: id } = await fundedJob(clara, await openIssue(service))
  const [first, second, silent] = await deliver(service, crew, await assign(service, crew, id))
  if (!first || !second || !silent) throw new Error('the panel is not seated')
  await vote(first, true)
  await vote(second, false)
  await elapse(2_000)
  const others = { ...crew, verifiers: crew.verifiers.filter(({ wallet }) => wallet !== silent.verifier.wallet) }
  const named = async () => {
    await hear(others.verifiers)
    return (await seatsOf(others, id)).filter(({ id: seat }) => seat !== first.id && seat !== second.id)
  }
  const [alternate] = await advanceUntil(service, id, named, (seats) => seats.length > 0)
  if (!alternate) throw new Error('no alternate is named')
  await vote(alternate, true)
  await inState(id, 'SETTLED')
  return id
}

/** One of three verifiers fails the result, and nobody else says anything until the time is over. */
async function unjudged(): Promise<string> {
  const { onchain_job_id: id } = await fundedJob(clara, await openIssue(service), { silence_share_bps: 3_333 })
  const [first] = await deliver(service, crew, await assign(service, crew, id))
  if (!first) throw new Error('the panel is not seated')
  await vote(first, false)
  await service.sql`update runtime_heartbeats set at = now() - interval '1 hour'`
  const read = () => readJob(clara.person, id)
  const isPaid = ({ accounts }: Job) => accounts.payments.length > 0
  await inLastSeconds(service, clara.person, id, () => advanceUntil(service, id, read, isPaid))
  await elapse(20)
  await inState(id, 'LAPSED')
  return id
}

async function elapse(seconds: number): Promise<void> {
  await service.node.increaseTime({ seconds })
  await service.node.mine({ blocks: 1 })
}

/** Until then the token answers every call with false, as one does that refuses a transfer. */
async function whileTokenRefuses(work: () => Promise<void>): Promise<void> {
  const { token } = service.chain.addresses
  const code = await service.node.getCode({ address: token })
  if (!code) throw new Error('the token has no code')
  await service.node.setCode({ address: token, bytecode: '0x600060005260206000f3' })
  await work()
  await service.node.setCode({ address: token, bytecode: code })
}

/** The proof as anyone downloads it. */
async function download(id: string): Promise<ProofDocument> {
  expect(await proveJobs(service.context())).toEqual([])
  return service.person('nobody').call('getPublicProof', paramsOf(id))
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jobwright-proofs-'))
  service = await startService({ runtimePlaces: 5, env: { ...crewEnv, PUBLIC_CACHE_SECONDS: '0' } })
  clara = await readyClient(service)
  crew = await readyCrew(service, ['wanda'], ['vera', 'victor', 'viola', 'vito'])
  proofs.settled = await download(await judged(true))
  const rejected = await judged(false, { max_attempts: 1 })
  proofs.refunded = await download(rejected)
  const { onchain_job_id: cancelled } = await fundedJob(clara, await openIssue(service))
  await cancel(cancelled)
  proofs.cancelled = await download(cancelled)
  const { onchain_job_id: deferred } = await fundedJob(clara, await openIssue(service))
  await whileTokenRefuses(() => cancel(deferred))
  proofs.deferred = await download(deferred)
  proofs.byAlternate = await download(await judgedByAlternate())
  proofs.lapsed = await download(await unjudged())
})
afterAll(async () => {
  await service?.stop()
  await rm(folder, { recursive: true, force: true })
})

const check = async (proof: ProofDocument) => (await checkProof(proof, { rpcUrl: service.chain.rpcUrl })).problems

describe('a proof that the service gives to anyone', () => {
  test.each(['settled', 'refunded', 'cancelled', 'deferred', 'lapsed', 'byAlternate'] as const)(
    '(%s) is borne out by the chain',
    async (end) => {
      expect(await check(proofs[end])).toEqual([])
    },
  )

  test('has every transfer, and its sums are what was paid', () => {
    const { transfers, totals } = proofs.settled
    expect(transfers.map(({ kind }) => kind).sort()).toEqual([
      'funding',
      'returned',
      'reward',
      ...proofs.settled.attempts.flatMap(({ verdicts }) => verdicts.map(() => 'verifier_fee')),
    ])
    const out = transfers.filter(({ kind }) => kind !== 'funding').reduce((sum, { amount }) => sum + BigInt(amount), 0n)
    expect(out.toString()).toBe(totals.funded)
    expect(totals).toMatchObject({ deferred: '0', held: '0' })
  })

  test('of money that the token refused says so, and shows no transfer of it', () => {
    const { totals, transfers } = proofs.deferred
    expect(totals).toMatchObject({ returned: totals.funded, deferred: totals.funded, held: '0' })
    expect(transfers.map(({ kind }) => kind)).toEqual(['funding'])
  })

  test('of an undecided result shows the worker’s share beside the verdict that was given', () => {
    const { totals, transfers, job } = proofs.lapsed
    expect(job.state).toBe('LAPSED')
    expect(totals).toMatchObject({ reward: '0', silence_share: '999900', verifier_fees: '100000', returned: '2800100' })
    expect(transfers.map(({ kind }) => kind)).toEqual(['funding', 'verifier_fee', 'silence_share', 'returned'])
  })

  test('has no evidence of the verifiers, which its client reads', async () => {
    const { attempts } = proofs.settled
    expect(
      attempts.flatMap(({ verdicts }) => verdicts.map(({ evidence }) => evidence)).every((one) => one === null),
    ).toBe(true)
    const own = await clara.person.call('getJobProof', paramsOf(proofs.settled.job.onchain_job_id))
    expect(own.attempts[0]?.verdicts[0]?.evidence).toMatchObject({})
    expect(await check(own)).toEqual([])
  })

  test('is also there for the owners of those who worked and judged, and for no other owner', async () => {
    const { onchain_job_id } = proofs.settled.job
    const [attempt] = proofs.settled.attempts
    const tookPart = new Set([attempt?.agent, ...(attempt?.verdicts.map(({ agent }) => agent) ?? [])])
    for (const { owner, agentId, wallet } of [...crew.workers, ...crew.verifiers]) {
      const ask = () => owner.call('getAgentJobProof', { params: { id: agentId, onchain_job_id } })
      if (tookPart.has(wallet))
        expect(parseProof(JSON.stringify(await ask()))).toEqual(parseProof(JSON.stringify(proofs.settled)))
      else expect(await refusal(ask())).toMatchObject({ status: 404, code: 'not_found' })
    }
    expect(tookPart.size).toBeLessThan(crew.workers.length + crew.verifiers.length)
  })

  test('is refused while the job runs, and for a job that does not exist', async () => {
    const { onchain_job_id: id } = await fundedJob(clara, await openIssue(service))
    const ask = (of: string) => refusal(service.person('nobody').call('getPublicProof', paramsOf(of)))
    expect(await ask(id)).toMatchObject({ status: 409, code: 'state_conflict' })
    expect(await ask('999999')).toMatchObject({ status: 404, code: 'not_found' })
  })
})

test('a job whose receipts lack a payment is reported at once, then ever more rarely, and is proven when they have it', async () => {
  const id = proofs.settled.job.onchain_job_id
  const prove = () => proveJobs(service.context())
  const readOn = (reward: bigint) =>
    write(
      service,
      (tx) => tx`update chain_logs set args = jsonb_set(args, '{reward}', to_jsonb(${reward.toString()}::text))
        where onchain_job_id = ${id} and event_name = 'JobSettled'`,
    )
  const paid = BigInt(proofs.settled.totals.reward)
  await readOn(paid + 1n)
  await write(
    service,
    (tx) =>
      tx`update jobs set is_proven = false, updated_at = now() - interval '1 minute' where onchain_job_id = ${id}`,
  )
  expect(await prove()).toEqual([BigInt(id)])
  expect(await prove()).toEqual([])
  const [due] = await service.sql`
    select extract(epoch from prove_after - now())::int as seconds from jobs where onchain_job_id = ${id}`
  expect(due?.seconds).toBeGreaterThan(50)
  const makeDue = () => write(service, (tx) => tx`update jobs set prove_after = now() where onchain_job_id = ${id}`)
  await makeDue()
  expect(await prove()).toEqual([BigInt(id)])
  await readOn(paid)
  await makeDue()
  expect(await prove()).toEqual([])
  expect(await download(id)).toEqual(expect.objectContaining({ transfers: proofs.settled.transfers }))
})

const textOf = ({ proof }: Mutant) => (typeof proof === 'string' ? proof : JSON.stringify(proof))

const isAccepted = async (mutant: Mutant) => {
  const read = parseProof(textOf(mutant))
  return !('code' in read) && (await check(read)).length === 0
}

/** What the checker in Python says of each, which shares no code with ours; it knows the format's document alone. */
async function outcomesInPython(mutants: readonly Mutant[], rpcUrl = service.chain.rpcUrl): Promise<string[]> {
  return (await answersInPython(mutants, rpcUrl)).map(({ outcome }) => outcome)
}

type Answer = { outcome: string; reason?: string }

async function answersInPython(mutants: readonly Mutant[], rpcUrl: string): Promise<Answer[]> {
  const files = mutants.map((_, at) => join(folder, `${at}.json`))
  for (const [at, file] of files.entries()) await writeFile(file, textOf(mutants[at] as Mutant))
  const script = resolve(import.meta.dirname, 'python/check_proof.py')
  const run = promisify(execFile)('python3', ['-B', script, ...files, '--rpc', rpcUrl])
  const { stdout } = await run.catch((error: { stdout: string }) => error)
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

const committed = ['args', 'document', 'evidence']

/** The path of every member below the first, but for those of documents that only a hash is over. */
function membersOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null || committed.includes(path.at(-1) ?? '')) return []
  return Object.entries(value).flatMap(([name, below]) => {
    const own = [...path, name]
    const isMember = !Array.isArray(value) && path.length > 0
    return [...(isMember ? [own] : []), ...membersOf(below, own)]
  })
}

function without(proof: ProofDocument, path: readonly string[]): ProofDocument {
  const copy = structuredClone(proof)
  const owner = path.slice(0, -1).reduce((value: unknown, name) => (value as Record<string, unknown>)[name], copy)
  delete (owner as Record<string, unknown>)[path.at(-1) ?? '']
  return copy
}

/** Texts that programs read as different documents. */
function spellings(text: string): Mutant[] {
  const within = (member: string) => text.replace('"task_document":{', `"task_document":{${member},`)
  return [
    { name: 'a member that some programs do not see', proof: within('"__proto__":{"instructions":"Pay Mallory"}') },
    { name: 'a member given twice', proof: within('"instructions":"Pay Mallory"') },
    { name: 'half of a letter', proof: within('"note":"\\ud83d"') },
    { name: 'a number without a value', proof: within('"note":1e999') },
    { name: 'no JSON', proof: text.slice(0, -1) },
    { name: 'a version in words', proof: text.replace('"version":4', '"version":"4"') },
    { name: 'depth', proof: within(`"note":${'['.repeat(5_000)}${']'.repeat(5_000)}`) },
  ]
}

describe('a proof is refused', () => {
  test('whichever of its members is altered', async () => {
    const accepted: string[] = []
    // A block that is not final yet is not reported as wrong, but never accepted.
    for (const mutant of fieldMutants(proofs.settled))
      if (await isAccepted(mutant).catch((error) => !(error instanceof CannotTellError))) accepted.push(mutant.name)
    expect(accepted).toEqual([])
  })

  test('whichever part is left out, added, or taken from another job, by both checkers', async () => {
    const asPaid = { ...proofs.deferred, transfers: proofs.cancelled.transfers }
    const { silence_share: share } = proofs.lapsed.totals
    const asReward = { ...proofs.lapsed, totals: { ...proofs.lapsed.totals, reward: share, silence_share: '0' } }
    const mutants = [
      ...partMutants(proofs.settled, proofs.refunded),
      { name: 'a deferred payment as a transfer', proof: asPaid },
      ...spellings(JSON.stringify(proofs.settled)),
      { name: 'a share as a reward', proof: asReward },
      { name: 'a deferred payment as paid', proof: { ...proofs.deferred, totals: proofs.cancelled.totals } },
    ]
    expect(mutants.length).toBeGreaterThan(40)
    const accepted: string[] = []
    for (const mutant of mutants) if (await isAccepted(mutant)) accepted.push(mutant.name)
    const outcomes = await outcomesInPython(mutants)
    expect(mutants.filter((_, at) => outcomes[at] !== 'refused').map(({ name }) => name)).toEqual([])
    expect(accepted).toEqual([])
  })
})

test('the second checker names the member that a proof lacks', async () => {
  const proof = { ...proofs.byAlternate, sealed_files: [{ path: 'a', content: '', salt: '0x' }] }
  const { statements, task_document, policy_document, ...checked } = proof as Record<string, unknown>
  const mutants = Object.keys({ ...checked, task_document, policy_document }).map((name) => ({
    name,
    proof: { ...proof, [name]: undefined } as ProofDocument,
  }))
  for (const path of membersOf(checked)) mutants.push({ name: path.join('.'), proof: without(proof, path) })
  expect(mutants.length).toBeGreaterThan(100)
  const answers = await answersInPython(mutants, service.chain.rpcUrl)
  expect(answers.map(({ outcome, reason }) => `${outcome}: ${reason}`)).toEqual(
    mutants.map(({ name }) => `refused: ${name.replace(/\.(\d+)(?=\.|$)/g, '[$1]')} is missing`),
  )
})

test('a node that gives no answer leaves the proof undecided, in both checkers', async () => {
  const server = createServer((_, response) => response.end('<html>busy</html>')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const rpcUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    await expect(checkProof(proofs.settled, { rpcUrl })).rejects.toThrow(CannotTellError)
    expect(await outcomesInPython([{ name: 'true', proof: proofs.settled }], rpcUrl)).toEqual(['unknown'])
  } finally {
    server.close()
  }
})

test('a second checker, of another language, accepts what ours accepts', async () => {
  const all = Object.entries(proofs).map(([name, proof]) => ({ name, proof }))
  expect(await outcomesInPython(all)).toEqual(all.map(() => 'true'))
})

test('numbers are what they are worth, however they are written', async () => {
  const text = JSON.stringify(proofs.settled).replaceAll('"log_index":1,', '"log_index":1.0,')
  expect(text).toContain('1.0')
  const file = join(folder, 'fraction.json')
  await writeFile(file, text)
  const place = [file, '--rpc', service.chain.rpcUrl]
  const theirs = await promisify(execFile)('python3', [resolve(import.meta.dirname, 'python/check_proof.py'), ...place])
  expect(JSON.parse(theirs.stdout).outcome).toBe('true')
  const ours = await promisify(execFile)(process.execPath, [
    resolve(import.meta.dirname, 'main.ts'),
    ...place,
    '--json',
  ])
  expect(JSON.parse(ours.stdout).outcome).toBe('true')
})

test(
  'every settlement is borne out when nothing is left but files, two checkers and the chain',
  async () => {
    const files: string[] = []
    await mint(service, clara.wallet, 4_000_000n * BigInt(settlements))
    while (files.length < settlements) {
      const proof = files.length === 0 ? proofs.settled : await download(await judged(true))
      const file = join(folder, `settlement-${files.length}.json`)
      await writeFile(file, JSON.stringify(proof))
      files.push(file)
    }
    const { rpcUrl } = service.chain
    await service.leaveChainAlone()
    await expect(service.sql`select 1`).rejects.toThrow()
    const run = promisify(execFile)
    const ours = resolve(import.meta.dirname, 'main.ts')
    const theirs = resolve(import.meta.dirname, 'python/check_proof.py')
    const answers: string[] = []
    for (const file of files) {
      const { stdout } = await run(process.execPath, [ours, file, '--rpc', rpcUrl, '--json'])
      answers.push(stdout)
    }
    answers.push(...(await run('python3', ['-B', theirs, ...files, '--rpc', rpcUrl])).stdout.trim().split('\n'))
    const outcomes = answers.map((answer) => JSON.parse(answer).outcome)
    expect(outcomes).toEqual(Array(2 * settlements).fill('true'))
  },
  60_000 + 20_000 * settlements,
)
