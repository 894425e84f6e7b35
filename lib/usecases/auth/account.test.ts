import { afterAll, beforeAll, expect, test } from 'vitest'
import { write } from '#test/agents.ts'
import {
  approvedDraft,
  askToEnd,
  askToFund,
  balanceOf,
  type Client,
  carryOut,
  fundedJob,
  index,
  newKey,
  openIssue,
  readyClient,
  tidy,
} from '#test/journey.ts'
import type { Person } from '#test/people/person.ts'
import { refusal } from '#test/refusal.ts'
import { rowsOf } from '#test/rows.ts'
import { type Service, startService } from '#test/service.ts'
import { toMoney } from '../../domain/money.ts'

let service: Service
let clara: Client
let id: string
beforeAll(async () => {
  service = await startService()
  clara = await readyClient(service)
  id = (await clara.person.call('getMe')).user.id
})
afterAll(() => service.stop())

const remove = (person: Person, leaveBehind: bigint | null, accountId = id) =>
  person.call('deleteAccount', {
    body: { account_id: accountId, leave_behind: leaveBehind === null ? null : toMoney(leaveBehind) },
    idempotencyKey: newKey(),
  })
/** Everything but what reading and refusing may write. */
const rows = async () => {
  const {
    events: _,
    unsealed_events: __,
    idempotency_keys: ___,
    session_uses: ____,
    ...others
  } = await rowsOf(service.sql)
  return others
}
const ageSignIn = (minutes: number) =>
  write(
    service,
    (tx) => tx`update sessions set signed_in_at = now() - make_interval(mins => ${minutes}) where user_id = ${id}`,
  )

test('a person downloads everything that is stored about them, and the download is an event of theirs', async () => {
  const data = await clara.person.call('exportAccount')
  expect(data).toMatchObject({ users: [{ id }], wallets: [{ address: clara.wallet }], sessions: [{}] })
  const [event] = await service.sql`select actor_id from events where name = 'operations.user_exported'`
  expect(event).toMatchObject({ actor_id: id })
})

test('neither download nor deletion rests on an old sign-in', async () => {
  await ageSignIn(11)
  const before = await rows()
  expect(await refusal(clara.person.call('exportAccount'))).toMatchObject({ code: 'recent_sign_in_required' })
  expect(await refusal(remove(clara.person, null))).toMatchObject({ code: 'recent_sign_in_required' })
  expect(await rows()).toEqual(before)
  await ageSignIn(0)
})

test('another account than the own one is refused, whatever its id', async () => {
  const other = service.person('wanda')
  await other.signIn()
  expect(await refusal(remove(other, null))).toMatchObject({ code: 'not_found' })
  await clara.person.call('getMe')
})

test('money that the wallet does not hold is not given up: the account stays, and the step says how to go on', async () => {
  const other = service.person('oscar')
  await other.signIn()
  const { user } = await other.call('getMe')
  const { code, next_actions: steps } = await refusal(remove(other, 1_000_000n, user.id))
  expect(code).toBe('account_in_use')
  expect(steps).toMatchObject([{ code: 'leave_nothing', body: { leave_behind: null } }])
  await other.call('getMe')
})

test('nothing is deleted while anything is open; each matter is named with the place where it ends', async () => {
  const job = await fundedJob(clara, await openIssue(service))
  const draft = await approvedDraft(clara, await openIssue(service))
  const [deletion] = (await refusal(remove(clara.person, null))).next_actions
  expect(deletion).toMatchObject({
    code: 'delete_draft',
    text: `The draft “${draft.title}” waits for its funding. Delete it.`,
    href: `/api/v1/client/job-drafts/${draft.id}/`,
  })
  await askToFund(clara.person, draft.id)
  const units = await balanceOf(service, clara.wallet)
  const before = await rows()
  const { code, next_actions: steps } = await refusal(remove(clara.person, units))
  expect(code).toBe('account_in_use')
  expect(steps).toMatchObject([
    {
      code: 'wait',
      text: `The draft “${draft.title}” is being funded. Wait until that has ended.`,
    },
    {
      code: 'answer',
      text: 'The funding waits for an answer in the wallet. Approve or decline it.',
      href: `/api/v1/client/job-drafts/${draft.id}/`,
    },
    { code: 'cancel_job', text: expect.stringMatching(/^Job \d+ “.+” waits for a worker. Cancel it.$/) },
  ])
  expect(await rows()).toEqual(before)
  await tidy(service)
  await carryOut(clara.person, await askToEnd(clara.person, job.onchain_job_id))
  await index(service)
})

test('money of the wallet is given up only by naming all of it', async () => {
  const units = await balanceOf(service, clara.wallet)
  expect(units).toBeGreaterThan(0n)
  const before = await rows()
  for (const given of [null, units - 1n, units + 1n]) {
    const { next_actions: steps } = await refusal(remove(clara.person, given))
    expect(steps).toMatchObject([{ code: 'leave_behind', body: { leave_behind: toMoney(units) } }])
  }
  expect(await rows()).toEqual(before)
})

test('a deletion signs the person out, keeps jobs and money, and lets the identity in no more', async () => {
  const kept = ['jobs', 'transactions', 'wallets', 'funding_snapshots', 'chain_logs']
  const before = await rowsOf(service.sql, kept)
  await remove(clara.person, await balanceOf(service, clara.wallet))
  expect(await rowsOf(service.sql, kept)).toEqual(before)
  expect(await service.sql`select 1 from sessions where user_id = ${id}`).toHaveLength(0)
  expect(await refusal(clara.person.call('getMe'))).toMatchObject({ status: 401 })
  expect(await refusal(clara.person.signIn())).toMatchObject({ code: 'account_erased' })
  const [event] = await service.sql`select actor_id, evidence from events where name = 'user.erased'`
  expect(event).toMatchObject({ actor_id: id, evidence: { because: 'The person deleted their account.' } })
})
