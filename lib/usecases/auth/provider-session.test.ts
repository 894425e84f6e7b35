import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#lib/data/database.ts'
import { deleteIdleCredentials } from '#lib/data/users.ts'
import { approvedDraft, askToFund, type Client, openIssue, readyClient } from '../../../tools/test/journey.ts'
import { refusal } from '../../../tools/test/refusal.ts'
import { type Service, startService } from '../../../tools/test/service.ts'
import { until } from '../../../tools/test/until.ts'
import type { Wire } from '../../../tools/test/wire.ts'
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

/** Keeps the first answer to a refresh on its way until the other requests had theirs. */
function slowFirst(line: Wire, path: string): void {
  let isFirst = true
  line.rewrite = async (request, answer) => {
    if (request.path.includes(path) && isFirst) {
      isFirst = false
      await wait(400)
    }
    return answer
  }
}

test('the provider’s session is refreshed before it ends, however many requests meet that moment', async () => {
  const [before] = await credentials()
  await age(50)
  slowFirst(service.wires.wallets, '/token/refresh')
  const answers = await Promise.allSettled(Array.from({ length: 8 }, () => clara.person.call('getWalletBalance')))
  expect(answers.filter(({ status }) => status === 'rejected')).toEqual([])
  const [after] = await credentials()
  expect(after?.user_token_sealed).not.toBe(before?.user_token_sealed)
  expect(after?.issued_at.getTime()).toBeGreaterThan(Date.now() - 60_000)
  await expect(clara.person.call('getWalletBalance')).resolves.toBeDefined()
})

test('a refresh whose answer was lost is repeated, not lost', async () => {
  await age(50)
  service.wires.wallets.fate = ({ path }) => (path.includes('/token/refresh') ? 'lose' : 'pass')
  expect(await refusal(clara.person.call('getWalletBalance'))).toMatchObject({ code: 'provider_unavailable' })
  service.wires.wallets.mend()
  await expect(clara.person.call('getWalletBalance')).resolves.toBeDefined()
})

test('the repository host’s token is refreshed before it ends, however many requests meet that moment', async () => {
  await service.sql.begin(async (tx) => {
    await tx`select set_config('jobwright.transaction', 'on', true)`
    await tx`update github_connections set access_token_expires_at = now() + interval '1 minute'`
  })
  slowFirst(service.wires.host, '/login/oauth/access_token')
  const params = { repository_access_id: clara.access.id }
  const browse = () => clara.person.call('listRepositoryIssues', { params })
  const answers = await Promise.allSettled(Array.from({ length: 6 }, browse))
  expect(answers.filter(({ status }) => status === 'rejected')).toEqual([])
  const [row] =
    await service.sql`select access_token_expires_at > now() + interval '1 hour' as fresh from github_connections`
  expect(row?.fresh).toBe(true)
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
