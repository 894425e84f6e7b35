import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { write } from '#test/agents.ts'
import { type Client, newKey, openIssue, readyClient, readyDraft, tidy } from '#test/journey.ts'
import { refusal } from '#test/refusal.ts'
import { type Service, startService } from '#test/service.ts'
import { until } from '#test/until.ts'

let service: Service
let clara: Client
beforeAll(async () => {
  service = await startService()
  clara = await readyClient(service)
})
afterAll(() => service.stop())
afterEach(async () => {
  service.wires.chain.mend()
  await tidy(service)
})

const read = (id: string) => clara.person.call('getDraft', { params: { id } })
const approve = (id: string) =>
  clara.person.call('createApprovalChallenge', { params: { id }, idempotencyKey: newKey() })
const approvalsOf = (id: string) =>
  service.sql`select id, state, snapshot_id from transactions where draft_id = ${id} and purpose = 'APPROVAL' order by id`

/** A LOCKED draft without its allowance, of which the approval has ended. */
async function unapproved(): Promise<string> {
  const { id } = await readyDraft(clara, await openIssue(service), { reward: { amount: '7', currency: 'USDC' } })
  await approve(id)
  await write(service, (tx) => tx`update transactions set state = 'EXPIRED', ended_at = now() where draft_id = ${id}`)
  expect((await read(id)).state).toBe('LOCKED')
  return id
}

/** An approval from another tab that has read the draft, and waits for the chain until it is let go. */
async function heldApproval(id: string) {
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  const allowance = '0xdd62ed3e'
  service.wires.chain.fate = ({ body }) => {
    if (!body.includes(allowance)) return 'pass'
    asked.resolve()
    return answer.promise.then(() => 'pass')
  }
  const late = refusal(approve(id))
  await asked.promise
  service.wires.chain.mend()
  return {
    letGo: () => {
      answer.resolve()
      return late
    },
  }
}

const moved = { status: 409, code: 'state_conflict', next_actions: [{ code: 'read_draft' }] }
const reviewAgain = (id: string) => clara.person.call('reviewDraft', { params: { id }, body: { probe_mode: 'skip' } })

test('a LOCKED draft that another tab unlocks at that moment is not approved with the terms that it had', async () => {
  const id = await unapproved()
  const approvals = await approvalsOf(id)
  const late = await heldApproval(id)
  expect(await reviewAgain(id)).toMatchObject({ state: 'READY', snapshot: null })
  expect(await late.letGo()).toMatchObject(moved)
  expect(await approvalsOf(id)).toEqual(approvals)
  expect(await read(id)).toMatchObject({ state: 'READY', snapshot: null })
})

test('a LOCKED draft that another tab deletes at that moment is not approved, and leaves the wallet free', async () => {
  const id = await unapproved()
  const approvals = await approvalsOf(id)
  const late = await heldApproval(id)
  await clara.person.call('deleteDraft', { params: { id } })
  expect(await late.letGo()).toMatchObject(moved)
  expect(await approvalsOf(id)).toEqual(approvals)
  const other = await readyDraft(clara, await openIssue(service))
  expect((await approve(other.id)).draft.state).toBe('LOCKED')
})

test.each([
  ['reviewed', reviewAgain],
  ['deleted', (id: string) => clara.person.call('deleteDraft', { params: { id } })],
] as const)('a LOCKED draft whose approval is just being asked for is not %s', async (_, change) => {
  const id = await unapproved()
  const before = await read(id)
  const commit = Promise.withResolvers<void>()
  const opened = Promise.withResolvers<void>()
  // The approval of another tab, which is not committed yet when the change begins.
  const approval = write(service, async (tx) => {
    await tx`select 1 from drafts where id = ${id} for update`
    await tx`insert into transactions (user_id, wallet_id, purpose, draft_id, snapshot_id, chain_id, expected_action)
      select user_id, wallet_id, purpose, draft_id, snapshot_id, chain_id, expected_action from transactions
      where draft_id = ${id}`
    opened.resolve()
    await commit.promise
  })
  await opened.promise
  const changed = refusal(change(id))
  await until(
    () => service.sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%drafts%'`,
    (waiting) => waiting.length > 0,
  )
  commit.resolve()
  await approval
  expect(await changed).toMatchObject({ status: 409, code: 'draft_locked' })
  expect(await read(id)).toMatchObject({ state: 'LOCKED', version: before.version, snapshot: before.snapshot })
})

// Last, because it moves the clock of the chain.
test('terms that are renewed while another draft of the wallet is approved are refused as busy, with the way out', async () => {
  const first = await readyDraft(clara, await openIssue(service))
  const second = await readyDraft(clara, await openIssue(service))
  await approve(first.id)
  await service.node.increaseTime({ seconds: 1_801 })
  await service.node.mine({ blocks: 1 })
  await write(service, (tx) => tx`update transactions set state = 'EXPIRED', ended_at = now() where ended_at is null`)
  // The other approval is committed with the review that unlocks the first draft: no earlier one is possible.
  await service.sql.unsafe(`
    create function approve_other() returns trigger language plpgsql as $$ begin
      update drafts set state = 'LOCKED', snapshot_id = old.snapshot_id where id = '${second.id}'; return null; end $$;
    create trigger approve_other after update on drafts for each row
      when (new.id = '${first.id}' and new.state = 'READY') execute function approve_other()`)
  const refused = await refusal(approve(first.id))
  await service.sql.unsafe('drop trigger approve_other on drafts; drop function approve_other')
  expect(refused).toMatchObject({ status: 409, code: 'wallet_busy', next_actions: [{ code: 'open_other_draft' }, {}] })
})
