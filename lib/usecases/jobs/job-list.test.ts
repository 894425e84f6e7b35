import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, carryOut, fundedJob, newKey, openIssue, readyClient, signInClient } from '#test/journey.ts'
import type { Person } from '#test/people/person.ts'
import { refusal } from '#test/refusal.ts'
import { type Service, startService } from '#test/service.ts'
import { until } from '#test/until.ts'
import type { CallInput, ReplyOf } from '../../client/api.ts'

type Job = ReplyOf<'getJob'>
type Query = NonNullable<CallInput<'listJobs'>['query']>

let service: Service
let clara: Client
/** The first and the last stay open; the second is cancelled. */
let jobs: Job[]

beforeAll(async () => {
  service = await startService({ env: { FUND_BY_SECONDS: '600' } })
  clara = await readyClient(service)
  await service.runWorker()
  jobs = []
  for (const title of ['Trim 50% of the title', 'Drop accents', '=SUM(1), "quoted"'])
    jobs.push(await fundedJob(clara, await openIssue(service, { title })))
  const params = { onchain_job_id: idOf(1) }
  await carryOut(
    clara.person,
    await clara.person.call('createActionChallenge', { params, body: {}, idempotencyKey: newKey() }),
  )
  const state = async () => (await clara.person.call('getJob', { params })).state
  await until(state, (name) => name === 'CANCELLED')
})
afterAll(() => service.stop())

const idOf = (index: number) => jobs[index]?.onchain_job_id ?? ''

async function idsOf(query: Query, person = clara.person): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await person.call('listJobs', { query: { ...query, limit: '1', ...(cursor && { cursor }) } })
    ids.push(...page.data.map((job) => job.onchain_job_id))
    cursor = page.next_cursor
  }
  return ids
}

async function tableOf(person: Person, search: string): Promise<string[]> {
  const response = await person.send(`${service.origin}/api/v1/client/job-exports/csv/${search}`)
  expect(response.headers.get('content-type')).toContain('text/csv')
  return (await response.text()).trimEnd().split('\r\n')
}

test.each([
  ['newest', [2, 1, 0]],
  ['oldest', [0, 1, 2]],
  ['duration', [1, 2, 0]],
  ['cost', [2, 1, 0]],
] as const)('jobs sorted by %s come in pages that neither repeat nor skip', async (sort, order) => {
  expect(await idsOf({ sort })).toEqual(order.map(idOf))
})

test('a text is found in title, repository and number, and its signs are no wildcards', async () => {
  expect(await idsOf({ q: 'ACCENTS' })).toEqual([idOf(1)])
  expect(await idsOf({ q: '50%' })).toEqual([idOf(0)])
  expect(await idsOf({ q: '5_%' })).toEqual([])
  expect(await idsOf({ q: String(jobs[0]?.repository_full_name) })).toHaveLength(3)
})

test('an issue is found by its number, with # and repository as people write it, and a job by its own', async () => {
  const { issue_number: number, repository_full_name: repository } = jobs[2] ?? {}
  for (const q of [`#${number}`, `${number}`, `${repository}#${number}`, `${repository?.toUpperCase()}#${number}`])
    expect([q, await idsOf({ q })]).toEqual([q, expect.arrayContaining([idOf(2)])])
  expect(await idsOf({ q: `${repository}#${number}` })).toEqual([idOf(2)])
  expect(await idsOf({ q: `acme/other#${number}` })).toEqual([])
  expect(await idsOf({ q: `#${idOf(1)}` })).toContain(idOf(1))
  expect(await idsOf({ q: '50' })).toContain(idOf(0))
})

test('each group has its jobs, and the counts say how many', async () => {
  expect(await idsOf({ group: 'running' })).toEqual([idOf(2), idOf(0)])
  expect(await idsOf({ group: 'ended' })).toEqual([idOf(1)])
  expect(await idsOf({ group: 'settled' })).toEqual([])
  const { counts } = await clara.person.call('summarizeJobs')
  expect(counts).toMatchObject({ all: 3, running: 2, settled: 0, ended: 1 })
})

test('the jobs that need their client are those of which the overview says so', async () => {
  const named = async () => {
    const { pending_actions } = await clara.person.call('getClientDashboard')
    return pending_actions.flatMap(({ href }) => /\/client\/jobs\/(\d+)\//.exec(href ?? '')?.[1] ?? []).toSorted()
  }
  // No agent is up, which the worker program notes of each open job.
  await expect.poll(named, { timeout: 30_000 }).toEqual([idOf(0), idOf(2)].toSorted())
  expect((await idsOf({ group: 'needs_you' })).toSorted()).toEqual(await named())
  expect((await clara.person.call('summarizeJobs')).counts.needs_you).toBe(2)
})

test('the totals of a filter are the sums of its jobs, to the base unit', async () => {
  const { data } = await clara.person.call('listJobs')
  const sum = (name: 'budget' | 'held' | 'cost') =>
    data.reduce((total, job) => total + BigInt(job[name].amount.replace('.', '')), 0n)
  const { totals } = await clara.person.call('summarizeJobs')
  const units = (amount: { amount: string }) => BigInt(amount.amount.replace('.', ''))
  expect([totals.jobs, units(totals.funded), units(totals.held), units(totals.cost)]).toEqual([
    3,
    sum('budget'),
    sum('held'),
    sum('cost'),
  ])
  expect(units(totals.returned)).toBe(units(totals.funded) - units(totals.held) - units(totals.cost))
  expect(totals.returned.amount).toBe(jobs[1]?.budget.amount)
})

test('a cursor of another order or search is refused', async () => {
  const { next_cursor } = await clara.person.call('listJobs', { query: { sort: 'cost', limit: '1' } })
  const query = { sort: 'oldest', cursor: next_cursor ?? '' } as const
  expect(await refusal(clara.person.call('listJobs', { query }))).toMatchObject({ status: 400 })
})

test('the table has the jobs of the filter in its order, and no cell that a spreadsheet runs', async () => {
  const [head, ...lines] = await tableOf(clara.person, '?sort=oldest')
  expect(head).toMatch(/^onchain_job_id,title,repository,/)
  expect(lines.map((line) => line.split(',')[0])).toEqual([idOf(0), idOf(1), idOf(2)])
  expect(lines[2]).toContain(`,"'=SUM(1), ""quoted""",`)
})

test('another client sees, adds up and downloads nothing of it', async () => {
  const bea = await signInClient(service, 'bea')
  expect(await idsOf({}, bea)).toEqual([])
  expect((await bea.call('summarizeJobs')).counts.all).toBe(0)
  expect(await tableOf(bea, '')).toHaveLength(1)
})
