import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ReplyOf } from '#lib/client/api.ts'
import { inTransaction } from '#lib/data/database.ts'
import { saveListed } from '#lib/data/public-repositories.ts'
import { createPublicHost } from '#lib/github/public-host.ts'
import type { PublicHost } from '#lib/ports/public-host.ts'
import { hostFaults } from '../../../sandbox/repository-host/faults/client.ts'
import type { Person } from '../../../tools/demo/person.ts'
import { write } from '../../../tools/test/agents.ts'
import { atHost, fundedJob, readyClient } from '../../../tools/test/journey.ts'
import { refusal } from '../../../tools/test/refusal.ts'
import { type Service, startService } from '../../../tools/test/service.ts'
import { noteRepositoryEvent } from './note-repository-event.ts'
import { sweepRepositories } from './sweep-repositories.ts'

type Issues = ReplyOf<'listPublicIssues'>['data']

let service: Service
let host: PublicHost
let anybody: Person
beforeAll(async () => {
  service = await startService()
  host = createPublicHost({ apiUrl: `${service.wires.host.url}/api/v3` })
  anybody = service.person('oscar')
  await list(['acme/slugify-lite'])
  await sweep()
}, 120_000)
afterAll(() => service.stop())
beforeEach(() => {
  service.wires.host.requests.length = 0
})
afterEach(async () => {
  await hostFaults(service.host.url).set({})
  await write(service, (tx) => tx`delete from public_allowance`)
})

const list = (names: string[]) => inTransaction(service.services.db, (tx) => saveListed(tx, names))

/** Has everything read that the index looks at. */
async function sweep(): Promise<void> {
  await write(service, (tx) => tx`update public_repositories set next_read_at = now()`)
  for (let turn = 0; turn < 10; turn += 1) if ((await sweepRepositories(service.services, host)) === 0) return
}

/** Has everything read from the beginning, as once a day. */
async function sweepWholly(): Promise<void> {
  await write(service, (tx) => tx`update public_repositories set full_read_at = null`)
  await sweep()
}

async function issues(query: Record<string, string> = {}): Promise<Issues> {
  return (await anybody.call('listPublicIssues', { query: { limit: '100', ...query } })).data
}
const titles = async (query: Record<string, string> = {}) => (await issues(query)).map(({ title }) => title)
const open = (repository: string, title: string, more: object = {}) =>
  atHost<{ number: number }>(service, 'POST', `/repos/${repository}/issues`, { title, ...more })

test('open issues of a listed repository are found by anybody; closed ones and pull requests are not', async () => {
  const { number } = await open('acme/slugify-lite', 'Closed soon')
  await sweep()
  expect(await titles()).toContain('Closed soon')
  await atHost(service, 'PATCH', `/repos/acme/slugify-lite/issues/${number}`, { state: 'closed' })
  await sweep()
  expect(await titles()).not.toContain('Closed soon')
  const all = await issues()
  expect(all.length).toBeGreaterThan(3)
  expect(all.every((issue) => issue.repository_full_name === 'acme/slugify-lite')).toBe(true)
  expect(all.some(({ number: one }) => one === 6)).toBe(false)
})

test('a repository that nobody listed is indexed while it carries the topic', async () => {
  const client = await readyClient(service, 'bea', 'bea-both')
  const name = client.access.full_name
  await sweep()
  expect(await issues({ repository: name })).toEqual([])
  await atHost(service, 'PATCH', `/repos/${name}`, { topics: ['jobwright'] })
  await sweep()
  expect((await issues({ repository: name })).length).toBeGreaterThan(0)
  await atHost(service, 'PATCH', `/repos/${name}`, { topics: [] })
  await sweep()
  expect(await issues({ repository: name })).toEqual([])
})

test('with every installation suspended and every token refused, the index is read all the same', async () => {
  const clara = await readyClient(service)
  const { installations } = await clara.person.call('getGithubStatus')
  for (const { installation_id } of installations)
    await atHost(service, 'PUT', `/installations/${installation_id}/suspended`)
  await atHost(service, 'DELETE', '/authorizations/clara-client')
  await open('acme/slugify-lite', 'Seen by a stranger')
  await sweep()
  expect(await titles()).toContain('Seen by a stranger')
  for (const { installation_id } of installations)
    await atHost(service, 'DELETE', `/installations/${installation_id}/suspended`)
})

test('a repository that turns private disappears within one sweep, or at once when an event says so', async () => {
  await atHost(service, 'POST', '/repos', { owner: 'acme', name: 'shy' })
  await open('acme/shy', 'A secret to be')
  await list(['acme/slugify-lite', 'acme/shy'])
  await sweep()
  expect(await titles()).toContain('A secret to be')
  await atHost(service, 'PATCH', '/repos/acme/shy', { private: true })
  await sweep()
  expect(await titles()).not.toContain('A secret to be')
  await atHost(service, 'PATCH', '/repos/acme/shy', { private: false })
  await sweep()
  expect(await titles()).toContain('A secret to be')
  const [row] = await service.sql`select repository_id from public_repositories where full_name = 'acme/shy'`
  service.wires.host.fate = () => 'cut'
  await noteRepositoryEvent(service.context(), { repository: { id: Number(row?.repository_id), private: true } })
  service.wires.host.mend()
  expect(await titles()).not.toContain('A secret to be')
})

test('a renamed repository is followed by its number, an archived or deleted one is forgotten', async () => {
  await atHost(service, 'POST', '/repos', { owner: 'acme', name: 'before' })
  await open('acme/before', 'Moves along')
  await list(['acme/slugify-lite', 'acme/before'])
  await sweep()
  await atHost(service, 'PATCH', '/repos/acme/before', { name: 'after' })
  await sweep()
  expect((await issues({ repository: 'acme/after' })).map(({ title }) => title)).toEqual(['Moves along'])
  await atHost(service, 'PATCH', '/repos/acme/after', { archived: true })
  await sweep()
  expect(await issues({ repository: 'acme/after' })).toEqual([])
  await atHost(service, 'PATCH', '/repos/acme/after', { archived: false })
  await sweep()
  expect(await titles()).toContain('Moves along')
  await atHost(service, 'DELETE', '/repos/acme/after')
  await sweep()
  expect(await titles()).not.toContain('Moves along')
})

test('a deleted issue is gone after the daily reading of everything', async () => {
  const { number } = await open('acme/slugify-lite', 'To be deleted')
  await sweep()
  await atHost(service, 'DELETE', `/repos/acme/slugify-lite/issues/${number}`)
  await sweep()
  expect(await titles()).toContain('To be deleted')
  await sweepWholly()
  expect(await titles()).not.toContain('To be deleted')
})

test('a list of more than one page is read to its end, over as many turns as it takes', async () => {
  await atHost(service, 'POST', '/repos', { owner: 'acme', name: 'busy' })
  for (let index = 0; index < 230; index += 1) await open('acme/busy', `Wish ${index}`)
  await list(['acme/slugify-lite', 'acme/busy'])
  await sweep()
  const [count] = await service.sql`
    select count(*)::int as count from public_issues p join public_repositories r using (repository_id)
    where r.full_name = 'acme/busy'`
  expect(count).toEqual({ count: 230 })
}, 120_000)

test('the allowance of strangers is kept to: nothing is asked when it is used up, until it is renewed', async () => {
  await hostFaults(service.host.url).set({ rateLimit: { kind: 'primary', count: 1, resetInSeconds: 600 } })
  await sweep()
  service.wires.host.requests.length = 0
  await sweep()
  expect(service.wires.host.requests).toEqual([])
  await write(service, (tx) => tx`update public_allowance set reset_at = now() - interval '1 second'`)
  await sweep()
  expect(service.wires.host.requests.length).toBeGreaterThan(0)
})

test('filters narrow the list, and the counts of each facet respect all the others', async () => {
  const labelled = await open('acme/slugify-lite', 'Wrong umlaut in the heading', { labels: ['bug'] })
  await open('acme/slugify-lite', 'Nothing of the kind', {
    body: 'but an umlaut in the text',
    assignees: ['oscar-owner'],
  })
  await sweep()
  expect(await titles({ q: 'umlaut', sort: 'relevance' })).toEqual([
    'Wrong umlaut in the heading',
    'Nothing of the kind',
  ])
  expect(await titles({ q: 'umlaut', unassigned: 'true' })).toEqual(['Wrong umlaut in the heading'])
  expect(await titles({ repository: 'acme/slugify-lite', number: String(labelled.number) })).toEqual([
    'Wrong umlaut in the heading',
  ])
  expect(await titles({ label: 'bug,no such label', q: 'umlaut' })).toEqual(['Wrong umlaut in the heading'])
  expect(await titles({ label: 'bug,no such label', label_mode: 'all' })).toEqual([])
  expect(await titles({ owner: 'nobody' })).toEqual([])
  const { facets } = await anybody.call('listPublicFacets', { query: { q: 'umlaut', label: 'bug' } })
  const facet = (name: string) => facets.find((one) => one.name === name)
  expect(facet('owner')).toMatchObject({ matches: 1, exact: true, values: [{ value: 'acme', count: 1 }] })
  expect(facet('label')).toMatchObject({ matches: 2 })
  expect(facet('funding')?.values).toEqual([{ value: 'unfunded', count: 1 }])
})

test('pages follow each other without a gap or a double while new issues come in', async () => {
  const seen: string[] = []
  let cursor: string | undefined
  const before = await titles()
  do {
    const page = await anybody.call('listPublicIssues', { query: { limit: '3', ...(cursor && { cursor }) } })
    seen.push(...page.data.map(({ title }) => title))
    await open('acme/slugify-lite', `Comes in between ${seen.length}`)
    await sweep()
    cursor = page.next_cursor ?? undefined
  } while (cursor && seen.length < 30)
  expect(seen).toEqual(before.slice(0, seen.length))
  const made = anybody.call('listPublicIssues', { query: { cursor: Buffer.from("x' or 1|1").toString('base64url') } })
  expect(await refusal(made)).toMatchObject({ status: 400, code: 'invalid_request' })
}, 120_000)

test('a funded issue shows its job, what it pays and all that is needed to check it; an unknown one is not found', async () => {
  const clara = await readyClient(service)
  const { number } = await open('acme/slugify-lite', 'Worth paying for', { body: 'Text <!-- hidden -->' })
  const job = await fundedJob(clara, number)
  await sweep()
  const reference = `acme:slugify-lite:${number}`
  const detail = await anybody.call('getPublicIssue', { params: { reference } })
  expect(detail).toMatchObject({
    reference,
    title: 'Worth paying for',
    body: 'Text <!-- hidden -->',
    warnings: [{ code: 'hidden_html' }],
    funding: { state: 'open', onchain_job_id: job.onchain_job_id, reward: { amount: '3.000000' } },
    proof: { transaction_hash: job.evidence.transaction_hash, commitments: { task: job.commitments.task } },
  })
  expect(service.services.chain.commit(detail.proof?.task_document ?? {})).toBe(job.commitments.task)
  expect(await titles({ funding: 'open', reward_min: '3', reward_max: '3', sort: 'reward' })).toEqual([
    'Worth paying for',
  ])
  expect(await titles({ reward_min: '3.000001' })).toEqual([])
  const unknown = anybody.call('getPublicIssue', { params: { reference: 'acme:slugify-lite:99999' } })
  expect(await refusal(unknown)).toMatchObject({ status: 404, code: 'not_found' })
})
