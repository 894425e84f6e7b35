import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { write } from '#test/agents.ts'
import { atHost, type Client, fundedJob, openIssue, readyClient, signInClient } from '#test/journey.ts'
import { refusal } from '#test/refusal.ts'
import { type Service, startService } from '#test/service.ts'
import { inTransaction } from '../../data/database.ts'
import { saveListed } from '../../data/public-repositories.ts'
import { createPublicHost } from '../../github/public-host.ts'
import type { PublicHost } from '../../ports/public-host.ts'
import { sweepRepositories } from '../discovery/sweep-repositories.ts'
import { alertSavers } from './alert-savers.ts'

type Filter = Record<string, string>
const repository = 'acme/slugify-lite'

let service: Service
let host: PublicHost
let client: Client
let clara: Client['person']
beforeAll(async () => {
  service = await startService()
  host = createPublicHost({ apiUrl: `${service.wires.host.url}/api/v3` })
  client = await readyClient(service)
  clara = client.person
  await inTransaction(service.services.db, (tx) => saveListed(tx, [repository]))
  await readIndex()
})
afterAll(() => service.stop())
beforeEach(async () => {
  for (const { id } of await saved()) await remove(id)
})

const saved = async (person = clara) => (await person.call('listSavedSearches')).data
const save = (filter: Filter, name = 'Mine', person = clara) => person.call('saveSearch', { body: { name, filter } })
const remove = (id: string, person = clara) => person.call('deleteSavedSearch', { params: { search_id: id } })
const open = (title: string) =>
  atHost<{ number: number }>(service, 'POST', `/repos/${repository}/issues`, { title, body: title })

/** Has the public index read everything again. */
async function readIndex(): Promise<void> {
  await write(service, (tx) => tx`update public_repositories set next_read_at = now()`)
  for (let turn = 0; turn < 10; turn += 1) if ((await sweepRepositories(service.services, host)) === 0) return
}

/** The same, with a host that says that every issue is years old. */
async function readAsOld(): Promise<void> {
  service.wires.host.rewrite = async (_, answer) => answer.replaceAll(/"created_at":"\d{4}-/g, '"created_at":"2020-')
  await readIndex()
  service.wires.host.mend()
}

/** Moves everything into the past, so that writes of issues are sure to be seen, and the next check is due. */
const age = () =>
  write(service, async (tx) => {
    await tx`update public_issues set news_at = news_at - interval '1 minute'`
    await tx`update jobs set created_at = created_at - interval '1 minute'`
    await tx`update saved_searches set checked_until = checked_until - interval '1 minute', next_check_at = now()`
  })
async function check(): Promise<void> {
  await age()
  await alertSavers(service.context())
}
const alertsOf = async (id: string, person = clara) =>
  (await person.call('listNotifications', { query: { kind: 'issues' } })).data.filter(
    ({ subject }) => subject.id === id,
  )

test('a search is saved once, listed with its filter as the list takes it, and deleted', async () => {
  const filter = {
    q: 'slug',
    label: 'a\\,b,c',
    label_mode: 'all',
    reward_min: '2.500000',
    funding: 'open,unfunded',
  } as const
  const first = await save({ ...filter, unassigned: 'true', comments_min: '3', age: 'week' }, '  My search ')
  expect(first).toMatchObject({ name: 'My search', filter: { ...filter, unassigned: 'true', comments_min: '3' } })
  expect(await saved()).toEqual([first])
  expect(await save(first.filter, 'Other name')).toEqual(first)
  await clara.call('listPublicIssues', { query: first.filter })
  await remove(first.id)
  expect(await saved()).toEqual([])
  expect(await refusal(remove(first.id))).toMatchObject({ status: 404 })
})

test('a search that was just deleted comes back under its id, for its saver alone and once', async () => {
  const bea = await signInClient(service, 'bea')
  const first = await save({ q: 'lantern' }, 'Lanterns')
  const saveAs = (id: string, q: string, person = clara) =>
    person.call('saveSearch', { body: { id, name: 'Lanterns', filter: { q } } })
  expect((await saveAs(first.id, 'lamp')).id).not.toBe(first.id)
  await remove(first.id)
  expect((await saveAs(first.id, 'lantern', bea)).id).not.toBe(first.id)
  expect(await saveAs(first.id, 'lantern')).toEqual({ ...first, created_at: expect.any(String) })
  expect((await saveAs(first.id, 'torch')).id).not.toBe(first.id)
  await remove(first.id)
  await write(service, async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`update events set created_at = created_at - interval '11 minutes' where subject_id = ${first.id}`
  })
  expect((await saveAs(first.id, 'lantern')).id).not.toBe(first.id)
})

test('an issue that is opened and matches alerts its saver once, and no one else', async () => {
  const bea = await signInClient(service, 'bea')
  const { id } = await save({ q: 'umbrella', repository }, 'Umbrellas')
  const other = await save({ q: 'parasol' })
  const foreign = await save({ q: 'parasol' }, 'Hers', bea)
  await open('An umbrella in the rain')
  await readIndex()
  await check()
  await check()
  const alerts = await alertsOf(id)
  expect(alerts).toMatchObject([
    { name: 'saved_search.matched', subject: { type: 'saved_search', title: 'Umbrellas' } },
  ])
  expect([await alertsOf(other.id), await alertsOf(foreign.id, bea), await alertsOf(id, bea)]).toEqual([[], [], []])
  const [event] = await service.sql`select evidence from events where id = ${alerts[0]?.id ?? ''}`
  expect(event?.evidence).toEqual({ issues: 1 })
})

test('a followed issue alerts when it is funded, not for its changes, and not again when it is read again', async () => {
  const number = await openIssue(service)
  await readIndex()
  const { id } = await save({ repository, number: String(number) })
  await atHost(service, 'PATCH', `/repos/${repository}/issues/${number}`, { title: 'Changed since' })
  await readIndex()
  await check()
  expect(await alertsOf(id)).toEqual([])
  await fundedJob(client, number)
  await check()
  expect(await alertsOf(id)).toHaveLength(1)
  await write(service, (tx) => tx`delete from public_issues where number = ${number}`)
  await write(service, (tx) => tx`update public_repositories set full_read_at = null`)
  await readAsOld()
  await check()
  expect(await alertsOf(id)).toHaveLength(1)
})

test('old issues of a repository that comes into the index are no news', async () => {
  const { id } = await save({ q: 'known' })
  const { number } = await open('Long known')
  await readAsOld()
  await check()
  expect(await clara.call('listPublicIssues', { query: { number: String(number) } })).toMatchObject({
    data: [{ title: 'Long known' }],
  })
  expect(await alertsOf(id)).toEqual([])
})

test('after an alert a search rests for an hour, and what comes in that time is in the next one', async () => {
  const { id } = await save({ q: 'teapot' })
  await open('A teapot')
  await readIndex()
  await check()
  await open('Another teapot')
  await open('A third teapot')
  await readIndex()
  await alertSavers(service.context())
  expect(await alertsOf(id)).toHaveLength(1)
  await check()
  const alerts = await alertsOf(id)
  const [event] = await service.sql`select evidence from events where id = ${alerts[0]?.id ?? ''}`
  expect([alerts.length, event?.evidence]).toEqual([2, { issues: 2 }])
})

test('two workers that check at once alert once', async () => {
  const { id } = await save({ q: 'twice' })
  await open('Seen twice')
  await readIndex()
  await age()
  await Promise.all([1, 2, 3].map(() => alertSavers(service.context())))
  expect(await alertsOf(id)).toHaveLength(1)
})

test('a search that cannot be checked gives way to the others for a while', async () => {
  const { id } = await save({ q: 'cannot be checked' })
  await age()
  await write(
    service,
    (tx) => tx`update saved_searches set filter = filter || '{"rewardMin": "1e400"}' where id = ${id}`,
  )
  await expect(alertSavers(service.context())).rejects.toMatchObject({ failures: [{ row: id }] })
  await alertSavers(service.context())
  await write(service, (tx) => tx`delete from saved_searches where id = ${id}`)
})

test('an account has fifty saved searches at most, however many are saved at once', async () => {
  const asked = await Promise.allSettled(Array.from({ length: 53 }, (_, place) => save({ q: `word${place}` })))
  const refused = asked.filter((one) => one.status === 'rejected').map(({ reason }) => reason.problem.code)
  expect(refused).toEqual(['state_conflict', 'state_conflict', 'state_conflict'])
  expect(await saved()).toHaveLength(50)
})

test('another person neither sees a saved search nor deletes it', async () => {
  const { id } = await save({ q: 'private' })
  const bea = await signInClient(service, 'bea')
  expect((await saved(bea)).map((one) => one.id)).not.toContain(id)
  expect(await refusal(remove(id, bea))).toMatchObject({ status: 404 })
  expect(await saved()).toHaveLength(1)
})

test('a filter that cannot match, or has an unknown part, is refused with its place', async () => {
  const wrong = { reward_min: '5', reward_max: '2' }
  expect(await refusal(save(wrong))).toMatchObject({ code: 'invalid_request' })
  expect(await refusal(save({ colour: 'red' }))).toMatchObject({ code: 'invalid_request' })
})
