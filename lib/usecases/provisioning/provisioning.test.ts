import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { answerTo, openPeer, provision, setWalletFaults, signInOwner, write } from '#test/agents.ts'
import type { Person } from '#test/people/person.ts'
import { refusal } from '#test/refusal.ts'
import { rowsOf } from '#test/rows.ts'
import type { RuntimePeer } from '#test/runtime-peer.ts'
import { apiKey, type Service, startService } from '#test/service.ts'
import { until } from '#test/until.ts'
import { agentRegistryAbi } from '../../chain/abi/agent-registry.ts'
import type { ReplyOf } from '../../client/api.ts'
import type { AgentRole } from '../../domain/agent.ts'
import { isFailure } from '../../domain/failure.ts'
import { pairingDomain } from '../../domain/signed-messages.ts'
import { runOperator } from '../operator/run-operator.ts'
import { baseFiles } from './build-exam.ts'
import { continueProvisioning } from './continue-provisioning.ts'
import { gitTreeId } from './git-tree.ts'

type Agent = ReplyOf<'getAgent'>
type StartedAgent = { peer: RuntimePeer; id: string; token: string }

let service: Service
let wanda: Person
beforeAll(async () => {
  service = await startService({ runtimePlaces: 32 })
  wanda = await signInOwner(service, 'wanda')
})
afterAll(() => service.stop())
afterEach(async () => {
  for (const wire of Object.values(service.wires)) wire.mend()
  await setWalletFaults(service, {})
})

async function begin(role: AgentRole = 'worker', opened?: RuntimePeer): Promise<StartedAgent> {
  const peer = opened ?? (await openPeer(service, role))
  const pairing_token = peer.newToken()
  const { token } = peer
  const { id } = await wanda.call('createAgent', { body: { name: 'Night shift', role, pairing_token } })
  return { peer, id, token }
}

const read = (id: string): Promise<Agent> => wanda.call('getAgent', { params: { id } })
const step = async (id: string, name: string) =>
  (await read(id)).provisioning.find((one) => one.step === name) ?? { state: 'NONE', detail: '' }
const go = (id: string) => continueProvisioning(service.context(), { agentId: id })
const register = () => runOperator(service.context(), 'registrar')

test('a change of an agent on a stale version is refused with the way to read it again', async () => {
  const { id } = await begin()
  const { version } = await read(id)
  const rename = (name: string, more: object, ifMatch?: number) =>
    wanda.call('updateAgent', { params: { id }, body: { name, ...more }, ...(ifMatch !== undefined && { ifMatch }) })
  expect((await rename('Day shift', {}, version)).name).toBe('Day shift')
  const way = { code: 'read_agent', method: 'GET', href: `/api/v1/agents/${id}/`, who: 'agent_owner' }
  expect(await refusal(rename('Late shift', {}, version))).toMatchObject({
    status: 412,
    code: 'precondition_failed',
    next_actions: [way],
  })
  expect(await refusal(rename('Late shift', { version }))).toMatchObject({
    status: 409,
    code: 'stale_version',
    next_actions: [way],
  })
  expect((await read(id)).name).toBe('Day shift')
})

/** One wallet at the provider, one registration on chain, one credential; and all of them this agent's. */
async function expectMadeOnce({ id, peer }: StartedAgent, role: AgentRole = 'worker'): Promise<void> {
  const agent = await read(id)
  expect([agent.state, agent.provisioning.map(({ state }) => state)]).toEqual(['ACTIVE', Array(4).fill('DONE')])
  const wallet = agent.wallet_address as `0x${string}`
  expect(await walletsOf(id)).toEqual([wallet])
  expect(await registrationsOf(wallet)).toBe(1)
  const [user] = await service.sql`select u.owner_id from users u join agents a on a.user_id = u.id where a.id = ${id}`
  expect(await service.services.chain.agentOf(wallet)).toMatchObject({
    role,
    key: peer.key,
    isActive: true,
    ownerId: user?.owner_id,
  })
  const credentials = await service.sql`select epoch, state from runtime_credentials where agent_id = ${id}`
  expect(credentials).toEqual([{ epoch: 1, state: 'LIVE' }])
  expect(new Set(peer.claims.map(({ credential }) => credential)).size).toBe(1)
  expect((await peer.heartbeat()).next_seconds).toBe(1)
}

async function walletsOf(id: string): Promise<string[]> {
  const headers = { authorization: `Bearer ${apiKey}` }
  const response = await fetch(`${service.wallets.url}/v1/w3s/wallets?refId=${id}`, { headers })
  const { data } = (await response.json()) as { data: { wallets: { address: string }[] } }
  return data.wallets.map(({ address }) => address.toLowerCase())
}

async function registrationsOf(agent: `0x${string}`): Promise<number> {
  const place = { address: service.chain.addresses.registry, abi: agentRegistryAbi, fromBlock: 0n } as const
  return (await service.node.getContractEvents({ ...place, eventName: 'AgentRegistered', args: { agent } })).length
}

describe('made once', () => {
  test('four steps run in their order, each waits for the one before, and the chain then knows the agent', async () => {
    const started = await begin()
    const states = async () => (await read(started.id)).provisioning.map((one) => `${one.step} ${one.state}`)
    expect(await states()).toEqual([
      'RUNTIME PENDING',
      'WALLET PENDING',
      'AUTHORISATION PENDING',
      'QUALIFICATION PENDING',
    ])
    await go(started.id)
    expect(await states()).toEqual(['RUNTIME DONE', 'WALLET DONE', 'AUTHORISATION WAITING', 'QUALIFICATION PENDING'])
    await go(started.id)
    expect((await states())[2]).toBe('AUTHORISATION WAITING')
    const goOn = async () => {
      await register()
      await go(started.id)
      return (await states()).slice(2)
    }
    const after = await until(goOn, ([authorisation]) => authorisation === 'AUTHORISATION DONE')
    expect(after).toEqual(['AUTHORISATION DONE', 'QUALIFICATION WAITING'])
    expect((await read(started.id)).state).toBe('PROVISIONING')
    await provision(service, started.id, started.peer)
    const done = (await read(started.id)).provisioning.map(({ done_at }) => Date.parse(done_at ?? ''))
    expect(done).toEqual([...done].sort((a, b) => a - b))
    await expectMadeOnce(started)
  })

  /** Rounds of the worker program in which the outside may fail. */
  async function rounds(id: string, count: number): Promise<void> {
    for (let round = 0; round < count; round += 1) {
      await go(id)
      await register().catch((error: unknown) => expect(isFailure(error)).toBe(true))
    }
  }

  const loseOnWire = (wire: 'wallets' | 'chain', text: string, method = 'POST') => {
    service.wires[wire].fate = (request) =>
      request.method === method && `${request.path} ${request.body}`.includes(text) ? 'lose' : 'pass'
  }
  const drop = (path: string) => () => setWalletFaults(service, { dropAnswers: { path, count: 2 } })
  test.each<[string, (started: StartedAgent) => unknown]>([
    ['the runtime’s challenge', ({ peer }) => (peer.loses = (path) => path === 'challenge')],
    ['the runtime’s claim', ({ peer }) => (peer.loses = (path) => path === 'claim')],
    ['the making of a wallet', drop('/v1/w3s/developer/wallets')],
    ['the search for a wallet', () => loseOnWire('wallets', '/v1/w3s/wallets', 'GET')],
    ['the sending of a registration', () => loseOnWire('chain', 'eth_sendRawTransaction')],
    ['the registration’s receipt', () => loseOnWire('chain', 'eth_getTransactionReceipt')],
    ['the reading of the escrow', () => loseOnWire('chain', 'eth_call')],
  ])('when the answer to %s is lost, going on makes nothing a second time', async (_, breakIt) => {
    const started = await begin()
    await breakIt(started)
    await rounds(started.id, 3)
    expect((await read(started.id)).state).toBe('PROVISIONING')
    started.peer.loses = () => false
    for (const wire of Object.values(service.wires)) wire.mend()
    await provision(service, started.id, started.peer)
    await expectMadeOnce(started)
  })

  test('four workers that go on at the same time make nothing a second time', async () => {
    const started = await begin()
    for (let round = 0; round < 6; round += 1) {
      await Promise.all(Array.from({ length: 4 }, () => go(started.id)))
      await register()
    }
    await provision(service, started.id, started.peer)
    await expectMadeOnce(started)
    expect((await read(started.id)).next_actions).toEqual([])
  })

  test('a claim that is under way in one worker is neither spoilt nor doubled by others', async () => {
    const started = await begin()
    const { peer, id } = started
    const both = Promise.withResolvers<void>()
    const open = Promise.withResolvers<void>()
    let challenges = 0
    peer.twist = async (path, answer) => {
      if (path === 'challenge') {
        challenges += 1
        if (challenges === 2) both.resolve()
        await both.promise
      } else if (peer.claims.length === 1) await open.promise
      return answer
    }
    const first = Promise.all([go(id), go(id)])
    await until(
      async () => peer.claims.length,
      (count) => count > 0,
    )
    await go(id)
    open.resolve()
    await first
    expect(new Set(peer.claims.map((claim) => JSON.stringify(claim))).size).toBe(1)
    expect(await step(id, 'RUNTIME')).toMatchObject({ state: 'DONE' })
    await provision(service, id, peer)
    await expectMadeOnce(started)
  })
})

/** Votes on an open calibration, rightly or wrongly. */
describe('pairing', () => {
  const pairing = async (id: string) => (await service.sql`select * from pairings where agent_id = ${id}`)[0]

  test.each<[string, (peer: RuntimePeer, other: RuntimePeer, id: string) => void]>([
    [
      'with another key',
      (peer, other) => {
        peer.twist = (_, answer) => ({ ...answer, key: other.key })
      },
    ],
    [
      'signed by another key',
      (peer, other) => {
        peer.twist = async (_, answer) => ({
          ...answer,
          signature: await other.sign('PairingAnswer', pairingDomain, {
            protocol: answer.protocol,
            agentId: crypto.randomUUID(),
            role: 'worker',
            origin: service.origin,
            nonce: '',
            runtimeNonce: answer.runtime_nonce,
            key: peer.key,
            software: '',
            isolation: '',
          }),
        })
      },
    ],
    [
      'signed for another role',
      (peer) => {
        const { sign } = peer
        peer.sign = (name, domain, message) => sign.call(peer, name, domain, { ...message, role: 'verifier' })
      },
    ],
    [
      'signed for another service',
      (peer) => {
        const { sign } = peer
        peer.sign = (name, domain, message) => sign.call(peer, name, domain, { ...message, origin: 'http://other' })
      },
    ],
    [
      'that tells another isolation than was signed',
      (peer) => {
        peer.twist = (_, answer) => ({ ...answer, isolation: 'gvisor' })
      },
    ],
  ])('an answer %s ends the pairing before token or credential are sent', async (_, breakIt) => {
    const started = await begin()
    breakIt(started.peer, await spare(), started.id)
    await go(started.id)
    const agent = await read(started.id)
    expect(agent.provisioning[0]).toMatchObject({ step: 'RUNTIME', state: 'FAILED', detail: expect.any(String) })
    expect(agent.next_actions).toMatchObject([{ code: 'pair_runtime', who: 'agent_owner' }])
    expect(started.peer.claims).toEqual([])
    expect(await service.sql`select 1 from runtime_credentials where agent_id = ${started.id}`).toHaveLength(0)
    expect(await pairing(started.id)).toMatchObject({ state: 'FAILED', token_sealed: null, credential_sealed: null })
    expect(await walletsOf(started.id)).toEqual([])
  })

  let known: RuntimePeer | undefined
  /** A runtime that belongs to nobody yet. */
  async function spare(): Promise<RuntimePeer> {
    known ??= await openPeer(service, 'worker')
    return known
  }

  test('a receipt for the credential by another key is no pairing', async () => {
    const started = await begin()
    const other = await spare()
    started.peer.twist = async (path, answer) =>
      path === 'claim' ? { ...answer, signature: await other.account.signMessage({ message: 'claimed' }) } : answer
    await go(started.id)
    expect(await step(started.id, 'RUNTIME')).toMatchObject({ state: 'FAILED' })
    expect(await refusal(started.peer.heartbeat())).toMatchObject({ status: 401, code: 'credential_revoked' })
  })

  test('a made-up token that names a runtime’s key does not take the key from its owner', async () => {
    const peer = await openPeer(service, 'worker')
    const stranger = await signInOwner(service, 'victor')
    const madeUp = `service-connect://localhost:${peer.port}?v=1&token=${'A'.repeat(43)}&key=${peer.key}`
    const { id } = await stranger.call('createAgent', {
      body: { name: 'Stranger', role: 'verifier', pairing_token: madeUp },
    })
    const started = await begin('worker', peer)
    await go(id)
    const [pairing] = await service.sql`select state from pairings where agent_id = ${id}`
    expect(pairing).toMatchObject({ state: 'FAILED' })
    await provision(service, started.id, started.peer)
    expect(await read(started.id)).toMatchObject({ state: 'ACTIVE' })
  })

  test('of two agents whose runtime signs receipts with one key, the first gets the key and the other no credential', async () => {
    const started = await begin()
    const { token } = started.peer
    const body = { name: 'Twin', role: 'verifier' as const, pairing_token: started.peer.newToken() }
    const twin = await wanda.call('createAgent', { body })
    const other = started.peer.token
    started.peer.token = token
    await go(started.id)
    started.peer.token = other
    await go(twin.id)
    expect(await step(started.id, 'RUNTIME')).toMatchObject({ state: 'DONE' })
    expect(await step(twin.id, 'RUNTIME')).toMatchObject({ state: 'FAILED' })
    const live = await service.sql`select state from runtime_credentials where agent_id = ${twin.id}`
    expect(live).toEqual([{ state: 'REVOKED' }])
  })

  test('the key of another agent’s runtime is refused and nothing is stored', async () => {
    const started = await begin()
    await provision(service, started.id, started.peer)
    const before = await rowsOf(service.sql)
    const body = { name: 'Twin', role: 'verifier' as const, pairing_token: started.peer.newToken() }
    expect(await refusal(wanda.call('createAgent', { body }))).toMatchObject({ status: 422, code: 'pairing_invalid' })
    expect(await rowsOf(service.sql)).toEqual(before)
  })

  test('a runtime that is away is waited for, and a token that is over asks for another one', async () => {
    const started = await begin()
    await started.peer.close()
    await go(started.id)
    expect(await step(started.id, 'RUNTIME')).toMatchObject({ state: 'WAITING' })
    await write(service, (tx) => tx`update pairings set expires_at = now() where agent_id = ${started.id}`)
    await go(started.id)
    const agent = await read(started.id)
    expect(agent.provisioning[0]).toMatchObject({ state: 'FAILED', detail: expect.stringContaining('expired') })
    expect(agent.next_actions).toMatchObject([{ code: 'pair_runtime' }])
    await started.peer.listen()
    const body = { pairing_token: started.peer.newToken() }
    await wanda.call('provisionAgent', { params: { id: started.id }, body })
    await provision(service, started.id, started.peer)
    await expectMadeOnce(started)
  })

  test('neither token nor credential can be read from the database, before or after the end (rows 71, 86)', async () => {
    const started = await begin()
    expect(await tablesThatHold(started.token)).toEqual([])
    await provision(service, started.id, started.peer)
    const secret = started.peer.credential.slice(-43)
    expect(started.peer.credential).toMatch(/^jwr_[0-9a-f-]{36}_[\w-]{43}$/)
    expect(await tablesThatHold(secret)).toEqual([])
    expect(await tablesThatHold(started.token)).toEqual([])
    expect(await tablesThatHold(started.peer.key)).toContain('public.runtime_keys')
    expect(await pairing(started.id)).toMatchObject({ state: 'CLAIMED', token_sealed: null, credential_sealed: null })
  })

  async function tablesThatHold(text: string): Promise<string[]> {
    const tables = await service.sql`
      select table_schema as schema, table_name as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`
    const found: string[] = []
    for (const { schema, name } of tables) {
      const table = service.sql(`${schema}.${name}`)
      const rows = await service.sql`select 1 from ${table} t where strpos(t::text, ${text}) > 0 limit 1`
      if (rows.length > 0) found.push(`${schema}.${name}`)
    }
    return found
  }
})

describe('qualification', () => {
  /** Up to the open exam or calibration. */
  async function examinee(role: AgentRole): Promise<StartedAgent> {
    const started = await begin(role)
    await until(
      async () => {
        await go(started.id)
        await register()
        return step(started.id, 'AUTHORISATION')
      },
      ({ state }) => state === 'DONE',
    )
    await go(started.id)
    return started
  }
  const elapse = (id: string, hours: number) =>
    write(
      service,
      (tx) =>
        tx`update qualifications set ended_at = ended_at - make_interval(hours => ${hours}) where agent_id = ${id}`,
    )

  async function sendExam(peer: RuntimePeer, isRight: boolean) {
    const { exam } = await peer.call('getRuntimeConfiguration')
    if (!exam) throw new Error('no exam is open')
    const answer = answerTo(exam)
    const body = isRight ? answer : { ...answer, changes: answer.changes.slice(1) }
    return peer.call('submitQualification', { body })
  }

  test('the qualification repository holds exactly the files that answers are graded against', async () => {
    const { cloneUrl, commit } = service.host.qualification
    const folder = join(service.folder, 'qualification')
    const git = async (...args: string[]) =>
      (await promisify(execFile)('git', args, { env: { ...process.env, GIT_TERMINAL_PROMPT: '0' } })).stdout.trim()
    await git('clone', '--quiet', cloneUrl, folder)
    expect(await git('-C', folder, 'rev-parse', 'HEAD')).toBe(commit)
    expect(await git('-C', folder, 'rev-parse', 'HEAD^{tree}')).toBe(gitTreeId(baseFiles()))
  })

  test('a wrong exam fails, the next one is another one after a pause, and the right answer passes', async () => {
    const started = await examinee('worker')
    const first = (await started.peer.heartbeat()).exam_id
    expect(await sendExam(started.peer, false)).toMatchObject({ status: 'failed' })
    expect((await started.peer.heartbeat()).exam_id).toBeNull()
    await go(started.id)
    expect(await step(started.id, 'QUALIFICATION')).toMatchObject({
      state: 'WAITING',
      detail: expect.stringContaining('Another try follows'),
    })
    expect((await started.peer.heartbeat()).exam_id).toBeNull()
    await elapse(started.id, 1)
    await go(started.id)
    expect((await started.peer.heartbeat()).exam_id).not.toBe(first)
    expect((await read(started.id)).state).toBe('PROVISIONING')
    expect(await sendExam(started.peer, true)).toMatchObject({ status: 'passed' })
    await go(started.id)
    await expectMadeOnce(started)
  })

  test('a right answer with the tree id of something else fails', async () => {
    const started = await examinee('worker')
    const { exam } = await started.peer.call('getRuntimeConfiguration')
    if (!exam) throw new Error('no exam is open')
    const body = { ...answerTo(exam), tree_id: '0'.repeat(40) }
    expect(await started.peer.call('submitQualification', { body })).toMatchObject({ status: 'failed' })
    expect(await started.peer.call('submitQualification', { body: answerTo(exam) })).toMatchObject({ status: 'failed' })
    await go(started.id)
    expect((await read(started.id)).state).toBe('PROVISIONING')
  })

  test('tries are bounded to five within a day, and the owner can then let it be tried again', async () => {
    const started = await examinee('worker')
    for (let tries = 0; tries < 5; tries += 1) {
      expect(await sendExam(started.peer, false)).toMatchObject({ status: 'failed' })
      await elapse(started.id, 1)
      await go(started.id)
    }
    const agent = await read(started.id)
    expect(agent.provisioning[3]).toMatchObject({ state: 'FAILED', detail: expect.stringContaining('5 tries') })
    expect(agent.next_actions).toMatchObject([{ code: 'continue_provisioning', method: 'POST' }])
    await wanda.call('provisionAgent', { params: { id: started.id }, body: {} })
    await go(started.id)
    expect((await started.peer.heartbeat()).exam_id).toBeNull()
    await elapse(started.id, 24)
    await wanda.call('provisionAgent', { params: { id: started.id }, body: {} })
    await go(started.id)
    expect(await sendExam(started.peer, true)).toMatchObject({ status: 'passed' })
    await go(started.id)
    expect((await read(started.id)).state).toBe('ACTIVE')
  })

  test('an exam can be answered only by the agent that it was given to', async () => {
    const [one, other] = [await examinee('worker'), await examinee('worker')]
    const { exam } = await one.peer.call('getRuntimeConfiguration')
    if (!exam) throw new Error('no exam is open')
    const foreign = other.peer.call('submitQualification', { body: answerTo(exam) })
    expect(await refusal(foreign)).toMatchObject({ status: 404, code: 'not_found' })
    expect((await one.peer.heartbeat()).exam_id).toBe(exam.exam_id)
  })
})
