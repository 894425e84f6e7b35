import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { hostFaults } from '#sandbox/repository-host/faults/client.ts'
import { write } from '#test/agents.ts'
import { deliver, waitingDeliveries } from '#test/host-events.ts'
import { atHost, carryOut, fundedJob, index, newKey, readyClient, signInClient } from '#test/journey.ts'
import type { Person } from '#test/people/person.ts'
import { refusal } from '#test/refusal.ts'
import { startSecondInstance } from '#test/second-instance.ts'
import { type Service, startService } from '#test/service.ts'
import { until } from '#test/until.ts'
import type { JsonFeed } from '../../api/discovery-feed.ts'
import { joinNames } from '../../api/name-list.ts'
import type { ReplyOf } from '../../client/api.ts'
import { inTransaction } from '../../data/database.ts'
import { saveListed } from '../../data/public-repositories.ts'
import { createPublicHost } from '../../github/public-host.ts'
import { createAnswerCache } from '../../http/answer-cache.ts'
import { web } from '../../http/web.ts'
import type { PublicHost } from '../../ports/public-host.ts'
import type { WorkerContext } from '../context.ts'
import { processDelivery } from '../webhooks/process-delivery.ts'
import { noteRepositoryEvent } from './note-repository-event.ts'
import { sweepRepositories } from './sweep-repositories.ts'

type Issues = ReplyOf<'listPublicIssues'>['data']

let service: Service
let host: PublicHost
let visitor: Person
beforeAll(async () => {
  service = await startService()
  host = createPublicHost({ apiUrl: `${service.wires.host.url}/api/v3` })
  visitor = service.person('oscar')
  await list(['acme/slugify-lite'])
  await sweep()
})
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
  return (await visitor.call('listPublicIssues', { query: { limit: '100', ...query } })).data
}
const titles = async (query: Record<string, string> = {}) => (await issues(query)).map(({ title }) => title)
const open = (repository: string, title: string, more: object = {}) =>
  atHost<{ number: number }>(service, 'POST', `/repos/${repository}/issues`, { title, body: title, ...more })

test('open issues of a listed repository are found by anyone; closed ones and pull requests are not', async () => {
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

test('an issue is found by its number as people write it, before whatever mentions the number', async () => {
  const { number } = await open('acme/slugify-lite', 'Numbered well')
  await open('acme/slugify-lite', `Mentions ${number} twice: ${number}`)
  await sweep()
  for (const q of [`#${number}`, `acme/slugify-lite#${number}`, `ACME/slugify-lite #${number}`])
    expect([q, await titles({ q })]).toEqual([q, ['Numbered well']])
  const found = await titles({ q: String(number), sort: 'relevance' })
  expect(found).toEqual(['Numbered well', `Mentions ${number} twice: ${number}`])
  expect((await titles({ q: String(number) })).sort()).toEqual(found.toSorted())
  expect(await titles({ q: `acme/other#${number}` })).toEqual([])
  expect(await titles({ q: `#${number}`, repository: 'acme/slugify-lite' })).toEqual(['Numbered well'])
  expect(await titles({ q: `#${number}`, number: '1', repository: 'acme/slugify-lite' })).toEqual([])
  const { facets } = await visitor.call('listPublicFacets', { query: { q: `acme/slugify-lite#${number}` } })
  expect(facets.find(({ name }) => name === 'age')).toMatchObject({ matches: 1 })
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

test('a worker whose clock runs ahead of the database’s forgets nothing that it has just read', async () => {
  const before = await titles()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
  try {
    await sweepWholly()
  } finally {
    vi.useRealTimers()
  }
  expect(before.length).toBeGreaterThan(3)
  expect(await titles()).toEqual(before)
})

test('an issue that an event calls deleted or transferred goes at once, and nothing else does', async () => {
  const { number } = await open('acme/slugify-lite', 'Goes at once')
  await open('acme/slugify-lite', 'Stays')
  await sweep()
  const [row] = await service.sql`select id, repository_id from public_issues where number = ${number}`
  const repository = { id: Number(row?.repository_id), private: false }
  const issue = { id: Number(row?.id) }
  const about = (body: object) => noteRepositoryEvent(service.context(), { repository, ...body })
  await about({ action: 'deleted', issue, comment: { id: 1 } })
  await about({ action: 'deleted', label: { id: 1 } })
  await about({ action: 'closed', issue })
  await about({ action: 'deleted', issue, repository: { id: 999_999, private: false } })
  expect(await titles()).toEqual(expect.arrayContaining(['Goes at once', 'Stays']))
  await about({ action: 'transferred', issue, changes: { new_issue: { id: 5 } } })
  expect(await titles()).not.toContain('Goes at once')
  expect(await titles()).toContain('Stays')
})

test('a repository of another owner is followed by its number, and its issues are found under the new name', async () => {
  await atHost(service, 'POST', '/repos', { owner: 'acme', name: 'sold' })
  const { number } = await open('acme/sold', 'Changes hands')
  await list(['acme/slugify-lite', 'acme/sold'])
  await sweep()
  await atHost(service, 'PATCH', '/repos/acme/sold', { owner: 'bea-both' })
  await sweep()
  expect((await issues({ owner: 'bea-both' })).map(({ title }) => title)).toEqual(['Changes hands'])
  const { reference } = await visitor.call('getPublicIssue', { params: { reference: `bea-both:sold:${number}` } })
  expect(reference).toBe(`bea-both:sold:${number}`)
  const before = visitor.call('getPublicIssue', { params: { reference: `acme:sold:${number}` } })
  expect(await refusal(before)).toMatchObject({ code: 'not_found' })
})

/** Everything that visitors are shown. */
async function everything(number: number): Promise<string> {
  const query = { repository: 'acme/shown', number: String(number) }
  const detail = await service.router(new Request(`${service.origin}/api/v1/public/issues/acme:shown:${number}/`))
  const shown = [
    await visitor.call('listPublicIssues', { query }),
    await visitor.call('listPublicFacets', { query: { q: 'Sight' } }),
    detail.status === 404 ? '' : await detail.text(),
    await feed('atom', '?q=Sight'),
  ]
  return JSON.stringify(shown)
}
const feed = async (format: string, search = '') =>
  (await service.router(new Request(`${service.origin}/api/v1/public/issues/feed/${format}/${search}`))).text()

test.each<[string, object]>([
  ['private', { private: true }],
  ['archived', { archived: true }],
  ['no longer about the topic', { topics: [] }],
])('what turns %s is gone from list, counts, detail and feed within one sweep', async (_, change) => {
  await readyClient(service)
  await atHost(service, 'POST', '/repos', { owner: 'acme', name: 'shown' })
  try {
    const [home] = await service.sql`select 1 from repository_accesses where full_name = 'acme/slugify-lite'`
    expect(home).toBeDefined()
    const { number } = await open('acme/shown', 'Sight of everybody')
    await write(service, (tx) => tx`delete from public_repositories where full_name = 'acme/shown'`)
    await write(service, (tx) => tx`insert into public_repositories (full_name, owner) values ('acme/shown', 'acme')`)
    await atHost(service, 'PATCH', '/repos/acme/shown', { topics: ['jobwright'] })
    await sweep()
    expect((await everything(number)).match(/Sight of everybody/g)?.length).toBeGreaterThanOrEqual(3)
    await atHost(service, 'PATCH', '/repos/acme/shown', change)
    await sweep()
    expect(await everything(number)).not.toMatch(/Sight of everybody|acme.shown/)
  } finally {
    await atHost(service, 'DELETE', '/repos/acme/shown')
    await sweep()
  }
})

test('a page that was read before an event hid its repository is not saved after it', async () => {
  await atHost(service, 'POST', '/repos', { owner: 'acme', name: 'late' })
  await open('acme/late', 'Too late')
  await list(['acme/slugify-lite', 'acme/late'])
  let isEventNoted = false
  service.wires.host.rewrite = async ({ path }, answer) => {
    if (!/\/repositories\/\d+\/issues/.test(path) || !answer.includes('Too late')) return answer
    const [row] = await service.sql`select repository_id from public_repositories where full_name = 'acme/late'`
    const repository = { id: Number(row?.repository_id), private: true }
    await noteRepositoryEvent(service.context(), { action: 'privatized', repository })
    isEventNoted = true
    return answer
  }
  await write(service, (tx) => tx`update public_repositories set next_read_at = now()`)
  await sweepRepositories(service.services, host)
  service.wires.host.mend()
  expect([isEventNoted, await titles({ repository: 'acme/late' })]).toEqual([true, []])
  await sweep()
  expect(await titles({ repository: 'acme/late' })).toEqual(['Too late'])
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
})

test('the allowance of strangers is kept to: nothing is asked when it is used up, until it is renewed', async () => {
  await hostFaults(service.host.url).set({ rateLimit: { kind: 'primary', count: 1, resetInSeconds: 600 } })
  await sweep()
  service.wires.host.requests.length = 0
  await sweep()
  expect(service.wires.host.requests).toEqual([])
  const { discovery } = await visitor.call('getReadiness', { query: { for: 'traffic' } })
  expect(discovery.waits_seconds).toBeGreaterThan(500)
  await write(service, (tx) => tx`update public_allowance set reset_at = now() - interval '1 second'`)
  await sweep()
  expect(service.wires.host.requests.length).toBeGreaterThan(0)
  expect(await visitor.call('getReadiness', { query: { for: 'traffic' } })).toMatchObject({
    discovery: { waits_seconds: null },
  })
})

test('a reading stops before the last requests are spent, unchanged answers being spent too, and goes on later', async () => {
  await sweep()
  await open('acme/slugify-lite', 'Read when there is more')
  const resetAt = Math.ceil(Date.now() / 1_000) + 600
  await write(service, (tx) => tx`delete from public_allowance`)
  await write(service, (tx) => tx`update public_repositories set next_read_at = now()`)
  const few = { headers: { 'x-ratelimit-remaining': '5', 'x-ratelimit-reset': String(resetAt) } }
  const asked: string[] = []
  const scarce: PublicHost = createPublicHost({ apiUrl: await answering(few, asked) })
  await sweepRepositories(service.services, scarce)
  expect(asked).toEqual([expect.stringMatching(/^\/repositories\/\d+$|^\/repos\//)])
  expect(await titles()).not.toContain('Read when there is more')
  await write(service, (tx) => tx`delete from public_allowance`)
  await sweep()
  expect(await titles()).toContain('Read when there is more')
})

/** A host to which nothing has changed and that says this of its limits. */
async function answering(few: { headers: Record<string, string> }, asked: string[]): Promise<string> {
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(304, few.headers).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  service.onStop(async () => server.close())
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

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
  expect(await titles({ q: 'umlaut', unassigned: 'false' })).toEqual(['Nothing of the kind'])
  expect(await titles({ repository: 'acme/slugify-lite', number: String(labelled.number) })).toEqual([
    'Wrong umlaut in the heading',
  ])
  expect(await titles({ label: 'bug,no such label', q: 'umlaut' })).toEqual(['Wrong umlaut in the heading'])
  expect(await titles({ label: 'bug,no such label', label_mode: 'all' })).toEqual([])
  expect(await titles({ owner: 'nobody' })).toEqual([])
  const { facets } = await visitor.call('listPublicFacets', { query: { q: 'umlaut', label: 'bug' } })
  const facet = (name: string) => facets.find((one) => one.name === name)
  expect(facet('owner')).toMatchObject({ matches: 1, exact: true, values: [{ value: 'acme', count: 1 }] })
  expect(facet('label')).toMatchObject({ matches: 2 })
  expect(facet('funding')?.values).toEqual([{ value: 'unfunded', count: 1, exact: true }])
})

test('words with typing errors find titles that look alike, and say so; a feed has only what has the words', async () => {
  await open('acme/slugify-lite', 'Pagination breaks on phones')
  await sweep()
  const found = await visitor.call('listPublicIssues', { query: { q: 'pagnation breaks' } })
  expect(found).toMatchObject({ similar: true, next_cursor: null, data: [{ title: 'Pagination breaks on phones' }] })
  expect(await visitor.call('listPublicIssues', { query: { q: 'pagination breaks' } })).toMatchObject({
    similar: false,
    data: [{ title: 'Pagination breaks on phones' }],
  })
  expect(await titles({ q: 'pagnation breaks', language: 'Zig' })).toEqual([])
  expect((JSON.parse(await feed('json', '?q=pagnation+breaks')) as JsonFeed).items).toEqual([])
})

test('pages follow each other without a gap or a double while new issues come in', async () => {
  const seen: string[] = []
  let cursor: string | undefined
  const before = await titles()
  do {
    const page = await visitor.call('listPublicIssues', { query: { limit: '3', ...(cursor && { cursor }) } })
    seen.push(...page.data.map(({ title }) => title))
    await open('acme/slugify-lite', `Comes in between ${seen.length}`)
    await sweep()
    cursor = page.next_cursor ?? undefined
  } while (cursor && seen.length < 30)
  expect(seen).toEqual(before.slice(0, seen.length))
  const made = visitor.call('listPublicIssues', { query: { cursor: Buffer.from("x' or 1|1").toString('base64url') } })
  expect(await refusal(made)).toMatchObject({ status: 400, code: 'invalid_request' })
})

test('a funded issue shows its job, what it pays and all that is needed to check it; an unknown one is not found', async () => {
  const clara = await readyClient(service)
  const { number } = await open('acme/slugify-lite', 'Worth paying for', { body: 'Text <!-- hidden -->' })
  const secret = { path: 'test/secret.test.js', content: Buffer.from('secret-of-the-client').toString('base64') }
  const job = await fundedJob(clara, number, { acceptance_files: [{ ...secret, sealed: true }] })
  await sweep()
  const reference = `acme:slugify-lite:${number}`
  const detail = await visitor.call('getPublicIssue', { params: { reference } })
  expect(detail).toMatchObject({
    reference,
    title: 'Worth paying for',
    body: 'Text <!-- hidden -->',
    warnings: [{ code: 'hidden_html' }],
    funding: { state: 'open', onchain_job_id: job.onchain_job_id, reward: { amount: '3.000000' } },
    proof: { transaction_hash: job.evidence.transaction_hash, commitments: { task: job.commitments.task } },
  })
  expect(service.services.chain.commit(detail.proof?.task_document ?? {})).toBe(job.commitments.task)
  expect(detail.proof?.task_document).toMatchObject({ version: 2, sealed_files: [{ path: secret.path, size: 20 }] })
  expect(detail.proof?.sealed_files).toBeNull()
  expect(JSON.stringify(detail)).not.toContain(secret.content.slice(0, 12))
  expect(await titles({ funding: 'open', reward_min: '3', reward_max: '3', sort: 'reward' })).toEqual([
    'Worth paying for',
  ])
  expect(await titles({ reward_min: '3.000001' })).toEqual([])
  const [first, ...others] = await titles({ sort: 'reward' })
  expect(first).toBe('Worth paying for')
  expect(others).toEqual((await titles()).filter((title) => title !== first))
  const page = await visitor.call('listPublicIssues', { query: { sort: 'reward', limit: '2' } })
  const next = await visitor.call('listPublicIssues', {
    query: { sort: 'reward', limit: '2', cursor: page.next_cursor ?? '' },
  })
  expect(next.data.map(({ title }) => title)).toEqual(others.slice(1, 3))
  const unknown = visitor.call('getPublicIssue', { params: { reference: 'acme:slugify-lite:99999' } })
  expect(await refusal(unknown)).toMatchObject({ status: 404, code: 'not_found' })
})

test('an issue shows the job that holds money for work, also after a later one of it has ended', async () => {
  const clara = await readyClient(service)
  const { number } = await open('acme/slugify-lite', 'Paid for twice')
  const first = await fundedJob(clara, number)
  const second = await fundedJob(clara, number)
  await sweep()
  const detail = () => visitor.call('getPublicIssue', { params: { reference: `acme:slugify-lite:${number}` } })
  const shown = async () => (await detail()).funding
  expect((await detail()).other_jobs).toEqual([{ onchain_job_id: first.onchain_job_id, state: 'OPEN' }])
  expect(await shown()).toMatchObject({ onchain_job_id: second.onchain_job_id, job_state: 'OPEN' })
  const cancel = async ({ onchain_job_id }: { onchain_job_id: string }) => {
    const asked = { params: { onchain_job_id }, body: { action: 'cancel' }, idempotencyKey: newKey() } as const
    await carryOut(clara.person, await clara.person.call('createActionChallenge', asked))
    await index(service)
  }
  const running = await refusal(visitor.call('getPublicProof', { params: { onchain_job_id: first.onchain_job_id } }))
  expect(running.next_actions).toMatchObject([{ href: `/api/v1/public/issues/acme:slugify-lite:${number}/` }])
  await cancel(second)
  expect(await shown()).toMatchObject({ state: 'open', onchain_job_id: first.onchain_job_id })
  await cancel(first)
  expect(await shown()).toMatchObject({ onchain_job_id: second.onchain_job_id, job_state: 'CANCELLED' })
  await sweep()
  expect(await shown()).toMatchObject({ onchain_job_id: second.onchain_job_id })
  expect((await detail()).other_jobs).toEqual([{ onchain_job_id: first.onchain_job_id, state: 'CANCELLED' }])
})

test('a label that holds a comma is found by its name with the comma escaped', async () => {
  await open('acme/slugify-lite', 'Two words in one label', { labels: ['area: urls, paths', 'a\\b'] })
  await sweep()
  expect(await titles({ label: joinNames(['area: urls, paths']) })).toEqual(['Two words in one label'])
  expect(await titles({ label: joinNames(['a\\b', 'nothing']) })).toEqual(['Two words in one label'])
  expect(await titles({ label: 'area: urls, paths' })).toEqual([])
})

test('events of a public repository hasten its reading; one of a private repository never leaves a row', async () => {
  await sweep()
  const [row] = await service.sql`select repository_id from public_repositories where full_name = 'acme/slugify-lite'`
  const due = () => service.sql`select full_name from public_repositories where next_read_at <= now()`
  expect(await due()).toEqual([])
  const event = (repository: object) =>
    JSON.stringify({ action: 'opened', issue: { id: 123_456, number: 1, title: 'Of the event' }, repository })
  await hear('issues', event({ id: Number(row?.repository_id), full_name: 'acme/slugify-lite', private: false }))
  expect(await due()).toMatchObject([{ full_name: 'acme/slugify-lite' }])
  const before = await publicRows()
  await hear('issues', event({ id: 31_337, full_name: 'acme/hidden', private: true }))
  await hear('repository', JSON.stringify({ action: 'privatized', repository: { id: 31_337, private: true } }))
  expect(await publicRows()).toEqual(before)
  expect(JSON.stringify(before)).not.toContain('Of the event')
})

const publicRows = () =>
  service.sql`select r.id, r.full_name, p.title from public_repositories r left join public_issues p using (repository_id) order by 1, 3`

/** Delivers an event and acts on it as the worker program does. */
async function hear(event: string, body: string, ctx: WorkerContext = service.context()): Promise<void> {
  expect((await deliver(service, event, body)).status).toBe(202)
  for (const deliveryRowId of await waitingDeliveries(service)) await processDelivery(ctx, { deliveryRowId })
}

test('feeds say what the list says, for the same filter, in the three formats', async () => {
  await open('acme/slugify-lite', 'To be <followed> & read', { labels: ['feed me'] })
  await sweep()
  const types = { atom: 'application/atom+xml', rss: 'application/rss+xml', json: 'application/feed+json' }
  for (const [format, type] of Object.entries(types)) {
    const url = `${service.origin}/api/v1/public/issues/feed/${format}/?label=feed+me`
    const answer = await service.router(new Request(url))
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type])
    const text = await answer.text()
    expect(text).toContain(format === 'json' ? 'To be <followed> & read' : 'To be &lt;followed&gt; &amp; read')
    expect(text).not.toContain('Wrong umlaut')
    const etag = answer.headers.get('etag') ?? ''
    const again = await service.router(new Request(url, { headers: { 'if-none-match': etag } }))
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
  }
  const anything: JsonFeed = JSON.parse(await feed('json', '?sort=updated'))
  expect(anything.items.map(({ title }) => title)).toEqual((await titles({ sort: 'updated' })).slice(0, 50))
  const odd = await service.router(new Request(`${service.origin}/api/v1/public/issues/feed/json/?sort=reward`))
  expect([odd.status, (await odd.json()) as object]).toMatchObject([400, { code: 'invalid_request' }])
})

const paths = [
  '/api/v1/public/issues/?q=umlaut',
  '/api/v1/public/issues/facets/?q=umlaut',
  '/api/v1/public/issues/acme:slugify-lite:1/',
  '/api/v1/public/issues/feed/rss/',
  '/api/v1/public/verifiers/',
]
const got = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await service.router(new Request(service.origin + path, { headers }))
  const shared = Object.fromEntries(
    [...answer.headers].filter(([name]) => !['x-request-id', 'ratelimit', 'age'].includes(name)),
  )
  return { status: answer.status, shared, text: await answer.text(), answer }
}

test.each(paths)('%s is the same for everybody, whatever cookie or credential comes along', async (path) => {
  const signedIn = await signInClient(service)
  const stranger = await got(path)
  expect(stranger.status).toBe(200)
  const cookie = signedIn.cookieHeader()
  expect(cookie).not.toBe('')
  for (const headers of [{ cookie }, { authorization: 'Bearer jwr_x_y' }, { cookie, authorization: 'Basic eDp5' }]) {
    const { answer: _, ...same } = await got(path, headers)
    expect(same).toEqual({ status: 200, shared: stranger.shared, text: stranger.text })
  }
  expect(stranger.answer.headers.has('set-cookie')).toBe(false)
  expect(stranger.answer.headers.get('vary')).toBe('accept-encoding')
})

test('facets are counted when each of them is filtered', async () => {
  const filters =
    'language=JavaScript&label=bug&repository=acme/slugify-lite&owner=acme&reward_min=1&funding=open&age=year'
  const { status, text: body } = await got(`/api/v1/public/issues/facets/?${filters}`)
  expect([status, (JSON.parse(body) as { facets: unknown[] }).facets.length]).toEqual([200, 7])
})

test('answers are kept for their seconds: one for equal questions, also as 304, each counted, none that failed', async () => {
  const program = web()
  const { answers } = program
  program.answers = createAnswerCache(10)
  try {
    const path = '/api/v1/public/issues/?owner=acme&limit=2'
    const asked: ReturnType<typeof got>[] = []
    await service.sql.begin(async (tx) => {
      await tx`lock table public_issues in access exclusive mode`
      for (let n = 0; n < 20; n += 1) asked.push(got(path))
      await until(waiting, (count) => count > 0)
      expect(await waiting()).toBe(1)
    })
    const all = await Promise.all(asked)
    expect(new Set(all.map(({ text }) => text)).size).toBe(1)
    const first = all[0]
    const left = (one: typeof first) => Number(/r=(\d+)/.exec(one?.answer.headers.get('ratelimit') ?? '')?.[1])
    expect(new Set(all.map(left)).size).toBe(20)

    await open('acme/slugify-lite', 'Not to be seen yet')
    await sweep()
    const later = await got('/api/v1/public/issues/?limit=2&owner=acme')
    expect(later.text).toBe(first?.text)
    expect(later.answer.headers.get('age')).toMatch(/^\d$/)
    expect(later.answer.headers.get('cache-control')).toContain('max-age=10')
    const known = await got(path, { 'if-none-match': later.shared.etag ?? '' })
    expect([known.status, known.text, known.answer.headers.get('age')]).toEqual([
      304,
      '',
      expect.stringMatching(/^\d$/),
    ])
    expect((await got('/api/v1/public/issues/?owner=acme&limit=3')).text).toContain('Not to be seen yet')

    const missing = '/api/v1/public/issues/acme:slugify-lite:77777/'
    const refusedOnes = [await got(missing), await got(missing), await got(`${path}&limit=3`)]
    expect(refusedOnes.map(({ status }) => status)).toEqual([404, 404, 400])
    expect(refusedOnes[0]?.answer.headers.get('cache-control')).toBe('private, no-store')
  } finally {
    program.answers = answers
  }
})

/** Statements of the service that wait for the table. */
async function waiting(): Promise<number> {
  const [row] = await service.sql`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%public_issues%'`
  return row?.count
}

test('index, event, reconciliation and answers need no credential: none is sent, and none can be read', async () => {
  const DATABASE_URL = await strangersDatabase()
  const env = { DATABASE_URL, GITHUB_APP_ID: '', GITHUB_APP_PRIVATE_KEY: '', GITHUB_CLIENT_SECRET: 'not-the-secret' }
  const worker = service.context(env)
  await expect(worker.db.execute('select * from github_connections')).rejects.toThrow()
  service.wires.host.status = ({ headers }) => (headers.authorization === undefined ? undefined : 401)
  const web = await startSecondInstance({ ...service, variables: { ...service.variables, ...env } })
  const ask = async (path: string) => {
    const answer = await web(new Request(service.origin + path))
    return `${answer.status} ${await answer.text()}`
  }

  await write(service, (tx) => tx`update public_repositories set next_read_at = now() + interval '1 hour'`)
  await open('acme/slugify-lite', 'Nobody has a key')
  const [row] = await service.sql`select repository_id from public_repositories where full_name = 'acme/slugify-lite'`
  const repository = { id: Number(row?.repository_id), full_name: 'acme/slugify-lite', private: false }
  await hear('issues', JSON.stringify({ action: 'opened', issue: { id: 1 }, repository }), worker)
  expect(await sweepRepositories(worker, host)).toBe(1)
  await write(service, (tx) => tx`update public_repositories set full_read_at = null, next_read_at = now()`)
  expect(await sweepRepositories(worker, host)).toBeGreaterThan(0)

  expect(await ask('/api/v1/public/issues/')).toMatch(/^200 .*Nobody has a key/)
  for (const path of paths) expect(await ask(path)).toMatch(/^200 /)
  const sent = service.wires.host.requests
  expect(sent.length).toBeGreaterThan(3)
  for (const { headers } of sent)
    expect(Object.keys(headers).filter((name) => /auth|cookie|token|key|secret/i.test(name))).toEqual([])
  service.wires.host.mend()
})

/** The database as seen by a role that may read and write everything but what is sealed or belongs to a session. */
async function strangersDatabase(): Promise<string> {
  const role = `stranger_${randomUUID().replaceAll('-', '')}`
  await service.sql.unsafe(`create role ${role} login password '${role}'`)
  service.onStop(async () => {
    await service.sql.unsafe(`drop owned by ${role}; drop role ${role}`)
  })
  const sealed = await service.sql<{ name: string }[]>`
    select distinct table_name as name from information_schema.columns
    where table_schema = 'public' and (column_name like '%_sealed' or table_name in ('sessions', 'pre_logins'))`
  expect(sealed.length).toBeGreaterThan(4)
  for (const schema of ['public', 'pgboss'])
    await service.sql.unsafe(
      `grant usage on schema ${schema} to ${role}; grant all on all tables in schema ${schema} to ${role};
       grant all on all sequences in schema ${schema} to ${role}`,
    )
  await service.sql.unsafe(`revoke all on ${sealed.map(({ name }) => name).join(', ')} from ${role}`)
  const url = new URL(service.variables.DATABASE_URL ?? '')
  Object.assign(url, { username: role, password: role })
  return url.href
}
