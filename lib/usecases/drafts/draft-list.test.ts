import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CallInput, ReplyOf } from '#lib/client/api.ts'
import {
  type Client,
  createDraft,
  fundedJob,
  openIssue,
  readyClient,
  readyDraft,
  signInClient,
} from '../../../tools/test/journey.ts'
import { refusal } from '../../../tools/test/refusal.ts'
import { type Service, startService } from '../../../tools/test/service.ts'

type Draft = ReplyOf<'getDraft'>
type Query = NonNullable<CallInput<'listDrafts'>['query']>

const unfunded = 'DRAFT,READY,LOCKED,FUNDING'
const terms = {
  ...{ reward: { amount: '4.000000', currency: 'USDC' }, verifier_fee: { amount: '0.200000', currency: 'USDC' } },
  ...{ verifiers: 1, quorum: 1, max_attempts: 2, silence_share_bps: 2_500, publication: 'automatic' },
  ...{ open_seconds: 90_000, work_seconds: 7_200, verification_seconds: 5_400 },
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

test.each(['1', '2', '100'])(
  'what can be funded comes first, then what needs a review, then what was sent back, in pages of %s',
  async (limit) => {
    const order = [drafts.ready, drafts.fresh, drafts.blocked]
    expect(await idsOf({ state: unfunded, sort: 'next_step' }, limit)).toEqual(order)
    expect(await idsOf({ sort: 'next_step' }, limit)).toEqual([...order, funded.id])
    expect(await idsOf({ state: 'FUNDED', sort: 'next_step' }, limit)).toEqual([funded.id])
  },
)

test('a cursor of another order is refused', async () => {
  const { next_cursor } = await clara.person.call('listDrafts', { query: { sort: 'next_step', limit: '1' } })
  const query = { cursor: next_cursor ?? '' }
  expect(await refusal(clara.person.call('listDrafts', { query }))).toMatchObject({ status: 400 })
})

test('another account lists nothing of it', async () => {
  const bea = await signInClient(service, 'bea')
  expect(await idsOf({ sort: 'next_step' }, '100', bea)).toEqual([])
})
