import { parseAbi } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  approvedDraft,
  askToFund,
  atHost,
  balanceOf,
  balances,
  type Client,
  carryOut,
  createDraft,
  type Draft,
  fundedJob,
  mint,
  newKey,
  openIssue,
  readyClient,
  readyDraft,
  tidy,
} from '#test/journey.ts'
import { refusal } from '#test/refusal.ts'
import { rowsOf } from '#test/rows.ts'
import { type Service, startService } from '#test/service.ts'
import { finishAtProvider, fundingIn } from '#test/stages.ts'
import { isOwn, takeOffer } from '#test/take-offer.ts'
import { callFromWallet } from '#test/wallet-app.ts'
import type { ReplyOf } from '../../client/api.ts'
import type { DraftState } from '../../domain/draft.ts'

let service: Service
let clara: Client
beforeAll(async () => {
  service = await startService()
  clara = await readyClient(service)
})
afterAll(() => service.stop())
beforeEach(async () => {
  await tidy(service)
  if ((await balanceOf(service, clara.wallet)) === 0n) await mint(service, clara.wallet, 100_000_000n)
})

/** Sends all that the wallet holds to an address outside. */
async function spendAll(): Promise<void> {
  await callFromWallet(service, clara.person, {
    address: service.chain.addresses.token,
    abi: parseAbi(['function transfer(address, uint256)']),
    functionName: 'transfer',
    args: [`0x${'5'.repeat(40)}`, await balanceOf(service, clara.wallet)],
  })
}

const params = (id: string) => ({ params: { id } })
const read = (id: string) => clara.person.call('getDraft', params(id))
/** No verifier runs beside these tests. */
const review = async (id: string) => {
  const { findings, ...reviewed } = await clara.person.call('reviewDraft', {
    ...params(id),
    body: { probe_mode: 'skip' },
  })
  return { ...reviewed, findings: findings.filter(({ code }) => code !== 'verifiers_few' && code !== 'probe_skipped') }
}
const approve = (id: string) =>
  clara.person.call('createApprovalChallenge', { ...params(id), idempotencyKey: newKey() })

/** A draft in each state, reached the way a client reaches it. */
const reach: Record<DraftState, () => Promise<string>> = {
  DRAFT: async () => (await createDraft(clara, await openIssue(service))).id,
  READY: async () => (await readyDraft(clara, await openIssue(service))).id,
  LOCKED: async () => (await approvedDraft(clara, await openIssue(service))).id,
  FUNDING: async () => {
    const { id } = await approvedDraft(clara, await openIssue(service))
    await askToFund(clara.person, id)
    return id
  },
  FUNDED: async () => (await fundedJob(clara, await openIssue(service))).draft_id ?? '',
}

type Deed = 'edit' | 'review' | 'approve' | 'fund' | 'delete'
const deeds: Record<Deed, (draft: Draft) => Promise<unknown>> = {
  edit: ({ id, version }) =>
    clara.person.call('updateDraft', { ...params(id), body: { version, title: 'Another title' } }),
  review: ({ id }) => review(id),
  approve: ({ id }) => approve(id),
  fund: ({ id }) => askToFund(clara.person, id),
  delete: ({ id }) => clara.person.call('deleteDraft', params(id)),
}

/** The state after the deed, or the refusal's code. `LOCKED` here has its exact allowance and nothing live. */
const table: Record<DraftState, Record<Deed, DraftState | 'gone' | string>> = {
  DRAFT: { edit: 'DRAFT', review: 'READY', approve: 'draft_has_findings', fund: 'allowance_missing', delete: 'gone' },
  READY: { edit: 'DRAFT', review: 'READY', approve: 'LOCKED', fund: 'allowance_missing', delete: 'gone' },
  LOCKED: { edit: 'draft_locked', review: 'READY', approve: 'LOCKED', fund: 'FUNDING', delete: 'gone' },
  FUNDING: {
    edit: 'draft_locked',
    review: 'draft_locked',
    approve: 'draft_locked',
    fund: 'FUNDING',
    delete: 'draft_locked',
  },
  FUNDED: {
    edit: 'draft_locked',
    review: 'draft_locked',
    approve: 'draft_locked',
    fund: 'draft_locked',
    delete: 'draft_locked',
  },
}

const isState = (outcome: string): outcome is DraftState => outcome in table
const cells = Object.entries(table).flatMap(([state, row]) =>
  Object.entries(row).map(([deed, outcome]) => [state as DraftState, deed as Deed, outcome] as const),
)

describe('the table of draft states:', () => {
  test.each(cells)('%s, %s → %s', async (state, deed, outcome) => {
    const draft = await read(await reach[state]())
    expect(draft.state).toBe(state)
    const money = await balances(service, clara.wallet)
    if (isState(outcome)) {
      await deeds[deed](draft)
      expect((await read(draft.id)).state).toBe(outcome)
    } else if (outcome === 'gone') {
      await deeds[deed](draft)
      expect(await refusal(read(draft.id))).toMatchObject({ status: 404 })
    } else {
      const before = await rowsOf(service.sql)
      const refused = await refusal(deeds[deed](draft))
      expect(refused).toMatchObject({ status: 409, code: outcome })
      expect(refused.next_actions.length).toBeGreaterThan(0)
      expect(await rowsOf(service.sql)).toEqual(before)
    }
    expect(await balances(service, clara.wallet)).toEqual(money)
  })
})

/** Situations within the states in which other things can be done. */
const situations: Record<string, () => Promise<string>> = {
  ...reach,
  'READY, another draft being paid': async () => {
    await approvedDraft(clara, await openIssue(service))
    return (await readyDraft(clara, await openIssue(service))).id
  },
  'LOCKED, approval in the wallet': async () => {
    const { id } = await readyDraft(clara, await openIssue(service), { reward: { amount: '7', currency: 'USDC' } })
    await approve(id)
    return id
  },
  'LOCKED, allowance gone': async () => {
    const { id } = await approvedDraft(clara, await openIssue(service))
    const { token, escrow } = service.chain.addresses
    await callFromWallet(service, clara.person, {
      address: token,
      abi: parseAbi(['function approve(address, uint256)']),
      functionName: 'approve',
      args: [escrow, 0n],
    })
    return id
  },
  'LOCKED, wallet short': async () => {
    const { id } = await approvedDraft(clara, await openIssue(service))
    await spendAll()
    return id
  },
  'FUNDING, challenge expired': async () => {
    const { draftId } = await fundingIn(service, clara, 'EXPIRED')
    return draftId
  },
  'FUNDING, sent': async () => {
    const { draftId } = await fundingIn(service, clara, 'BROADCAST')
    return draftId
  },
}

test.each(Object.keys(situations))('whatever is offered for a draft in %s is accepted', async (situation) => {
  const enter = situations[situation]
  if (!enter) throw new Error(situation)
  const offered = (await read(await enter())).next_actions
  expect(offered.length).toBeGreaterThan(0)
  for (const { code } of offered) {
    await finishAtProvider(service, clara)
    await tidy(service)
    const draft = await read(await enter())
    const offer = draft.next_actions.find((action) => action.code === code)
    if (!offer || !isOwn(offer)) throw new Error(`${code} is not offered a second time`)
    expect([code, await takeOffer(service, clara.person, offer)]).toEqual([code, expect.stringMatching(/accepted$/)])
  }
  await finishAtProvider(service, clara)
})

test.each(['DRAFT', 'READY', 'READY, another draft being paid'])(
  'the refusal to fund a draft in %s names what it accepts',
  async (situation) => {
    const id = (await situations[situation]?.()) ?? ''
    const refused = await refusal(deeds.fund(await read(id)))
    expect(refused).toMatchObject({ status: 409, code: 'allowance_missing' })
    expect(refused.next_actions).toEqual((await read(id)).next_actions)
  },
)

test('a READY draft in which a review finds something new is a DRAFT again', async () => {
  const draft = await readyDraft(clara, await openIssue(service))
  await atHost(service, 'PATCH', `/repos/acme/slugify-lite/issues/${draft.issue.number}`, { state: 'closed' })
  const reviewed = await review(draft.id)
  expect(reviewed).toMatchObject({ state: 'DRAFT', reviewed_at: expect.any(String) })
  expect(reviewed.findings).toContainEqual({
    code: 'issue_closed',
    severity: 'blocking',
    pointer: '/issue',
    message: expect.any(String),
    next_action: expect.any(String),
  })
})

test('unlocking keeps the superseded snapshot forever, and locking again makes another one', async () => {
  const { id, snapshot } = await approvedDraft(clara, await openIssue(service))
  await review(id)
  await approve(id)
  const again = await read(id)
  expect(again.snapshot?.id).not.toBe(snapshot?.id)
  expect(again.snapshot?.ref).not.toBe(snapshot?.ref)
  const kept = await service.sql`select id, task_document from funding_snapshots where draft_id = ${id} order by id`
  expect(kept.map((row) => row.id)).toEqual([snapshot?.id, again.snapshot?.id])
  expect(kept[0]?.task_document).toEqual(snapshot?.task_document)
})

test('after an approval that ended, asking again opens another one for the same snapshot', async () => {
  const reward = { amount: '11.000000', currency: 'USDC' as const }
  const { id } = await readyDraft(clara, await openIssue(service), { reward })
  const first = await approve(id)
  if (first.status !== 'challenge') throw new Error('the allowance is there')
  await service.sql.begin(async (tx) => {
    await tx`select set_config('jobwright.transaction', 'on', true)`
    await tx`update transactions set state = 'EXPIRED', ended_at = now() where id = ${first.transaction_id}`
  })
  const second = await approve(id)
  if (second.status !== 'challenge') throw new Error('the allowance is there')
  expect(second.transaction_id).not.toBe(first.transaction_id)
  expect(second.draft).toMatchObject({ state: 'LOCKED', snapshot: { id: first.draft.snapshot?.id } })
  expect((await carryOut(clara.person, second)).state).toBe('CONFIRMED')
  expect((await approve(id)).status).toBe('exists')
})

describe('an issue that changed after the draft was made', () => {
  type Change = NonNullable<ReplyOf<'getDraft'>['issue_change']>
  const before = { title: 'Old words', body: 'one\ntwo\nthree\nfour\nfive\nsix\nseven', labels: ['bug', 'slugs'] }

  async function changed(change: Partial<typeof before>): Promise<{ draft: Draft; found: Draft }> {
    const draft = await createDraft(clara, await openIssue(service, before))
    await atHost(service, 'PATCH', `/repos/acme/slugify-lite/issues/${draft.issue.number}`, change)
    return { draft, found: await review(draft.id) }
  }

  test('blocks one review and is shown as a diff, line by line', async () => {
    const { found } = await changed({ ...before, title: 'New words', body: before.body.replace('four', 'vier') })
    expect(found.state).toBe('DRAFT')
    expect(found.findings).toMatchObject([{ code: 'issue_changed', severity: 'blocking', pointer: '/issue' }])
    const expected: Change = {
      title: { before: 'Old words', after: 'New words' },
      labels: null,
      body: [
        { kind: 'same', text: 'two' },
        { kind: 'same', text: 'three' },
        { kind: 'removed', text: 'four' },
        { kind: 'added', text: 'vier' },
        { kind: 'same', text: 'five' },
        { kind: 'same', text: 'six' },
      ],
    }
    expect(found.issue_change).toEqual(expected)
  })

  test('names the labels that came and went', async () => {
    const { found } = await changed({ ...before, labels: ['bug', 'help wanted'] })
    expect(found.issue_change).toEqual({
      title: null,
      labels: { added: ['help wanted'], removed: ['slugs'] },
      body: null,
    })
  })

  test('keeps its diff against what the draft was made of until the draft is adapted', async () => {
    const { draft } = await changed({ ...before, body: 'entirely new' })
    await atHost(service, 'PATCH', `/repos/acme/slugify-lite/issues/${draft.issue.number}`, { title: 'Newer words' })
    const again = await review(draft.id)
    expect(again.issue_change?.title).toEqual({ before: 'Old words', after: 'Newer words' })
    expect(again.issue_change?.body).not.toBeNull()
    const ready = await review(draft.id)
    expect([ready.state, ready.issue_change]).toEqual(['READY', again.issue_change])
    const adapted = await clara.person.call('updateDraft', {
      ...params(draft.id),
      body: { version: ready.version, instructions: 'Adapted.' },
    })
    expect(adapted.issue_change).toBeNull()
  })
})

test('who lost the right to push between locking and funding cannot fund, and the review says what is missing (row 64)', async () => {
  const acme = '/repos/acme/slugify-lite/collaborators/clara-client'
  const { id } = await approvedDraft(clara, await openIssue(service))
  const money = await balances(service, clara.wallet)
  await atHost(service, 'PUT', acme, { permission: 'pull' })
  try {
    expect(await refusal(askToFund(clara.person, id))).toMatchObject({
      status: 403,
      code: 'repository_permission',
      next_actions: [{ code: 'review' }],
    })
    expect(await service.sql`select 1 from transactions where draft_id = ${id} and purpose = 'FUNDING'`).toHaveLength(0)
    expect((await review(id)).findings.map(({ code }) => code)).toContain('push_permission_missing')
  } finally {
    await atHost(service, 'PUT', acme, { permission: 'push' })
  }
  expect(await balances(service, clara.wallet)).toEqual(money)
})

const pathOf = { approve: 'approval-challenge', fund: 'funding-challenge' } as const
/** In an order in which no allowance is left over for the approval in the wallet. */
const deadlines = {
  READY: { code: 'approve', offers: 'approve', hasDeadline: false },
  'LOCKED, allowance gone': { code: 'approve', offers: 'approve', hasDeadline: true },
  'LOCKED, approval in the wallet': { code: 'await_approval', offers: 'approve', hasDeadline: true },
  LOCKED: { code: 'fund', offers: 'fund', hasDeadline: true },
  FUNDING: { code: 'await_funding', offers: 'fund', hasDeadline: true },
  'FUNDING, challenge expired': { code: 'fund', offers: 'fund', hasDeadline: true },
} as const

test.each(Object.entries(deadlines))(
  'the dashboard names a draft in %s with its deadline, and what it names is accepted',
  async (situation, { code, offers, hasDeadline }) => {
    const id = (await situations[situation]?.()) ?? ''
    const { snapshot } = await read(id)
    const { pending_actions: needs } = await clara.person.call('getClientDashboard')
    const href = `/api/v1/client/job-drafts/${id}/${pathOf[offers]}/`
    const until = hasDeadline ? snapshot?.fund_by : null
    expect(needs.filter((need) => need.href?.includes(id))).toMatchObject([{ code, method: 'POST', href, until }])
    expect(needs[0]?.code).toBe(code)
    await deeds[offers](await read(id))
  },
)

test('the dashboard names a draft that its review sends back, and offers nothing that another payment would refuse', async () => {
  const blocked = await createDraft(clara, await openIssue(service), { verification_seconds: 1 })
  await review(blocked.id)
  const { id: ready } = await readyDraft(clara, await openIssue(service))
  const { id: paid } = await approvedDraft(clara, await openIssue(service))
  const { pending_actions: needs } = await clara.person.call('getClientDashboard')
  const about = (draft: string) => needs.filter((need) => need.href?.includes(draft)).map((need) => need.code)
  expect([about(blocked.id), about(ready), about(paid)]).toEqual([['edit'], ['open_draft'], ['fund']])
  expect(await refusal(approve(ready))).toMatchObject({ status: 409, code: 'wallet_busy' })
  await deeds.edit(await read(blocked.id))
  expect((await clara.person.call('getClientDashboard')).pending_actions.map((need) => need.code)).not.toContain('edit')
})
