import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  atHost,
  type Client,
  createDraft,
  fundedJob,
  grant,
  newKey,
  openIssue,
  readyClient,
  readyDraft,
  signInClient,
} from '#test/journey.ts'
import type { Person } from '#test/people/person.ts'
import { refusal } from '#test/refusal.ts'
import { rowsOf } from '#test/rows.ts'
import { type Service, startService } from '#test/service.ts'
import type { CallInput, ReplyOf } from '../../client/api.ts'

type Draft = ReplyOf<'getDraft'>
type Query = NonNullable<CallInput<'listDrafts'>['query']>

const unfunded = 'DRAFT,READY,LOCKED,FUNDING'
const terms = {
  reward: { amount: '4.000000', currency: 'USDC' },
  verifier_fee: { amount: '0.200000', currency: 'USDC' },
  verifiers: 1,
  quorum: 1,
  max_attempts: 2,
  silence_share_bps: 2_500,
  publication: 'automatic',
  open_seconds: 90_000,
  work_seconds: 7_200,
  verification_seconds: 5_400,
}

let service: Service
let clara: Client
let fundedIssue: number
let funded: Draft
/** Made in this order, which is not the order of their next steps. */
let drafts: Record<'blocked' | 'ready' | 'fresh', string>

beforeAll(async () => {
  service = await startService({ env: { FUND_BY_SECONDS: '600' } })
  clara = await readyClient(service)
  fundedIssue = await openIssue(service, { title: 'Funded one' })
  const files = [
    { path: 'test/open.test.js', content: Buffer.from('open').toString('base64') },
    { path: 'test/sealed.test.js', content: Buffer.from('sealed').toString('base64'), sealed: true },
  ]
  const task = { title: 'As it was funded', instructions: 'Do it well.', acceptance_criteria: ['It works.'] }
  const job = await fundedJob(clara, fundedIssue, { ...terms, ...task, acceptance_files: files })
  funded = await clara.person.call('getDraft', { params: { id: job.draft_id ?? '' } })
  const blocked = await createDraft(clara, await openIssue(service), { verification_seconds: 1 })
  await clara.person.call('reviewDraft', { params: { id: blocked.id }, body: { probe_mode: 'skip' } })
  const ready = await readyDraft(clara, await openIssue(service))
  drafts = { blocked: blocked.id, ready: ready.id, fresh: (await createDraft(clara, await openIssue(service))).id }
})
afterAll(() => service.stop())

async function idsOf(query: Query, limit = '1', person = clara.person): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await person.call('listDrafts', { query: { ...query, limit, ...(cursor && { cursor }) } })
    ids.push(...page.data.map(({ id }) => id))
    cursor = page.next_cursor
  }
  return ids
}

const duplicate = (id: string, person: Person = clara.person) =>
  person.call('duplicateDraft', { params: { id }, idempotencyKey: newKey() })

test.each(['1', '2', '100'])(
  'what can be funded comes first, then what needs a review, then what was sent back, in pages of %s',
  async (limit) => {
    const order = [drafts.ready, drafts.fresh, drafts.blocked]
    expect(await idsOf({ state: unfunded, sort: 'next_step' }, limit)).toEqual(order)
    expect(await idsOf({ sort: 'next_step' }, limit)).toEqual([...order, funded.id])
    expect(await idsOf({ state: 'FUNDED', sort: 'next_step' }, limit)).toEqual([funded.id])
  },
)

test('a draft is found by the words of its title, and by its issue as people write it', async () => {
  const { repository_full_name: repository, issue } = funded
  for (const q of [`#${fundedIssue}`, `${repository}#${fundedIssue}`, `${repository.toUpperCase()}#${issue.number}`])
    expect([q, await idsOf({ q })]).toEqual([q, [funded.id]])
  expect(await idsOf({ q: String(fundedIssue) })).toContain(funded.id)
  expect(await idsOf({ q: 'it was FUNDED' })).toEqual([funded.id])
  expect(await idsOf({ q: `acme/other#${fundedIssue}` })).toEqual([])
  expect(await idsOf({ q: repository, state: unfunded, sort: 'next_step' })).toHaveLength(3)
})

test('a cursor of another order is refused', async () => {
  const { next_cursor } = await clara.person.call('listDrafts', { query: { sort: 'next_step', limit: '1' } })
  const query = { cursor: next_cursor ?? '' }
  expect(await refusal(clara.person.call('listDrafts', { query }))).toMatchObject({ status: 400 })
})

test('a duplicate has the issue, task, checks and terms of its draft, and its own seals', async () => {
  const copy = await duplicate(funded.id)
  const { id, version, state, findings, reviewed_at, probe, snapshot, onchain_job_id, job_state, ...content } = funded
  const { next_actions, created_at, updated_at, base_commit, ...written } = content
  expect(copy).toMatchObject({ ...written, state: 'DRAFT', version: 1, onchain_job_id: null, issue_change: null })
  expect(copy.acceptance_files).toEqual(funded.acceptance_files)
  const sealed = await service.sql`select sealed_files from drafts where id in (${funded.id}, ${copy.id})`
  const [first, second] = sealed.map((row) => row.sealed_files[0].secret)
  expect(first).not.toBe(second)
  const [event] =
    await service.sql`select evidence from events where subject_id = ${copy.id} and name = 'draft.created'`
  expect(event?.evidence).toEqual({ copy_of: funded.id })
  const refused = await refusal(duplicate(funded.id))
  expect(refused).toMatchObject({ status: 409, code: 'draft_exists' })
  expect(refused.next_actions[0]?.href).toBe(`/api/v1/client/job-drafts/${copy.id}/`)
  await clara.person.call('deleteDraft', { params: { id: copy.id } })
})

test('a duplicate of a changed issue says what changed, and one of a closed issue is refused', async () => {
  await atHost(service, 'PATCH', `/repos/acme/slugify-lite/issues/${fundedIssue}`, { title: 'Another title' })
  const copy = await duplicate(funded.id)
  expect(copy).toMatchObject({ title: 'As it was funded', issue: { title: 'Another title' } })
  expect(copy.issue_change?.title).toEqual({ before: 'Funded one', after: 'Another title' })
  await clara.person.call('deleteDraft', { params: { id: copy.id } })
  await atHost(service, 'PATCH', `/repos/acme/slugify-lite/issues/${fundedIssue}`, { state: 'closed' })
  const before = await rowsOf(service.sql, ['drafts'])
  expect(await refusal(duplicate(funded.id))).toMatchObject({
    status: 422,
    code: 'issue_not_usable',
    next_actions: [{ code: 'choose_issue' }],
  })
  expect(await rowsOf(service.sql, ['drafts'])).toEqual(before)
})

test('the same terms as last time are those of the draft funded last, without its task and checks', async () => {
  const number = await openIssue(service, { title: 'A new one', body: 'Its own text.' })
  const body = { repository_access_id: clara.access.id, number }
  const { last_terms } = await clara.person.call('previewIssue', { body })
  expect(last_terms).toMatchObject({ draft_id: funded.id, title: 'As it was funded', reward: terms.reward })
  const draft = await clara.person.call('createDraft', {
    body: { ...body, terms_from: last_terms?.draft_id ?? '', max_attempts: 5 },
  })
  expect(draft).toMatchObject({
    ...terms,
    max_attempts: 5,
    title: 'A new one',
    instructions: 'Its own text.',
    acceptance_criteria: [],
    acceptance_files: [],
    base_branch: 'main',
  })
  const [event] = await service.sql`select evidence from events where subject_id = ${draft.id}`
  expect(event?.evidence).toEqual({ terms_from: funded.id })
})

test('terms of a draft that was not funded are refused', async () => {
  const body = { repository_access_id: clara.access.id, number: await openIssue(service), terms_from: drafts.ready }
  const before = await rowsOf(service.sql, ['drafts'])
  expect(await refusal(clara.person.call('createDraft', { body }))).toMatchObject({ status: 404, code: 'not_found' })
  expect(await rowsOf(service.sql, ['drafts'])).toEqual(before)
})

test('another account lists nothing of it, and copies neither draft nor terms', async () => {
  const bea = await signInClient(service, 'bea')
  const access = await grant(bea, 'bea-both')
  expect(await idsOf({ sort: 'next_step' }, '100', bea)).toEqual([])
  expect(await refusal(duplicate(funded.id, bea))).toMatchObject({ status: 404, code: 'not_found' })
  const number = await openIssue(service, { repository: access.full_name })
  const body = { repository_access_id: access.id, number }
  expect((await bea.call('previewIssue', { body })).last_terms).toBeNull()
  const copying = bea.call('createDraft', { body: { ...body, terms_from: funded.id } })
  expect(await refusal(copying)).toMatchObject({ status: 404, code: 'not_found' })
  expect((await bea.call('listDrafts')).data).toEqual([])
})
