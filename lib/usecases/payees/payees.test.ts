import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { getAddress } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { write } from '#test/agents.ts'
import { advanceUntil, assign, type Crew, crewEnv, deliver, readJob, readyCrew, vote } from '#test/crew.ts'
import { type Address, balanceOf, type Client, fundedJob, index, openIssue, readyClient } from '#test/journey.ts'
import { refusal } from '#test/refusal.ts'
import type { ReadyAgent } from '#test/runtime-peer.ts'
import { type Service, startService } from '#test/service.ts'
import { until } from '#test/until.ts'
import { checkProof } from '#tools/verify/check-proof.ts'
import { proof as proofSchema } from '../../api/proofs.ts'
import type { ReplyOf } from '../../client/api.ts'
import { registryDomain, typedMessage } from '../../domain/signed-messages.ts'
import { recordTransfers } from '../journal/record-transfers.ts'
import { runOperator } from '../operator/run-operator.ts'
import { proveJobs } from '../proofs/prove-jobs.ts'
import { sweepPayees } from './sweep-payees.ts'

type Payee = ReplyOf<'getAgentPayee'>
type Kind = 'Payee' | 'PayeeCancellation'

let service: Service
let clara: Client
let crew: Crew
beforeAll(async () => {
  service = await startService({ runtimePlaces: 5, env: crewEnv })
  clara = await readyClient(service)
  crew = await readyCrew(service, ['wanda'], ['vera', 'victor', 'viola', 'vito'])
})
afterAll(() => service?.stop())

const worker = () => crew.workers[0] as ReadyAgent
const newAddress = (): Address => privateKeyToAddress(generatePrivateKey()).toLowerCase() as Address
const params = ({ agentId }: ReadyAgent) => ({ params: { id: agentId } })
const read = (agent: ReadyAgent): Promise<Payee> => agent.owner.call('getAgentPayee', params(agent))

async function sign(agent: ReadyAgent, payee: string, kind: Kind = 'Payee', by = agent): Promise<Address> {
  const { chain_id, registry, agent: address, nonce } = (await read(agent)).signing
  const message = { agent: address, payee, nonce: BigInt(nonce) }
  const typed = typedMessage(kind, registryDomain(chain_id, registry as Address), message)
  return by.peer.account.signTypedData(typed as Parameters<typeof by.peer.account.signTypedData>[0])
}

async function request(agent: ReadyAgent, payee: string, signature?: string): Promise<Payee> {
  const body = { payee, signature: signature ?? (await sign(agent, payee)) }
  return agent.owner.call('requestPayee', { ...params(agent), body })
}

/** One round of what the worker program does about payees. */
async function bring(): Promise<void> {
  for (let round = 0; round < 2; round += 1) await runOperator(service.context(), 'registrar')
  await index(service)
}

/** The agent's payee once the registry has what it is being sent. */
const brought = (agent: ReadyAgent) =>
  until(
    async () => {
      await bring()
      return read(agent)
    },
    ({ is_under_way }) => !is_under_way,
  )

async function choose(agent: ReadyAgent, payee: Address): Promise<void> {
  await request(agent, payee)
  await brought(agent)
  // The chain's clock may be a little ahead of the database's.
  const applied = await until(
    async () => {
      await sweepPayees(service.context())
      await bring()
      return read(agent)
    },
    ({ waiting }) => waiting === null,
  )
  expect(applied).toMatchObject({ payee, is_under_way: false, refusal: null })
}

test('with a payee, reward and fee reach it and never the agent’s wallet, and proof, books and page say so', async () => {
  const reward = newAddress()
  // Three of the four are drawn.
  const fees = crew.verifiers.map((verifier) => ({ verifier, payee: newAddress() }))
  expect(await read(worker())).toMatchObject({ payee: worker().wallet, is_own_wallet: true, waiting: null })
  await choose(worker(), reward)
  for (const { verifier, payee } of fees) await choose(verifier, payee)
  const id = (await fundedJob(clara, await openIssue(service))).onchain_job_id
  for (const seat of await deliver(service, crew, await assign(service, crew, id))) await vote(seat, true)
  await advanceUntil(
    service,
    id,
    () => readJob(clara.person, id),
    ({ state }) => state === 'SETTLED',
  )
  expect(await balanceOf(service, reward)).toBe(3_000_000n)
  const paid = await Promise.all(fees.map(({ payee }) => balanceOf(service, payee)))
  expect(paid.toSorted()).toEqual([0n, 100_000n, 100_000n, 100_000n])
  expect(await balanceOf(service, worker().wallet)).toBe(0n)
  for (const { verifier } of fees) expect(await balanceOf(service, verifier.wallet)).toBe(0n)

  const wallet = await worker().owner.call('getAgentWallet', params(worker()))
  expect(wallet).toMatchObject({
    balance: { amount: '0.000000' },
    earned: { amount: '3.000000' },
    paid_elsewhere: { amount: '3.000000' },
  })
  expect(wallet.earnings).toMatchObject([{ kind: 'reward', paid_to: reward }])
  await recordTransfers(service.context())
  const journal = await worker().owner.send(`${service.origin}/api/v1/journal/jsonl/`)
  const lines = (await journal.text()).split('\n').filter(Boolean)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { kind: 'reward', debit: `payee:${reward}`, credit: 'income:reward', amount: '3000000' },
  ])
  await expectProven(id)
  // The agent's own wallet undoes it.
  for (const { verifier } of fees) await choose(verifier, verifier.wallet)
})

/** By both checkers, from the chain. */
async function expectProven(id: string): Promise<void> {
  await proveJobs(service.context())
  const reply = await clara.person.call('getJobProof', { params: { onchain_job_id: id } })
  const { rpcUrl } = service.chain
  expect((await checkProof(proofSchema.parse(reply), { rpcUrl })).problems).toEqual([])
  const folder = await mkdtemp(join(tmpdir(), 'payee-proof-'))
  try {
    const script = resolve(import.meta.dirname, '../../../tools/verify/python/check_proof.py')
    const [honest, forged] = ['honest', 'forged'].map((name) => join(folder, `${name}.json`)) as [string, string]
    await writeFile(honest, JSON.stringify(reply))
    const check = (file: string) => promisify(execFile)('python3', ['-B', script, file, '--rpc', rpcUrl])
    expect(JSON.parse((await check(honest)).stdout)).toMatchObject({ outcome: 'true' })
    const other = reply.transfers.map((one) => (one.kind === 'reward' ? { ...one, to: worker().wallet } : one))
    await writeFile(forged, JSON.stringify({ ...reply, transfers: other }))
    const refused = await check(forged).catch((error: { stdout: string }) => error)
    expect(JSON.parse(refused.stdout).reason).toMatch(
      /^to of transfer \d+ is 0x[0-9a-f]{40}, and the chain makes it 0x/,
    )
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('only the agent’s own key, over this payee and this request, changes where its earnings go', async () => {
  const [vera, victor] = crew.verifiers as [ReadyAgent, ReadyAgent]
  const payee = newAddress()
  const before = await read(victor)
  const wrong = { status: 400, code: 'invalid_request', errors: [{ pointer: '/signature' }] }
  expect(await refusal(request(victor, payee, await sign(victor, payee, 'Payee', vera)))).toMatchObject(wrong)
  expect(await refusal(request(victor, payee, await sign(victor, newAddress())))).toMatchObject(wrong)
  expect(await refusal(request(victor, payee, await sign(victor, payee, 'PayeeCancellation')))).toMatchObject(wrong)
  expect(await refusal(request(victor, payee, `0x${'11'.repeat(65)}`))).toMatchObject(wrong)
  const signature = await sign(victor, payee)
  const body = { payee, signature }
  expect(await refusal(vera.owner.call('requestPayee', { ...params(victor), body }))).toMatchObject({ status: 404 })
  expect(await refusal(vera.owner.call('getAgentPayee', params(victor)))).toMatchObject({ status: 404 })
  expect(await read(victor)).toEqual(before)

  await choose(victor, payee)
  expect(await refusal(request(victor, payee, signature))).toMatchObject({ status: 409, code: 'state_conflict' })
  expect(await refusal(request(victor, newAddress(), signature))).toMatchObject(wrong)
})

test('addresses that lose the money, or that belong to others, are refused before anything is signed for', async () => {
  const [vera, victor] = crew.verifiers as [ReadyAgent, ReadyAgent]
  const { escrow, registry, token } = service.chain.addresses
  const [zero, program] = [`0x${'0'.repeat(40)}`, `0x${'0'.repeat(39)}1`]
  const mixed = getAddress(newAddress()).replace(/[a-fA-F]/, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )
  for (const payee of [zero, program, escrow, registry, token, mixed, clara.wallet, vera.wallet])
    expect(await refusal(request(victor, payee, `0x${'11'.repeat(65)}`))).toMatchObject({
      status: 422,
      code: 'destination_invalid',
      errors: [{ pointer: '/payee' }],
    })
})

test('of two requests at once one is brought to the registry, and the other is refused as such', async () => {
  const viola = crew.verifiers[2] as ReadyAgent
  const payees = [newAddress(), newAddress()]
  const signed = await Promise.all(payees.map(async (payee) => [payee, await sign(viola, payee)] as const))
  const answers = await Promise.allSettled(signed.map(([payee, signature]) => request(viola, payee, signature)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const won = signed[answers.findIndex(({ status }) => status === 'fulfilled')] as (typeof signed)[number]
  const lost = signed[answers.findIndex(({ status }) => status === 'rejected')] as (typeof signed)[number]
  expect(await refusal(request(viola, ...lost))).toMatchObject({ status: 409, code: 'state_conflict' })
  expect(await request(viola, ...won)).toMatchObject({ is_under_way: true, is_own_wallet: true })
  const { waiting } = await brought(viola)
  expect(waiting?.payee).toBe(won[0])

  // The key takes it back while it waits; then there is nothing left to take back.
  const body = { signature: await sign(viola, won[0], 'PayeeCancellation') }
  await viola.owner.call('cancelPayee', { ...params(viola), body })
  await brought(viola)
  await sweepPayees(service.context())
  await bring()
  expect(await read(viola)).toMatchObject({ is_own_wallet: true, waiting: null, is_under_way: false })
  expect(await refusal(viola.owner.call('cancelPayee', { ...params(viola), body }))).toMatchObject({
    status: 409,
    code: 'state_conflict',
  })
})

test('a session that signed in more than ten minutes ago signs in again first, and nothing is brought until then', async () => {
  const viola = crew.verifiers[2] as ReadyAgent
  const payee = newAddress()
  const signature = await sign(viola, payee)
  const age = (minutes: number) =>
    write(service, (tx) => tx`update sessions set signed_in_at = now() - make_interval(mins => ${minutes})`)
  await age(11)
  expect(await refusal(request(viola, payee, signature))).toMatchObject({ code: 'recent_sign_in_required' })
  await age(1)
  expect(await request(viola, payee, signature)).toMatchObject({ is_under_way: true })
})
