import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#lib/data/database.ts'
import { deleteIdleCredentials } from '#lib/data/users.ts'
import { approvedDraft, askToFund, type Client, openIssue, readyClient } from '../../../tools/test/journey.ts'
import { refusal } from '../../../tools/test/refusal.ts'
import { type Service, startService } from '../../../tools/test/service.ts'
import { until } from '../../../tools/test/until.ts'
import { reconcileTransaction } from '../transactions/reconcile-transaction.ts'

let service: Service
let clara: Client
beforeAll(async () => {
  service = await startService()
  clara = await readyClient(service)
})
afterAll(() => service.stop())
afterEach(() => service.wires.wallets.mend())

const credentials = () => service.sql`select * from provider_credentials`

async function age(minutes: number): Promise<void> {
  await service.sql.begin(async (tx) => {
    await tx`select set_config('jobwright.transaction', 'on', true)`
    await tx`update provider_credentials set issued_at = now() - make_interval(mins => ${minutes})`
  })
}

const refreshes = () => service.wires.wallets.requests.filter(({ path }) => path.includes('/token/refresh')).length

test('the provider’s session is refreshed before it ends, once, however many requests meet that moment', async () => {
  const [before] = await credentials()
  await age(50)
  const asked = refreshes()
  const answers = await Promise.allSettled(Array.from({ length: 8 }, () => clara.person.call('getWalletBalance')))
  expect(answers.filter(({ status }) => status === 'rejected')).toEqual([])
  expect(refreshes()).toBeGreaterThan(asked)
  const [after] = await credentials()
  expect(after?.user_token_sealed).not.toBe(before?.user_token_sealed)
  expect(after?.issued_at.getTime()).toBeGreaterThan(Date.now() - 60_000)
  await expect(clara.person.call('getWalletBalance')).resolves.toBeDefined()
})

test('a session that the provider ended sends the person to sign in again', async () => {
  service.wires.wallets.status = ({ path }) => (path.includes('/wallets') ? 403 : undefined)
  service.wires.wallets.rewrite = () => '{"code":155104,"message":"The userToken had expired."}'
  const refused = await refusal(clara.person.call('getWalletBalance'))
  expect(refused).toMatchObject({ status: 403, code: 'provider_session_expired', next_actions: [{ code: 'sign_in' }] })
  expect(await clara.person.call('getMe')).toMatchObject({ workspace: 'client' })
})

test('after sign-out only the worker uses the provider’s session, and only while a transaction is under way', async () => {
  const locked = await approvedDraft(clara, await openIssue(service))
  const challenge = await askToFund(clara.person, locked.id)
  await clara.person.approve(challenge.challenge_id, challenge.wallet_session)
  await clara.person.call('logout')
  expect(await refusal(clara.person.call('getWalletBalance'))).toMatchObject({ status: 401 })
  expect(await credentials()).toMatchObject([{ signed_out: true }])
  await inTransaction(service.services.db, deleteIdleCredentials)
  expect(await credentials()).toHaveLength(1)

  const done = await until(
    () => reconcileTransaction(service.context(), challenge.transaction_id),
    ({ state }) => state === 'CONFIRMED',
  )
  expect(done.transactionHash).toMatch(/^0x/)
  await inTransaction(service.services.db, deleteIdleCredentials)
  expect(await credentials()).toHaveLength(0)
  await clara.person.signIn()
  expect(await clara.person.call('getDraft', { params: { id: locked.id } })).toMatchObject({ state: 'FUNDED' })
  await expect(clara.person.call('getWalletBalance')).resolves.toBeDefined()
})
