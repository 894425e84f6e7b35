import { generateKeyPairSync } from 'node:crypto'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type HostFaults, hostFaults } from '#sandbox/repository-host/faults/client.ts'
import { settle, waitingDeliveries } from '#test/host-events.ts'
import { addRepository, installationOf, namesIn } from '#test/installing.ts'
import { atHost, grant, signInClient } from '#test/journey.ts'
import type { Person } from '#test/people/person.ts'
import { entitySecret, type Service, startService } from '#test/service.ts'
import { until } from '#test/until.ts'
import { startWebhookDoor, type WebhookDoor } from '#test/webhook-door.ts'
import { composeWorker, type WorkerComposition } from '../compose.ts'
import { readWorkerEnv } from '../env.ts'
import type { AppLog } from '../ports/app-log.ts'
import { sweepDeliveries } from '../usecases/webhooks/sweep-deliveries.ts'
import { startWorker } from './start-worker.ts'
import { startSweepers } from './sweepers.ts'

let service: Service
let door: WebhookDoor
let faults: HostFaults
let clara: Person
let worker: WorkerComposition

beforeAll(async () => {
  door = await startWebhookDoor()
  service = await startService({ webhookUrl: door.url, env: { GITHUB_SWEEP_SECONDS: '1' } })
  door.open(service.router)
  service.onStop(() => door.stop())
  faults = hostFaults(service.host.url)
  worker = composeWorker(readWorkerEnv(workerVariables()))
  service.onStop(worker.close)
  clara = await signInClient(service, 'clara')
  await grant(clara, 'acme')
})
beforeEach(async () => {
  await settle(service)
  await service.sql`delete from sweep_cursors`
  await sweep()
  await settle(service)
})
afterEach(async () => {
  door.isShut = false
  door.isSilent = false
  service.wires.host.mend()
  await faults.set({})
})
afterAll(() => service.stop())

function workerVariables(): Record<string, string> {
  return {
    ...service.variables,
    NODE_ENV: 'test',
    REGISTRAR_PRIVATE_KEY: service.chain.keys.registrar,
    DISPATCHER_PRIVATE_KEY: service.chain.keys.dispatcher,
    CIRCLE_ENTITY_SECRET: entitySecret,
    GITHUB_APP_ID: String(service.host.app.id),
    GITHUB_APP_PRIVATE_KEY: service.host.app.privateKeyPem.replaceAll('\n', '\\n'),
  }
}

function appLog(): AppLog {
  if (!worker.appLog) throw new Error('the worker has no App key')
  return worker.appLog
}
const sweep = () => sweepDeliveries(worker, appLog(), 0)
const asked = () => service.wires.host.requests.filter(({ path }) => path.endsWith('/attempts')).length
const stored = async () => (await service.sql`select 1 from webhook_inbox`).length
const ping = (times: number) => Promise.all(Array.from({ length: times }, () => atHost(service, 'POST', '/ping')))

test('what was delivered while nobody answered for a while is applied after the next sweep (row 57)', async () => {
  await addRepository(service, { name: 'lost-one' })
  await addRepository(service, { name: 'lost-two' })
  await grant(clara, 'acme', 'lost-one')
  door.isShut = true
  const id = await installationOf(service, 'acme')
  await atHost(service, 'PATCH', '/repos/acme/lost-one', { name: 'found-one' })
  await atHost(service, 'DELETE', '/repos/acme/lost-two')
  await atHost(service, 'PUT', `/installations/${id}/suspended`)
  await atHost(service, 'DELETE', `/installations/${id}/suspended`)
  await settle(service)
  const before = await stored()
  expect(namesIn(await clara.call('getGithubStatus'))).toContain('acme/lost-one')
  door.isShut = false
  await service.sql`delete from sweep_cursors`
  const stop = await service.runWorker()
  const names = await until(
    async () => namesIn(await clara.call('getGithubStatus')),
    (now) => now.includes('acme/found-one') && !now.includes('acme/lost-two'),
  )
  expect(names).not.toContain('acme/lost-one')
  await until(
    () => waitingDeliveries(service),
    (waiting) => waiting.length === 0,
  )
  await stop()
  expect((await stored()) - before).toBe(4)
})

test('only what never came and was never answered is asked for, and once', async () => {
  await ping(3)
  await settle(service)
  const from = asked()
  expect(await sweep()).toBe(0)
  door.isShut = true
  await ping(2)
  await settle(service)
  door.isShut = false
  expect(await sweep()).toBe(2)
  await settle(service)
  expect(await sweep()).toBe(0)
  expect(asked() - from).toBe(2)
})

test('a delivery that came here although the host saw no answer is not asked for', async () => {
  const before = await stored()
  door.isSilent = true
  await ping(1)
  await settle(service)
  door.isSilent = false
  expect(await stored()).toBe(before + 1)
  expect(await sweep()).toBe(0)
})

test('a delivery that was answered is not asked for, although nothing of it is kept here', async () => {
  await ping(1)
  await settle(service)
  await service.sql`delete from webhook_inbox
    where id = (select id from webhook_inbox where event_type = 'ping' order by received_at desc limit 1)`
  expect(await sweep()).toBe(0)
})

test('a delivery that something in between refused is asked for', async () => {
  const before = await stored()
  await faults.set({ deliveries: { failStatus: 502 } })
  await ping(1)
  await settle(service)
  await faults.set({})
  expect(await stored()).toBe(before)
  expect(await sweep()).toBe(1)
  await settle(service)
  expect(await stored()).toBe(before + 1)
})

test('at most 50 are asked for in one run, and none is passed over', async () => {
  const before = await stored()
  await faults.set({ deliveries: { drop: true } })
  await ping(120)
  await settle(service)
  await faults.set({})
  const runs: (number | undefined)[] = []
  for (let n = 0; n < 4; n += 1) {
    runs.push(await sweep())
    await settle(service)
  }
  expect(runs).toEqual([50, 50, 20, 0])
  expect((await stored()) - before).toBe(120)
})

test('a delivery that can never be taken is asked for a bounded number of times, and holds nothing up', async () => {
  door.isShut = true
  await ping(1)
  await settle(service)
  const runs: (number | undefined)[] = []
  for (let n = 0; n < 12; n += 1) {
    runs.push(await sweep())
    await settle(service)
  }
  expect(runs).toEqual([1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0])
  door.isShut = false
  await faults.set({ deliveries: { drop: true } })
  await ping(1)
  await settle(service)
  await faults.set({})
  expect(await sweep()).toBe(1)
})

test('a host that limits requests, or is down, ends the run, and the next one goes on where it was', async () => {
  await faults.set({ deliveries: { drop: true } })
  await ping(2)
  await settle(service)
  await faults.set({ rateLimit: { kind: 'secondary', count: 5, resetInSeconds: 60 } })
  await expect(sweep()).rejects.toMatchObject({ code: 'repository_host_limited' })
  await faults.set({ outage: true })
  await expect(sweep()).rejects.toMatchObject({ code: 'repository_host_unavailable' })
  await faults.set({})
  service.wires.host.fate = ({ path }) => (path.endsWith('/attempts') ? 'cut' : 'pass')
  await expect(sweep()).rejects.toMatchObject({ code: 'repository_host_unavailable' })
  service.wires.host.mend()
  expect(await sweep()).toBe(2)
})

test('of workers that sweep at the same time one does', async () => {
  await service.sql`delete from sweep_cursors`
  const turns = await Promise.all(Array.from({ length: 4 }, () => sweepDeliveries(worker, appLog(), 60)))
  expect(turns.filter((turn) => turn !== undefined)).toHaveLength(1)
})

test('an unknown App and a foreign key are distinguished from an outage', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const GITHUB_APP_PRIVATE_KEY = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  for (const other of [{ GITHUB_APP_ID: '42' }, { GITHUB_APP_PRIVATE_KEY }]) {
    const { appLog: log, close } = composeWorker(readWorkerEnv({ ...workerVariables(), ...other }))
    const refused = log ? sweepDeliveries(worker, log, 0) : Promise.resolve()
    await expect(refused).rejects.toMatchObject({ code: 'repository_permission' })
    await close()
  }
})

/** A log whose lines can be read. */
function readableLog() {
  const lines: Record<string, unknown>[] = []
  const sink = new Writable({
    write: (chunk, _, done) => {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  return { lines, log: pino({ level: 'info' }, sink) }
}

test('without the App’s key nothing is swept, which the log says once', async () => {
  const { GITHUB_APP_ID: _, GITHUB_APP_PRIVATE_KEY: __, ...rest } = workerVariables()
  const keyless = composeWorker(readWorkerEnv(rest))
  const { lines, log } = readableLog()
  const stops = startSweepers({ ...keyless, log })
  await Promise.all(stops.map((stop) => stop()))
  await keyless.close()
  expect(keyless.appLog).toBeNull()
  expect(lines.filter(({ msg }) => String(msg).includes('GITHUB_APP_PRIVATE_KEY'))).toHaveLength(1)
})

test('a delivery that dies is a line of the log at level error', async () => {
  await ping(1)
  await atHost(service, 'PATCH', '/repos/acme/slugify-lite', { archived: true })
  await settle(service)
  await service.sql`update webhook_inbox set attempts = 9 where processed_at is null`
  service.wires.host.status = ({ path }) => (path.includes('/user/installations') ? 422 : undefined)
  const { lines, log } = readableLog()
  const env = readWorkerEnv(workerVariables())
  const stop = await startWorker({ ...worker, log }, env)
  const died = () => lines.filter(({ msg }) => msg === 'a delivery is a dead letter')
  await until(
    async () => died(),
    (found) => found.length > 0,
  )
  await stop()
  expect(died()[0]).toMatchObject({
    level: 50,
    provider: 'github',
    eventType: 'repository',
    attempts: 10,
    lastError: expect.stringContaining('repository_host_refused'),
  })
})
