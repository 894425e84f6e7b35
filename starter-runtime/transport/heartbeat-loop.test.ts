import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { recoverTypedDataAddress } from 'viem'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { messageTypes, pairingDomain } from '#lib/domain/signed-messages.ts'
import { createClock } from '../clock.ts'
import { type Connection, type ConnectionStore, openConnection } from '../connection.ts'
import { hex, type Identity, loadIdentity } from '../identity.ts'
import type { Configuration } from '../runtime.ts'
import { createStatus, type Status } from '../status.ts'
import { createTasks, type Tasks } from '../tasks.ts'
import {
  heartbeat,
  newCredential,
  refusal,
  startControlPlane,
  type TestControlPlane,
} from '../testing/control-plane.ts'
import { until } from '../testing/until.ts'
import { createChannel } from './channel.ts'
import { createGate } from './gate.ts'
import { runHeartbeat } from './heartbeat-loop.ts'
import { createAlarm } from './wait.ts'

let plane: TestControlPlane
let folder: string
let store: ConnectionStore
let identity: Identity
let status: Status
let tasks: Tasks
let seen: Configuration[]
let ending: AbortController
let loop: Promise<void>
let original: string
const gate = createGate()

beforeEach(async () => {
  plane = await startControlPlane('worker')
  folder = mkdtempSync(join(tmpdir(), 'starter-loop-'))
  store = await openConnection(join(folder, 'connection.json'))
  identity = await loadIdentity(join(folder, 'identity.json'))
  original = newCredential()
  plane.credentials.add(original)
  status = createStatus()
  seen = []
})

afterEach(async () => {
  ending?.abort()
  await loop
  await plane.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function connect(changes: Partial<Connection> = {}): Promise<void> {
  await store.save({
    agent_id: plane.agentId,
    role: 'worker',
    api_base_url: plane.origin,
    credential: original,
    epoch: 1,
    expires_at: new Date(Date.now() + 86_400_000).toISOString(),
    scopes: [],
    chain_id: plane.chainId,
    escrow: plane.escrow,
    pending: null,
    claim: { digest: '', answer: '', at: 0 },
    state: 'connected',
    ...changes,
  })
}

function run(): void {
  ending = new AbortController()
  const alarm = createAlarm()
  store.onChange(alarm.wake)
  tasks = createTasks(status, alarm.wake)
  const role = { receive: (_: unknown, configuration: Configuration) => void seen.push(configuration) }
  loop = runHeartbeat(
    { connection: store, identity, status, gate, clock: createClock(), alarm, tasks, role },
    ending.signal,
  )
}

const beats = () => plane.callsTo('sendHeartbeat')

describe('heartbeat', () => {
  test('tells state and work, and is sent again after as long as the answer says', async () => {
    await connect()
    const id = randomUUID()
    status.running.set(id, { kind: 'job', id, progress: 'half' })
    run()
    await until('three heartbeats', () => beats().length >= 3)
    expect(beats()[0]?.body).toMatchObject({ state: 'busy', running: [{ kind: 'job', id, progress: 'half' }] })
    expect(status.lastHeartbeatAt).not.toBeNull()
  })

  test('reads the configuration once per version, conditionally', async () => {
    await connect()
    const tags: unknown[] = []
    plane.on('getRuntimeConfiguration', ({ headers }) => {
      tags.push(headers['if-none-match'])
      return { body: plane.configuration, headers: { etag: `"${plane.configuration.configuration_version}"` } }
    })
    run()
    await until('three heartbeats', () => beats().length >= 3)
    expect(tags).toEqual([undefined])
    plane.configuration = { ...plane.configuration, configuration_version: '2' }
    await until('the new one', () => seen.at(-1)?.configuration_version === '2')
    expect(tags).toEqual([undefined, '"1"'])
  })

  test('is taken up again after failures, and not before Retry-After', async () => {
    await connect()
    let fails = 1
    const times: number[] = []
    plane.on('sendHeartbeat', () => {
      times.push(Date.now())
      return fails-- > 0
        ? { ...refusal(503, 'unavailable'), headers: { 'retry-after': '1' } }
        : { body: heartbeat(plane) }
    })
    run()
    await until('an answer', () => status.lastHeartbeatAt)
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(1_000)
    expect(status.lastError).toContain('unavailable')
  })

  test('takes an answer with fields of a later version, and no answer of another form', async () => {
    await connect()
    plane.on('sendHeartbeat', () => ({ raw: { ...heartbeat(plane), later: { more: true } } }))
    run()
    await until('an answer', () => seen.length)
    plane.on('sendHeartbeat', () => ({ raw: { ...heartbeat(plane), next_seconds: 'soon' } }))
    await until('the failure', () => status.lastError?.includes('another form'))
  })

  test.each([
    ['chain', (configuration: Configuration) => ({ chain: { ...configuration.chain, chain_id: 1 } })],
    [
      'escrow',
      (configuration: Configuration) => ({ chain: { ...configuration.chain, escrow: `0x${'9'.repeat(40)}` } }),
    ],
    ['agent', (configuration: Configuration) => ({ agent: { ...configuration.agent, id: randomUUID() } })],
  ])('works for no other %s than it was paired for, whatever the configuration says (H11)', async (_, change) => {
    await connect()
    plane.configuration = { ...plane.configuration, ...change(plane.configuration) }
    run()
    await until('the refusal', () => status.lastError?.includes('than this runtime'))
    expect(seen).toEqual([])
  })

  test('a revoked credential ends all work and is not used again; a new pairing is taken up at once', async () => {
    await connect()
    run()
    await until('an answer', () => seen.length)
    const aborted = new Promise((resolve) => {
      tasks.start({ kind: 'job', id: randomUUID() }, ({ signal }) => {
        return new Promise<void>((done) => {
          signal.addEventListener('abort', () => {
            resolve(signal.reason)
            done()
          })
        })
      })
    })
    plane.credentials.delete(original)
    expect(await aborted).toBe('stopped')
    await until('the state', () => store.current()?.state === 'revoked')
    const before = beats().length
    const fresh = newCredential()
    plane.credentials.add(fresh)
    await connect({ credential: fresh })
    await until('a heartbeat with the new one', () => beats()[before]?.bearer === fresh)
  })
})

describe('rotation', () => {
  const offer = () => ({ credential_id: randomUUID(), epoch: 2, expires_at: new Date(Date.now() + 9e8).toISOString() })
  const sha256 = (text: string) => `0x${createHash('sha256').update(text).digest('hex')}`
  let announced: string | undefined

  /** Takes up what the runtime announces: its credential is known by its hash alone, as at the real service. */
  function takeRotations(lose = 0): void {
    announced = undefined
    let left = lose
    plane.on('sendHeartbeat', ({ body }) => {
      const rotate = body.rotate as { credential_hash: string } | undefined
      if (!rotate) return { body: heartbeat(plane) }
      announced = rotate.credential_hash
      plane.heartbeatOverrides = { ...plane.heartbeatOverrides, rotation: null }
      return left-- > 0 ? { isLost: true } : { body: heartbeat(plane) }
    })
    plane.accepts = (bearer) => {
      if (plane.credentials.has(bearer)) return true
      if (sha256(bearer) !== announced) return false
      plane.credentials.clear()
      plane.credentials.add(bearer)
      return true
    }
  }

  test('makes the secret itself, announces its hash signed, uses it, and never the old one after it', async () => {
    await connect()
    takeRotations()
    const offered = offer()
    plane.heartbeatOverrides.rotation = offered
    run()
    await until('the new credential', () => store.current()?.epoch === 2)
    await until('more heartbeats', () => beats().length >= 5)
    const rotate = beats().find(({ body }) => body.rotate)?.body.rotate as {
      signature: string
      credential_hash: string
    }
    const fresh = store.current()?.credential ?? ''
    expect(fresh).toMatch(new RegExp(`^jwr_${offered.credential_id}_[A-Za-z0-9_-]{43}$`))
    expect(rotate.credential_hash).toBe(sha256(fresh))
    const facts = {
      agentId: plane.agentId,
      credentialId: offered.credential_id,
      credentialHash: sha256(fresh),
      epoch: 2n,
    }
    const signer = await recoverTypedDataAddress({
      domain: pairingDomain,
      types: { Rotation: messageTypes.Rotation },
      primaryType: 'Rotation',
      message: facts,
      signature: hex(rotate.signature),
    } as never)
    expect(signer.toLowerCase()).toBe(identity.address)
    const bearers = beats().map(({ bearer }) => bearer)
    expect(bearers.slice(bearers.indexOf(fresh)).every((bearer) => bearer === fresh)).toBe(true)
    expect(plane.calls.some(({ text }) => text.includes(fresh))).toBe(false)
  })

  test('whose answer was lost is completed by trying the new credential first', async () => {
    await connect()
    takeRotations(1)
    plane.heartbeatOverrides.rotation = offer()
    run()
    await until('the new credential', () => store.current()?.epoch === 2)
    const after = beats().slice(beats().findIndex(({ body }) => body.rotate) + 1)
    expect(after[0]?.bearer).toBe(store.current()?.credential)
  })

  test('that never reached the service falls back to the old credential and is announced again', async () => {
    await connect()
    takeRotations()
    const pending = { ...offer(), credential: newCredential(), is_sent: true, is_acknowledged: false }
    pending.credential = newCredential(pending.credential_id)
    await connect({ pending })
    run()
    await until('the new credential', () => store.current()?.credential === pending.credential)
    expect(beats()[0]?.bearer).toBe(original)
    expect(beats()[0]?.body.rotate).toBeDefined()
  })

  test('that is not open any more is dropped, and the next one taken up', async () => {
    const pending = { ...offer(), credential: '', is_sent: false, is_acknowledged: false }
    pending.credential = newCredential(pending.credential_id)
    await connect({ pending })
    const offered = offer()
    takeRotations()
    const given = plane.handlerOf('sendHeartbeat')
    plane.on('sendHeartbeat', (call) => {
      const rotate = call.body.rotate as { credential_id: string } | undefined
      return rotate?.credential_id === pending.credential_id ? refusal(409, 'state_conflict') : given(call)
    })
    plane.heartbeatOverrides.rotation = offered
    run()
    await until('the new credential', () => store.current()?.credential.includes(offered.credential_id) === true)
  })

  test('is on disk before it is announced', async () => {
    await connect()
    let kept = ''
    takeRotations()
    const given = plane.handlerOf('sendHeartbeat')
    plane.on('sendHeartbeat', (call) => {
      if (call.body.rotate) kept = readFileSync(join(folder, 'connection.json'), 'utf8')
      return given(call)
    })
    plane.heartbeatOverrides.rotation = offer()
    run()
    await until('the new credential', () => store.current()?.epoch === 2)
    expect(kept).toContain(store.current()?.credential)
  })

  test('is asked for when the owner wants it', async () => {
    await connect()
    run()
    await until('an answer', () => seen.length)
    expect(beats()[0]?.body.wants_rotation).toBeUndefined()
    status.isRotationWanted = true
    await until('the wish', () => beats().at(-1)?.body.wants_rotation === true)
  })

  test('lets no other call pass between the old credential and the new one', async () => {
    await connect()
    takeRotations()
    plane.on('takeJobCredential', () => refusal(404, 'not_found'))
    run()
    await until('an answer', () => seen.length)
    const channel = createChannel(store, gate)
    const { takeJobCredentialEndpoint } = await import('#lib/api/runtime.ts')
    plane.heartbeatOverrides.rotation = offer()
    const signal = new AbortController().signal
    while (store.current()?.epoch === 1) {
      const body = { offer_id: randomUUID(), decline: 'x' }
      await channel.call(takeJobCredentialEndpoint, body, signal).catch((error: Error) => {
        expect(error).toMatchObject({ code: 'not_found' })
      })
    }
    const fresh = store.current()?.credential
    const bearers = plane.calls.map(({ bearer }) => bearer)
    expect(bearers.slice(bearers.indexOf(fresh ?? '')).every((bearer) => bearer === fresh)).toBe(true)
  })
})
