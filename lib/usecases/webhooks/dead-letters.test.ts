import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { admin as runAdmin } from '#test/admin.ts'
import { deliver } from '#test/host-events.ts'
import { installationOf } from '#test/installing.ts'
import { atHost, grant, index, signInClient } from '#test/journey.ts'
import type { Person } from '#test/people/person.ts'
import { type Service, startService } from '#test/service.ts'
import { processDelivery } from './process-delivery.ts'
import { requeueDeliveries } from './requeue-deliveries.ts'

let service: Service
let clara: Person

beforeAll(async () => {
  service = await startService()
  clara = await signInClient(service, 'clara')
  await grant(clara, 'acme')
})
afterEach(() => service.wires.host.mend())
afterAll(() => service.stop())

/** A delivery that concerns Clara's installation; its row's id. */
async function delivered(event = 'installation_repositories'): Promise<string> {
  const id = randomUUID()
  const body = JSON.stringify({ action: 'added', installation: { id: await installationOf(service, 'acme') } })
  await deliver(service, event, body, id)
  const [row] = await service.sql<{ id: string }[]>`select id from webhook_inbox where delivery_id = ${id}`
  return row?.id ?? ''
}
const attempt = (id: string) => processDelivery(service.context(), { deliveryRowId: id })
const row = async (id: string) => (await service.sql`select * from webhook_inbox where id = ${id}`)[0]
const jobs = (id: string) =>
  service.sql<{ pause: number }[]>`
    select extract(epoch from start_after - created_on)::int as pause from pgboss.job
    where name = 'process-webhook' and data->>'deliveryRowId' = ${id} order by created_on`
const fail = (status: number) => {
  service.wires.host.status = ({ path }) => (path.includes('/user/installations') ? status : undefined)
  service.wires.host.rewrite = (_, answer) => (answer.startsWith('{') ? '{"message":"No."}' : answer)
}
const admin = (...words: string[]) => runAdmin(service, ...words)

/** Fails until nobody tries any more. */
async function killed(event?: string): Promise<string> {
  const id = await delivered(event)
  fail(422)
  for (let n = 0; n < 10; n += 1) await attempt(id)
  service.wires.host.mend()
  return id
}

test('a delivery that fails is tried again after pauses that grow, and dies of its tenth failure', async () => {
  const id = await delivered()
  fail(422)
  for (let n = 1; n < 10; n += 1) {
    expect(await attempt(id)).toBeUndefined()
    expect(await row(id)).toMatchObject({ attempts: n, dead_at: null, processed_at: null })
  }
  expect(await attempt(id)).toMatchObject({
    id,
    provider: 'github',
    eventType: 'installation_repositories',
    attempts: 10,
  })
  expect((await row(id))?.dead_at).not.toBeNull()
  const pauses = (await jobs(id)).map((job) => job.pause)
  expect(pauses).toEqual([0, 3, 9, 27, 81, 243, 729, 2_187, 3_600, 3_600])
  const asked = service.wires.host.requests.length
  expect(await attempt(id)).toBeUndefined()
  expect(service.wires.host.requests).toHaveLength(asked)
  expect((await row(id))?.last_error).toMatch(/^repository_host_refused: /)
})

test('while the host is down or limits requests, failures count once a minute and wait a minute at least', async () => {
  for (const cause of [() => fail(502), () => fail(429)]) {
    const id = await delivered()
    cause()
    for (let n = 0; n < 15; n += 1) await attempt(id)
    expect(await row(id)).toMatchObject({ attempts: 1, dead_at: null })
    expect((await jobs(id)).slice(1).every((job) => job.pause >= 60)).toBe(true)
    await service.sql`update webhook_inbox set failed_at = now() - interval '61 seconds' where id = ${id}`
    await attempt(id)
    expect((await row(id))?.attempts).toBe(2)
    service.wires.host.mend()
    await attempt(id)
    expect((await row(id))?.processed_at).not.toBeNull()
  }
})

test('a delivery whose queued work was lost is queued again, and one that waits for its turn is left alone', async () => {
  const waiting = await delivered()
  fail(422)
  await attempt(waiting)
  service.wires.host.mend()
  const lost = await delivered()
  await service.sql`delete from pgboss.job where data->>'deliveryRowId' = ${lost}`
  await service.sql`update webhook_inbox set received_at = now() - interval '2 minutes' where id in ${service.sql([lost, waiting])}`
  const before = (await jobs(waiting)).length
  expect(await requeueDeliveries(service.context())).toBe(1)
  expect(await requeueDeliveries(service.context())).toBe(0)
  expect([(await jobs(lost)).length, (await jobs(waiting)).length]).toEqual([1, before])
})

test('the operator sees each dead letter with its last error, and may have one or all tried again', async () => {
  const none = await admin('dead-letters', 'retry', 'all')
  expect(none.stdout).toMatch(/queued again/)
  const [one, two] = [await killed(), await killed('repository\u001b[31m')]
  const table = (await admin('dead-letters')).stdout.trim().split('\n')
  expect(table[0]).toMatch(/^id +provider +event +received +attempts +last error$/)
  expect(table).toHaveLength(2)
  expect(table[1]).toMatch(
    new RegExp(`^${one} +github +installation_repositories +20\\S+Z +10 +repository_host_refused: `),
  )
  expect((await row(two))?.dead_at).toBeNull()
  const before = (await jobs(one)).length
  expect((await admin('dead-letters', 'retry', one)).stdout).toBe('1 queued again.\n')
  const kept = await service.sql`select actor_id, evidence from events where name = 'operations.dead_letters_retried'
    order by id desc limit 1`
  expect([...kept]).toEqual([{ actor_id: 'operator', evidence: { count: 1, deliveries: [one] } }])
  expect(await row(one)).toMatchObject({ attempts: 0, dead_at: null })
  expect(await jobs(one)).toHaveLength(before + 1)
  await attempt(one)
  expect((await row(one))?.processed_at).not.toBeNull()
  expect((await admin('dead-letters')).stdout).toBe('There are no dead letters.\n')
})

test('the operator learns of a wrong id or a wrong command, and nothing is changed', async () => {
  const id = await killed()
  for (const words of [['retry', randomUUID()], ['retry', 'x'], ['retry'], ['bury', id], ['retry', id, 'more']])
    await expect(admin('dead-letters', ...words), words.join(' ')).rejects.toMatchObject({ code: expect.any(Number) })
  await expect(admin()).rejects.toMatchObject({ code: 2 })
  expect((await row(id))?.dead_at).not.toBeNull()
})

test('dead letters leave the service ready, and what they were about is read again all the same', async () => {
  await killed()
  await index(service)
  expect((await service.router(new Request(`${service.origin}/api/ready/?for=traffic`))).status).toBeLessThan(500)
  await atHost(service, 'PATCH', '/repos/acme/slugify-lite', { archived: true })
  await attempt(await delivered())
  const { installations } = await clara.call('getGithubStatus')
  expect(installations[0]?.repositories.find((one) => one.full_name === 'acme/slugify-lite')?.archived).toBe(true)
})
