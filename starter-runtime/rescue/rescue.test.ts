import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bytesToHex, type Hex, keccak256, parseAbi } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { agentRegistryAbi } from '#lib/chain/abi/agent-registry.ts'
import { jobEscrowAbi } from '#lib/chain/abi/job-escrow.ts'
import { escrowDomain, messageTypes } from '#lib/domain/signed-messages.ts'
import { connectNode, type NodeClient } from '#sandbox/chain/node-client.ts'
import { type LocalChain, startChain } from '#sandbox/chain/start-chain.ts'
import { createClock } from '../clock.ts'
import { openConnection } from '../connection.ts'
import { openStateFolder } from '../storage/state-folder.ts'
import { openWorkDir } from '../storage/work-dir.ts'
import { until } from '../testing/until.ts'
import { createPublisher } from '../verifier/publisher.ts'
import { openEscrow } from './escrow.ts'
import { type KeptVerdict, keepVerdict } from './kept-verdicts.ts'
import { rescue } from './rescue.ts'

type Agent = { address: Hex; key: PrivateKeyAccount }

const tokenAbi = parseAbi(['function mint(address, uint256)', 'function approve(address, uint256)'])
const random = () => bytesToHex(randomBytes(32))
const outcomes = { none: 0, pass: 1, fail: 2 }

let folder: string
let chain: LocalChain
let client: NodeClient
let registrar: NodeClient
let dispatcher: NodeClient
let worker: Agent
let panel: [Agent, Agent, Agent]
let gasKeyFile: string
let workDir: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'starter-rescue-'))
  chain = await startChain({ port: 0, dataDir: join(folder, 'chain') })
  const open = (key: Hex) => connectNode(chain.rpcUrl, chain.chainId, key)
  client = open(generatePrivateKey())
  registrar = open(chain.keys.registrar)
  dispatcher = open(chain.keys.dispatcher)
  const gasKey = generatePrivateKey()
  gasKeyFile = join(folder, 'gas-key')
  writeFileSync(gasKeyFile, `${gasKey}\n`)
  for (const address of [client.account.address, privateKeyToAccount(gasKey).address])
    await registrar.setBalance({ address, value: 10n ** 18n })
  await write(open(chain.keys.minter), chain.addresses.token, tokenAbi, 'mint', [client.account.address, 100_000_000n])
  await write(client, chain.addresses.token, tokenAbi, 'approve', [chain.addresses.escrow, 100_000_000n])
  await onRegistry('registerOwner', [client.account.address, random()])
  worker = await register(1)
  panel = [await register(2), await register(2), await register(2)]
})

beforeEach(async () => {
  workDir = mkdtempSync(join(folder, 'runtime-'))
  const connection = await openConnection((await openWorkDir(workDir)).connection)
  await connection.save({
    agent_id: crypto.randomUUID(),
    role: 'worker',
    api_base_url: 'http://localhost:1',
    credential: 'x',
    epoch: 1,
    expires_at: '',
    scopes: [],
    chain_id: chain.chainId,
    escrow: chain.addresses.escrow.toLowerCase(),
    pending: null,
    claim: { digest: '', answer: '', at: 0 },
    state: 'revoked',
  })
})

afterAll(async () => {
  await chain?.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe('rescue', () => {
  test('settles a job with the verdicts at hand, without the control plane', async () => {
    const job = await submittedJob()
    await keep(await verdictOf(job, panel[0], true), await verdictOf(job, panel[1], true))
    expect(await runRescue()).toBe(0)
    expect(await stateOf(job.id)).toMatchObject({ passes: 2, held: 0n })
    expect(await runRescue()).toBe(0)
  })

  test('leaves out a verdict that the escrow would refuse, so that it cannot hold up the others', async () => {
    const job = await submittedJob()
    const forged = {
      ...(await verdictOf(job, panel[2], false)),
      signature: (await verdictOf(job, panel[0], false)).signature,
    }
    await keep(await verdictOf(job, panel[0], true), await verdictOf(job, panel[1], true), forged)
    expect(await runRescue()).toBe(0)
    expect(await stateOf(job.id)).toMatchObject({ passes: 2, fails: 0, held: 0n })
  })

  test('takes no node of another chain', async () => {
    const options = { rpcUrl: chain.rpcUrl, gasKeyFile, chainId: chain.chainId + 1, escrow: chain.addresses.escrow }
    await expect(openEscrow(options)).rejects.toThrow(/another chain/)
  })
})

describe('a verifier publishes its own verdict', () => {
  const publisherOf = (verifications: string) => {
    const { chainId, rpcUrl, addresses } = chain
    return createPublisher(verifications, createClock(), () =>
      openEscrow({ rpcUrl, gasKeyFile, chainId, escrow: addresses.escrow }),
    )
  }

  async function plan(verdict: KeptVerdict, at: number, more: Record<string, string> = {}) {
    const { verifications } = await openWorkDir(workDir)
    const state = await openStateFolder(verifications, 'one')
    for (const [name, text] of Object.entries(more)) await state.writeOnce(name, text)
    await state.writeOnce('publish.json', JSON.stringify({ verdict, at, until: Date.now() + 60_000 }))
    publisherOf(verifications).consider()
    return state
  }

  test('when the chain lacks it at half of the window', async () => {
    const job = await submittedJob()
    const state = await plan(await verdictOf(job, panel[0], true), Date.now() - 1)
    const transaction = await until('the note', () => state.read('published'))
    expect(transaction).toMatch(/^0x[0-9a-f]{64}$/)
    const [seat] = await seatsOf(job.id)
    expect(seat?.outcome).toBe(outcomes.pass)
  })

  test('over the evidence that was delivered, where not all of it could be', async () => {
    const job = await submittedJob()
    const verdict = await verdictOf(job, panel[0], true)
    const { evidence_hash, signature } = await verdictOf(job, panel[0], true)
    const bare = JSON.stringify({ evidence_hash, signature })
    const more = { 'vote.json': JSON.stringify(verdict), 'bare-verdict.json': bare }
    const state = await plan(verdict, Date.now() - 1, more)
    await until('the note', () => state.read('published'))
    const [seat] = await seatsOf(job.id)
    expect(seat?.evidenceHash).toBe(evidence_hash)
  })

  test('not when the chain has it already', async () => {
    const job = await submittedJob()
    const verdict = await verdictOf(job, panel[0], false)
    await keep(verdict)
    await runRescue()
    const state = await plan(verdict, Date.now() - 1)
    expect(await until('the note', () => state.read('published'))).toBe('recorded')
  })

  test('not before', async () => {
    const job = await submittedJob()
    const before = await registrar.getBlockNumber()
    const state = await plan(await verdictOf(job, panel[0], true), Date.now() + 60_000)
    await until('another block', async () => (await registrar.getBlockNumber()) > before + 1n)
    expect(await state.read('published')).toBeUndefined()
    expect((await seatsOf(job.id))[0]?.outcome).toBe(outcomes.none)
  })
})

type Job = { id: bigint; taskCommitment: Hex; policyCommitment: Hex; resultCommitment: Hex }

/** A funded job whose result was submitted and whose panel of three is seated. */
async function submittedJob(): Promise<Job> {
  const { timestamp: now } = await registrar.getBlock()
  const [taskCommitment, policyCommitment, resultCommitment] = [random(), random(), random()]
  const terms = {
    ref: random(),
    taskCommitment,
    policyCommitment,
    reward: 1_000_000n,
    verifierFee: 100_000n,
    verifiers: 3,
    quorum: 2,
    maxAttempts: 1,
    silenceShareBps: 5_000,
    fundBy: now + 60n,
    openUntil: now + 600n,
    workWindow: 60n,
    verificationWindow: 60n,
  }
  await onEscrow(client, 'createJob', [terms])
  const id = await registrar.readContract({ ...escrow(), functionName: 'jobCount' })
  const secret = random()
  await onEscrow(dispatcher, 'assign', [id, worker.address, keccak256(secret)])
  const submission = await sign(worker.key, 'Submission', { jobId: id, attempt: 1, resultCommitment })
  await onEscrow(dispatcher, 'submit', [id, 1, resultCommitment, submission])
  await onEscrow(dispatcher, 'seat', [id, 1, panel.map(({ address }) => address), secret, random()])
  return { id, taskCommitment, policyCommitment, resultCommitment }
}

async function verdictOf({ id, ...commitments }: Job, agent: Agent, pass: boolean): Promise<KeptVerdict> {
  const evidenceHash = random()
  const address = agent.address
  const message = { jobId: id, attempt: 1, ...commitments, pass, evidenceHash, agent: address }
  return {
    onchain_job_id: id.toString(),
    attempt: 1,
    agent: address,
    pass,
    evidence_hash: evidenceHash,
    task_commitment: commitments.taskCommitment,
    policy_commitment: commitments.policyCommitment,
    result_commitment: commitments.resultCommitment,
    signature: await sign(agent.key, 'Verdict', message),
  }
}

async function keep(...verdicts: KeptVerdict[]): Promise<void> {
  const { verdicts: kept } = await openWorkDir(workDir)
  for (const verdict of verdicts) await keepVerdict(kept, verdict)
}

function runRescue(): Promise<number> {
  return rescue({ 'work-dir': workDir, 'rpc-url': chain.rpcUrl, 'gas-key-file': gasKeyFile })
}

async function register(role: number): Promise<Agent> {
  const address = privateKeyToAccount(generatePrivateKey()).address.toLowerCase() as Hex
  const key = privateKeyToAccount(generatePrivateKey())
  await onRegistry('registerAgent', [address, random(), role, key.address])
  return { address, key }
}

function sign(key: PrivateKeyAccount, name: keyof typeof messageTypes, message: object): Promise<Hex> {
  const domain = escrowDomain(chain.chainId, chain.addresses.escrow)
  return key.signTypedData({ domain, types: { [name]: messageTypes[name] }, primaryType: name, message } as never)
}

const escrow = () => ({ address: chain.addresses.escrow, abi: jobEscrowAbi }) as const
const stateOf = (id: bigint) => registrar.readContract({ ...escrow(), functionName: 'job', args: [id] })
const seatsOf = (id: bigint) => registrar.readContract({ ...escrow(), functionName: 'seats', args: [id, 1] })

function onEscrow(from: NodeClient, functionName: string, args: unknown[]): Promise<void> {
  return write(from, chain.addresses.escrow, jobEscrowAbi, functionName, args)
}

function onRegistry(functionName: string, args: unknown[]): Promise<void> {
  return write(registrar, chain.addresses.registry, agentRegistryAbi, functionName, args)
}

async function write(from: NodeClient, address: Hex, abi: unknown, functionName: string, args: unknown[]) {
  const hash = await from.writeContract({ address, abi, functionName, args } as never)
  const { status } = await from.waitForTransactionReceipt({ hash })
  if (status !== 'success') throw new Error(`${functionName} failed`)
}
