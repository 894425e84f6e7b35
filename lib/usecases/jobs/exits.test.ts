import { decodeFunctionData } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assign, type Crew, crewEnv, deliver, readJob, readyCrew } from '#test/crew.ts'
import { balances, type Client, carryOut, fundedJob, newKey, openIssue, readyClient } from '#test/journey.ts'
import { refusal } from '#test/refusal.ts'
import { type Service, startService } from '#test/service.ts'
import { jobEscrowAbi } from '../../chain/abi/job-escrow.ts'
import type { ReplyOf } from '../../client/api.ts'

/** No worker program runs in this file. */
let service: Service
let clara: Client
let crew: Crew
beforeAll(async () => {
  service = await startService({ runtimePlaces: 6, env: { ...crewEnv, FUND_BY_SECONDS: '600' } })
  clara = await readyClient(service)
  crew = await readyCrew(service, ['wanda', 'will'], ['vera', 'victor', 'viola', 'vito'])
})
afterAll(() => service.stop())

type Job = ReplyOf<'getJob'>
const exitOf = (job: Job, code: string) => {
  const exit = job.exits.find((one) => one.code === code)
  if (!exit) throw new Error(`there is no exit ${code} among ${job.exits.map((one) => one.code).join(', ')}`)
  return exit
}

/** A third party sends the call as it is written there. */
async function sendAsWritten(exit: ReturnType<typeof exitOf>): Promise<void> {
  const account = privateKeyToAccount(service.chain.keys.minter)
  const { contract, calldata } = exit.call
  const call = { account, to: contract as `0x${string}`, data: calldata as `0x${string}` }
  const hash = await service.node.sendTransaction(call)
  expect((await service.node.waitForTransactionReceipt({ hash })).status).toBe('success')
}

test('an open job shows the client’s exit and the later one open to anyone, each as the exact call', async () => {
  const job = await fundedJob(clara, await openIssue(service))
  const cancel = exitOf(job, 'cancel')
  expect(cancel).toMatchObject({
    who: 'client',
    open: true,
    call: {
      chain_id: service.chain.chainId,
      contract: service.chain.addresses.escrow.toLowerCase(),
      function: 'cancel(uint256)',
      arguments: [{ name: 'id', value: job.onchain_job_id }],
    },
  })
  const decoded = decodeFunctionData({ abi: jobEscrowAbi, data: cancel.call.calldata as `0x${string}` })
  expect(decoded).toEqual({ functionName: 'cancel', args: [BigInt(job.onchain_job_id)] })
  expect(exitOf(job, 'claim_refund')).toMatchObject({ who: 'anyone', open: false, opens_at: expect.any(String) })
  expect(job.on_chain).toEqual({ state: 'OPEN', held: job.held, attempt: 0 })
})

test('without the worker program the client cancels through the API and gets everything back', async () => {
  const before = await balances(service, clara.wallet)
  const job = await fundedJob(clara, await openIssue(service))
  const params = { onchain_job_id: job.onchain_job_id }
  const challenge = await clara.person.call('createActionChallenge', { params, body: {}, idempotencyKey: newKey() })
  expect((await carryOut(clara.person, challenge)).state).toBe('CONFIRMED')
  expect((await readJob(clara.person, job.onchain_job_id)).state).toBe('CANCELLED')
  expect(await balances(service, clara.wallet)).toEqual(before)
})

test('without us at all, anyone returns an expired job’s money with the call as it is written', async () => {
  const before = await balances(service, clara.wallet)
  const job = await fundedJob(clara, await openIssue(service), { open_seconds: 3_600 })
  const isOpen = async () => exitOf(await readJob(clara.person, job.onchain_job_id), 'claim_refund').open
  expect(await isOpen()).toBe(false)
  await service.node.increaseTime({ seconds: 3_601 })
  await service.node.mine({ blocks: 1 })
  await expect.poll(isOpen, { timeout: 40_000 }).toBe(true)
  await sendAsWritten(exitOf(await readJob(clara.person, job.onchain_job_id), 'claim_refund'))
  expect(await balances(service, clara.wallet)).toEqual(before)
  expect((await readJob(clara.person, job.onchain_job_id)).on_chain?.state).toBe('REFUNDED')
})

test('an assigned job shows the worker’s exits; what only its key can sign is left open', async () => {
  const { onchain_job_id: id } = await fundedJob(clara, await openIssue(service))
  await assign(service, crew, id)
  const job = await readJob(clara.person, id)
  expect(exitOf(job, 'submit')).toMatchObject({
    who: 'agent',
    call: { function: 'submit(uint256,uint32,bytes32,bytes)', calldata: null },
  })
  expect(exitOf(job, 'submit').call.arguments.map(({ value }) => value)).toEqual([id, '1', null, null])
  expect(exitOf(job, 'release').call.calldata).toBeNull()
  expect(exitOf(job, 'release_after_time')).toMatchObject({ who: 'anyone', open: false })
  expect(exitOf(job, 'release_after_time').call.calldata).toMatch(/^0x/)
})

test('while the chain cannot be read the page says so instead of saying that nothing can be done', async () => {
  const { onchain_job_id: id } = await fundedJob(clara, await openIssue(service))
  service.wires.chain.fate = () => 'cut'
  try {
    const job = await readJob(clara.person, id)
    expect(job).toMatchObject({ state: 'OPEN', on_chain: null, exits: [], pending_actions: [] })
  } finally {
    service.wires.chain.mend()
  }
})

/** Whether the contract would take the call as it is written, from whom it names. */
async function isTaken({ who, call }: ReturnType<typeof exitOf>): Promise<boolean> {
  const account = who === 'client' ? clara.wallet : privateKeyToAccount(service.chain.keys.minter)
  const sent = { account, to: call.contract as `0x${string}`, data: call.calldata as `0x${string}` }
  return service.node.call(sent).then(
    () => true,
    () => false,
  )
}

/** Each exit that needs nobody's signature is taken when it is said to be open, and only then; so is the client's action. */
async function expectOffersHold(id: string): Promise<string[]> {
  const job = await readJob(clara.person, id)
  const written = job.exits.filter(({ call }) => call.calldata !== null)
  for (const exit of written) expect(await isTaken(exit), `${job.state}: ${exit.code}`).toBe(exit.open)
  const retry = { params: { onchain_job_id: id }, idempotencyKey: newKey() }
  if (!job.retries.can_retry) {
    const refused = await refusal(clara.person.call('retryExecution', retry))
    expect(refused.code).toMatch(/^(execution_not_stalled|retry_limit_reached)$/)
  }
  const offered = job.pending_actions.filter(({ href }) => href).map(({ code }) => code)
  if (offered.length === 0) {
    const params = { onchain_job_id: id }
    const asked = clara.person.call('createActionChallenge', { params, body: {}, idempotencyKey: newKey() })
    expect(await refusal(asked)).toMatchObject({ status: 409, code: 'action_not_allowed' })
  }
  return [...written.filter(({ open }) => open).map(({ code }) => code), ...offered.map((code) => `offered ${code}`)]
}

test('whatever the state, an offer is taken when it is made, and refused when it is not', async () => {
  const { onchain_job_id: id } = await fundedJob(clara, await openIssue(service), { max_attempts: 2 })
  expect(await expectOffersHold(id)).toEqual(['cancel', 'offered cancel'])
  const assignment = await assign(service, crew, id)
  expect(await expectOffersHold(id)).toEqual([])
  await deliver(service, crew, assignment)
  expect(await expectOffersHold(id)).toEqual([])
  await service.node.increaseTime({ seconds: 400_000 })
  await service.node.mine({ blocks: 1 })
  expect(await expectOffersHold(id)).toEqual(['claim_refund', 'offered claim_refund'])
  const params = { onchain_job_id: id }
  const challenge = await clara.person.call('createActionChallenge', { params, body: {}, idempotencyKey: newKey() })
  expect((await carryOut(clara.person, challenge)).state).toBe('CONFIRMED')
  expect(await expectOffersHold(id)).toEqual([])
})
