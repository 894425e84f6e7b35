import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import {
  type Address,
  createPublicClient,
  createWalletClient,
  type Hex,
  http,
  keccak256,
  parseEventLogs,
  toHex,
  zeroAddress,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agentRegistryAbi } from '#lib/chain/abi/agent-registry.ts'
import { erc20Abi } from '#lib/chain/abi/erc20.ts'
import { jobActionsAbi } from '#lib/chain/abi/job-actions.ts'
import { jobEscrowAbi, jobEscrowEnums } from '#lib/chain/abi/job-escrow.ts'
import { artifact } from './artifacts.ts'
import { driftedAbis } from './build.ts'
import { deployEscrow, deployedParams, embeddedParams } from './deploy.ts'
import { readDeployment } from './deploy-environment.ts'
import { recordDeployment } from './record.ts'

const funded = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
const keys = {
  deployer: '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  dispatcher: generatePrivateKey(),
  registrar: generatePrivateKey(),
  guardian: generatePrivateKey(),
} as const
const dispatcher = privateKeyToAccount(keys.dispatcher).address
const registryRoles = {
  registrar: privateKeyToAccount(keys.registrar).address,
  guardian: privateKeyToAccount(keys.guardian).address,
}
const roles = { dispatcher, registry: registryRoles }
const newAddress = () => privateKeyToAccount(generatePrivateKey()).address
const timelockOperators = { proposer: newAddress(), executor: newAddress(), canceller: newAddress() }

let anvil: ChildProcess
let rpcUrl: string

beforeAll(async () => {
  expect(await driftedAbis()).toEqual([])
  const wrapper = dirname(createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json'))
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch
  const binary = join(wrapper, '..', `anvil-${process.platform}-${architecture}`, 'bin', 'anvil')
  anvil = spawn(binary, ['--port', '0'], { stdio: ['ignore', 'pipe', 'ignore'] })
  rpcUrl = await new Promise<string>((resolve, reject) => {
    let output = ''
    anvil.stdout?.on('data', (chunk) => {
      output += String(chunk)
      const listening = /Listening on (127\.0\.0\.1:\d+)/.exec(output)
      if (listening) resolve(`http://${listening[1]}`)
    })
    anvil.on('exit', () => reject(new Error(output)))
  })
})

afterAll(async () => {
  const gone = new Promise((resolve) => anvil.on('exit', resolve))
  anvil.kill('SIGKILL')
  await gone
})

describe('build', () => {
  it('keeps every contract below the 24,576 byte code limit', () => {
    for (const name of [
      'AgentRegistry',
      'JobEscrow',
      'AdminTimelock',
      'SmartAccountFactory',
      'SmartAccount',
    ] as const) {
      expect(artifact(name).deployedSize).toBeGreaterThan(0)
      expect(artifact(name).deployedSize).toBeLessThanOrEqual(24_576)
    }
  })

  it('names the states in the order of the contract', () => {
    expect(jobEscrowEnums.State).toEqual([
      'NONE',
      'OPEN',
      'ASSIGNED',
      'SUBMITTED',
      'EXPIRED',
      'REJECTED',
      'SETTLED',
      'CANCELLED',
      'REFUNDED',
      'LAPSED',
    ])
    expect(jobEscrowEnums.ActionKind).toHaveLength(10)
  })
})

describe('deployEscrow', () => {
  it('deploys the escrow with its parameters, operators and test money', async () => {
    const deployed = await deployEscrow({ rpcUrl, deployerKey: keys.deployer, ...roles })
    const { escrow, registry, token, admin, deploymentBlock } = deployed
    const client = createPublicClient({ chain: foundry, transport: http(rpcUrl) })
    const contract = { address: escrow, abi: jobEscrowAbi } as const
    const agents = { address: registry, abi: agentRegistryAbi } as const

    expect(await client.readContract({ ...contract, functionName: 'RELEASE_NOTICE' })).toBe(5n)
    expect(await client.readContract({ ...contract, functionName: 'SEAT_WINDOW' })).toBe(30n)
    expect(await client.readContract({ ...contract, functionName: 'GRACE' })).toBe(5n)
    expect(await client.readContract({ ...agents, functionName: 'ACTIVATION_DELAY' })).toBe(0n)
    expect(await client.readContract({ ...contract, functionName: 'MIN_WINDOW' })).toBe(5n)
    expect(await client.readContract({ ...contract, functionName: 'MIN_REWARD' })).toBe(10_000n)
    expect((await client.readContract({ ...contract, functionName: 'token' })).toLowerCase()).toBe(token)
    expect((await client.readContract({ ...contract, functionName: 'registry' })).toLowerCase()).toBe(registry)
    expect(await client.readContract({ address: token, abi: erc20Abi, functionName: 'symbol' })).toBe('USDC')
    expect(admin).toBe(funded.address)
    for (const [name, holder] of Object.entries({ dispatcher, ...registryRoles })) {
      const role = keccak256(toHex(name.toUpperCase()))
      expect(await client.readContract({ ...contract, functionName: 'hasRole', args: [role, holder] })).toBe(true)
    }
    expect(await client.getCode({ address: escrow, blockNumber: deploymentBlock - 1n })).toBeUndefined()
    expect(await client.getCode({ address: escrow, blockNumber: deploymentBlock })).toBeDefined()
  })

  it('is recorded with the hashes of the code, in which the values of the constructor are', async () => {
    const wanted = { rpcUrl, deployerKey: keys.deployer, ...roles, params: embeddedParams }
    const deployed = await deployEscrow(wanted)
    const record = await recordDeployment(wanted, deployed)
    const { escrow, registry, token, deploymentBlock } = deployed
    expect(record).toMatchObject({
      format: 'jobwright/deployment',
      version: 1,
      chain_id: foundry.id,
      block: Number(deploymentBlock),
      escrow: { address: escrow },
      registry: { address: registry },
      token: { address: token },
      values: { releaseNotice: '5', payeeDelay: '0', minReward: '10000' },
    })
    const longer = { ...wanted, params: { ...embeddedParams, grace: 6n } }
    const other = await recordDeployment(longer, await deployEscrow(longer))
    expect(other.escrow?.code_hash).not.toBe(record.escrow?.code_hash)
    expect(JSON.stringify(record)).not.toContain(keys.deployer.slice(2))
  })

  it('deploys a second escrow over the registry of the first, and keeps its operators', async () => {
    const first = await deployEscrow({ rpcUrl, deployerKey: keys.deployer, ...roles })
    const wanted = { rpcUrl, deployerKey: keys.deployer, token: first.token, dispatcher, registry: first.registry }
    const second = await deployEscrow(wanted)
    const client = createPublicClient({ chain: foundry, transport: http(rpcUrl) })

    expect(second).toMatchObject({ registry: first.registry, admin: null })
    expect(second.escrow).not.toBe(first.escrow)
    const args = [keccak256(toHex('GUARDIAN')), registryRoles.guardian] as const
    const hasRole = { address: second.escrow, abi: jobEscrowAbi, functionName: 'hasRole' } as const
    expect(await client.readContract({ ...hasRole, args })).toBe(true)
  })

  it('puts a timelock of two days before the admin of a deployed escrow, over a given token', async () => {
    const given = await deployEscrow({ rpcUrl, deployerKey: keys.deployer, ...roles })
    const registry = { ...registryRoles, admin: timelockOperators }
    const { escrow, token, admin } = await deployEscrow({
      rpcUrl,
      deployerKey: keys.deployer,
      dispatcher,
      registry,
      params: deployedParams,
      token: given.token,
    })
    if (!admin) throw new Error('no admin')
    const client = createPublicClient({ chain: foundry, transport: http(rpcUrl) })
    const role = `0x${'00'.repeat(32)}` as const

    expect(token).toBe(given.token)
    expect(
      await client.readContract({ address: admin, abi: artifact('AdminTimelock').abi, functionName: 'getMinDelay' }),
    ).toBe(172_800n)
    const hasAdmin = { address: escrow, abi: jobEscrowAbi, functionName: 'hasRole' } as const
    expect(await client.readContract({ ...hasAdmin, args: [role, admin] })).toBe(true)
    expect(await client.readContract({ ...hasAdmin, args: [role, funded.address] })).toBe(false)
    for (const [name, holder] of Object.entries(timelockOperators)) {
      const args = [keccak256(toHex(`${name.toUpperCase()}_ROLE`)), holder] as const
      const hasRole = { address: admin, abi: artifact('AdminTimelock').abi, functionName: 'hasRole', args }
      expect(await client.readContract(hasRole)).toBe(true)
    }
  })

  it('asks for the operators of a timelock, and for none where the admin is one address', async () => {
    const deployment = { rpcUrl, deployerKey: keys.deployer, ...roles }
    await expect(deployEscrow({ ...deployment, params: deployedParams })).rejects.toThrow('a proposer')
    const registry = { ...registryRoles, admin: timelockOperators }
    await expect(deployEscrow({ ...deployment, registry })).rejects.toThrow('one address')
  })

  it.each([
    ['registrar and guardian', { guardian: registryRoles.registrar }, {}],
    ['dispatcher and registrar', { registrar: dispatcher }, {}],
    ['guardian and canceller', {}, { canceller: registryRoles.guardian }],
    ['proposer and executor', {}, { executor: timelockOperators.proposer }],
    ['dispatcher and proposer', {}, { proposer: dispatcher.toLowerCase() as Address }],
  ])('refuses, before anything is sent, that %s are one address', async (_, shared, sharedOfAdmin) => {
    const admin = { ...timelockOperators, ...sharedOfAdmin }
    const registry = { ...registryRoles, admin, ...shared }
    const deployment = { rpcUrl, deployerKey: keys.deployer, dispatcher, registry, params: deployedParams }
    const client = createPublicClient({ chain: foundry, transport: http(rpcUrl) })
    const before = await client.getTransactionCount({ address: funded.address })
    await expect(deployEscrow(deployment)).rejects.toThrow('are the same address')
    expect(await client.getTransactionCount({ address: funded.address })).toBe(before)
  })

  it('prints its record as JSON when run as a program', async () => {
    const env = {
      ...process.env,
      CHAIN_RPC_URL: rpcUrl,
      DEPLOYER_PRIVATE_KEY: keys.deployer,
      ESCROW_DISPATCHER: dispatcher,
      REGISTRY_REGISTRAR: registryRoles.registrar,
      REGISTRY_GUARDIAN: registryRoles.guardian,
      REGISTRY_ADMIN_PROPOSER: timelockOperators.proposer,
      REGISTRY_ADMIN_EXECUTOR: timelockOperators.executor,
      REGISTRY_ADMIN_CANCELLER: timelockOperators.canceller,
      ESCROW_GRACE: '77',
    }
    const { stdout } = await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'deploy.ts')], { env })
    const printed: { escrow: { address: Address }; block: number; values: object } = JSON.parse(stdout)
    const client = createPublicClient({ chain: foundry, transport: http(rpcUrl) })
    const contract = { address: printed.escrow.address, abi: jobEscrowAbi } as const

    expect(await client.readContract({ ...contract, functionName: 'GRACE' })).toBe(77n)
    expect(await client.readContract({ ...contract, functionName: 'SEAT_WINDOW' })).toBe(21_600n)
    expect(printed).toMatchObject({ block: expect.any(Number), values: { grace: '77', payeeDelay: '86400' } })
  })
})

describe('readDeployment', () => {
  const env = {
    CHAIN_RPC_URL: 'http://127.0.0.1:1',
    DEPLOYER_PRIVATE_KEY: keys.deployer,
    ESCROW_DISPATCHER: dispatcher,
    REGISTRY_REGISTRAR: registryRoles.registrar,
    REGISTRY_GUARDIAN: registryRoles.guardian,
  }

  it('takes what the environment leaves out from the defaults', () => {
    expect(readDeployment({ ...env, ESCROW_GRACE: '9' }, embeddedParams)).toEqual({
      rpcUrl: env.CHAIN_RPC_URL,
      deployerKey: keys.deployer,
      ...roles,
      params: { ...embeddedParams, grace: 9n },
    })
  })

  it('takes a registry that is there in place of the operators of a new one', () => {
    const { REGISTRY_REGISTRAR: _, REGISTRY_GUARDIAN: __, ...others } = env
    const registry = newAddress()
    expect(readDeployment({ ...others, REGISTRY_ADDRESS: registry }, embeddedParams).registry).toBe(registry)
  })

  it.each(['PROPOSER', 'EXECUTOR', 'CANCELLER'])('asks for the %s of a timelock by its name', (name) => {
    const operators = Object.entries(timelockOperators).map(([role, address]) => [role.toUpperCase(), address])
    const given = Object.fromEntries(operators.map(([role, address]) => [`REGISTRY_ADMIN_${role}`, address]))
    expect(readDeployment({ ...env, ...given }, deployedParams).registry).toMatchObject({ admin: timelockOperators })
    delete given[`REGISTRY_ADMIN_${name}`]
    expect(() => readDeployment({ ...env, ...given }, deployedParams)).toThrow(`REGISTRY_ADMIN_${name}`)
  })

  it.each([...Object.keys(env)])('refuses an environment without %s by that name', (name) => {
    expect(() => readDeployment({ ...env, [name]: undefined }, embeddedParams)).toThrow(name)
  })

  it('takes the deployer’s key from the file that is named, and refuses two keys and a file that is not there', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'deployer-')), 'key')
    writeFileSync(file, `${keys.deployer}\n`)
    const named = { ...env, DEPLOYER_PRIVATE_KEY: undefined, DEPLOYER_PRIVATE_KEY_FILE: file }
    expect(readDeployment(named, embeddedParams)).toMatchObject({ deployerKey: keys.deployer })
    expect(() => readDeployment({ ...env, DEPLOYER_PRIVATE_KEY_FILE: file }, embeddedParams)).toThrow('only one may')
    rmSync(file)
    expect(() => readDeployment(named, embeddedParams)).toThrow('DEPLOYER_PRIVATE_KEY_FILE')
  })

  it('refuses a number that is none and a key of another length', () => {
    expect(() => readDeployment({ ...env, ESCROW_GRACE: '-1' }, embeddedParams)).toThrow('ESCROW_GRACE')
    expect(() => readDeployment({ ...env, DEPLOYER_PRIVATE_KEY: '0x12' }, embeddedParams)).toThrow(
      'DEPLOYER_PRIVATE_KEY',
    )
  })
})

describe('a job whose messages are signed by a JavaScript client', () => {
  it('settles with the typed data of Submission and Verdict', async () => {
    const client = createPublicClient({ chain: foundry, transport: http(rpcUrl), pollingInterval: 20 })
    const wallet = createWalletClient({ chain: foundry, transport: http(rpcUrl) })
    const deployed = await deployEscrow({ rpcUrl, deployerKey: keys.deployer, ...roles })
    const escrow = { address: deployed.escrow, abi: jobEscrowAbi } as const
    const registry = { address: deployed.registry, abi: agentRegistryAbi } as const
    const domain = { name: 'JobEscrow', version: '1', chainId: foundry.id, verifyingContract: deployed.escrow }
    const mined = async (hash: Hex) => {
      const receipt = await client.waitForTransactionReceipt({ hash })
      expect(receipt.status).toBe('success')
      return receipt
    }
    const [dispatcher, registrar] = [privateKeyToAccount(keys.dispatcher), privateKeyToAccount(keys.registrar)]
    for (const operator of [dispatcher, registrar]) {
      await mined(await wallet.sendTransaction({ account: funded, to: operator.address, value: 10n ** 18n }))
    }
    const agents = [1, 2, 2].map((role, index) => ({
      role,
      ownerId: keccak256(toHex(`owner ${index}`)),
      agent: privateKeyToAccount(generatePrivateKey()).address,
      key: privateKeyToAccount(generatePrivateKey()),
    }))
    const ownerArgs = [funded.address, keccak256(toHex('client'))] as const
    await mined(
      await wallet.writeContract({ ...registry, account: registrar, functionName: 'registerOwner', args: ownerArgs }),
    )
    for (const { role, ownerId, agent, key } of agents) {
      const args = [agent, ownerId, role, key.address] as const
      await mined(await wallet.writeContract({ ...registry, account: registrar, functionName: 'registerAgent', args }))
    }
    const [worker, ...panel] = agents
    if (!worker) throw new Error('no worker')

    const money = { address: deployed.token, account: funded }
    const mint = { abi: artifact('TestStablecoin').abi, functionName: 'mint', args: [funded.address, 1_000_000n] }
    await mined(await wallet.writeContract({ ...money, ...mint }))
    const approve = { abi: erc20Abi, functionName: 'approve', args: [deployed.escrow, 1_000_000n] } as const
    await mined(await wallet.writeContract({ ...money, ...approve }))
    const { timestamp } = await client.getBlock()
    const terms = {
      ref: keccak256(toHex('ref')),
      taskCommitment: keccak256(toHex('task')),
      policyCommitment: keccak256(toHex('policy')),
      reward: 20_000n,
      verifierFee: 500n,
      verifiers: 2,
      quorum: 2,
      maxAttempts: 2,
      silenceShareBps: 5_000,
      fundBy: timestamp + 600n,
      openUntil: timestamp + 3_600n,
      workWindow: 600n,
      verificationWindow: 600n,
    }
    const created = await mined(
      await wallet.writeContract({ ...escrow, account: funded, functionName: 'createJob', args: [terms] }),
    )
    const [event] = parseEventLogs({ abi: jobEscrowAbi, eventName: 'JobCreated', logs: created.logs })
    expect(event?.args).toEqual({ id: 1n, client: funded.address, ref: terms.ref, terms, held: 22_000n })

    const secret = keccak256(toHex('secret'))
    const assignArgs = [1n, worker.agent, keccak256(secret)] as const
    await mined(
      await wallet.writeContract({ ...escrow, account: dispatcher, functionName: 'assign', args: assignArgs }),
    )
    const resultCommitment = keccak256(toHex('result'))
    const submission = await worker.key.signTypedData({
      domain,
      types: {
        Submission: [
          { name: 'jobId', type: 'uint256' },
          { name: 'attempt', type: 'uint32' },
          { name: 'resultCommitment', type: 'bytes32' },
        ],
      },
      primaryType: 'Submission',
      message: { jobId: 1n, attempt: 1, resultCommitment },
    })
    const submitArgs = [1n, 1, resultCommitment, submission] as const
    await mined(await wallet.writeContract({ ...escrow, account: funded, functionName: 'submit', args: submitArgs }))
    const seatArgs = [1n, 1, panel.map(({ agent }) => agent), secret, keccak256(toHex('draw'))] as const
    await mined(await wallet.writeContract({ ...escrow, account: dispatcher, functionName: 'seat', args: seatArgs }))

    const verdicts = panel.map(({ agent }) => ({
      jobId: 1n,
      attempt: 1,
      taskCommitment: terms.taskCommitment,
      policyCommitment: terms.policyCommitment,
      resultCommitment,
      pass: true,
      evidenceHash: keccak256(toHex(agent)),
      agent,
    }))
    const types = {
      Verdict: [
        { name: 'jobId', type: 'uint256' },
        { name: 'attempt', type: 'uint32' },
        { name: 'taskCommitment', type: 'bytes32' },
        { name: 'policyCommitment', type: 'bytes32' },
        { name: 'resultCommitment', type: 'bytes32' },
        { name: 'pass', type: 'bool' },
        { name: 'evidenceHash', type: 'bytes32' },
        { name: 'agent', type: 'address' },
      ],
    } as const
    const signatures = await Promise.all(
      panel.map(({ key }, index) => {
        const message = verdicts[index]
        if (!message) throw new Error('no verdict')
        return key.signTypedData({ domain, types, primaryType: 'Verdict', message })
      }),
    )
    const attestArgs = [1n, 1, verdicts, signatures] as const
    const attested = await mined(
      await wallet.writeContract({ ...escrow, account: funded, functionName: 'attest', args: attestArgs }),
    )

    const [settled] = parseEventLogs({ abi: jobEscrowAbi, eventName: 'JobSettled', logs: attested.logs })
    const { agent } = worker
    expect(settled?.args).toEqual({ id: 1n, attempt: 1, agent, reward: 20_000n, returned: 1_000n, payee: agent })
    const job = await client.readContract({ ...escrow, functionName: 'job', args: [1n] })
    expect(jobEscrowEnums.State[job.state]).toBe('SETTLED')
    const actions = { abi: jobActionsAbi, address: await client.readContract({ ...escrow, functionName: 'actions' }) }
    expect(await client.readContract({ ...actions, functionName: 'allowedActions', args: [1n] })).toEqual([])
    expect(await client.readContract({ ...registry, functionName: 'agentOf', args: [zeroAddress] })).toMatchObject({
      active: false,
    })
  })
})
