import { initiateUserControlledWalletsClient } from '@circle-fin/user-controlled-wallets'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type WalletFaults, walletFaults } from '#sandbox/wallet-provider/faults/client.ts'
import { askAgain } from '#test/ask-again.ts'
import { atProvider, expectMoneyKept } from '#test/invariants.ts'
import { newKey, openWallet, signInClient } from '#test/journey.ts'
import type { Person } from '#test/people/person.ts'
import { refusal } from '#test/refusal.ts'
import { rowsOf } from '#test/rows.ts'
import { apiKey, type Service, startService } from '#test/service.ts'
import { age } from '#test/stages.ts'

let service: Service
let faults: WalletFaults
beforeAll(async () => {
  service = await startService()
  faults = walletFaults(service.wallets.url)
})
afterAll(() => service.stop())
afterEach(async () => {
  service.wires.wallets.mend()
  await faults.set({})
  await expectMoneyKept(service)
})

const initialize = (person: Person) => person.call('initializeWallet', { idempotencyKey: newKey() })
const creations = () => service.sql`select id, state, failure_code from transactions
  where purpose = 'WALLET_CREATION' and user_id = (select user_id from sessions order by signed_in_at desc limit 1)
  order by id`
const challengesAtProvider = (): number =>
  atProvider(service, (db) => Number(db.prepare('select count(*) as count from challenge').get()?.count))

async function challengeOf(person: Person) {
  const answer = await initialize(person)
  if (answer.status !== 'challenge') throw new Error('there is a wallet already')
  return answer
}

/** A wallet that the person makes with the SDK, past this service. */
async function makeOutside(person: Person, accountType: 'SCA' | 'EOA'): Promise<void> {
  const challenge = await challengeOf(person)
  const { user_token: userToken } = challenge.wallet_session
  const client = initiateUserControlledWalletsClient({ apiKey, baseUrl: service.wallets.url })
  const { data } = await client.createUserPinWithWallets({ userToken, blockchains: ['ARC-TESTNET'], accountType })
  await person.approve(data?.challengeId ?? '', challenge.wallet_session)
  await faults.expire('challenges')
}

test('many tabs that create the wallet at once meet one intent and one challenge', async () => {
  const clara = await signInClient(service, 'clara')
  const before = challengesAtProvider()
  const answers = await Promise.all(Array.from({ length: 12 }, () => askAgain(() => challengeOf(clara))))
  expect(new Set(answers.map(({ challenge_id }) => challenge_id)).size).toBe(1)
  expect(new Set(answers.map(({ transaction_id }) => transaction_id)).size).toBe(1)
  expect(await creations()).toHaveLength(1)
  expect(challengesAtProvider()).toBe(before + 1)
})

test('after its challenge expired the wallet is created by a new intent', async () => {
  const bea = await signInClient(service, 'bea')
  const first = await challengeOf(bea)
  await faults.expire('challenges')
  const second = await challengeOf(bea)
  expect(second.challenge_id).not.toBe(first.challenge_id)
  expect(await creations()).toMatchObject([
    { id: first.transaction_id, state: 'EXPIRED', failure_code: 'challenge_expired' },
    { id: second.transaction_id, state: 'CHALLENGE_ISSUED' },
  ])
  await bea.approve(second.challenge_id, second.wallet_session)
  const [one, other] = await Promise.all([initialize(bea), initialize(bea)])
  expect([one.status, other.status]).toEqual(['exists', 'exists'])
  expect((await creations()).map(({ state }) => state)).toEqual(['EXPIRED', 'CONFIRMED'])
})

test('a wallet that appears while it is being asked for is not created twice', async () => {
  const oscar = await signInClient(service, 'oscar')
  await makeOutside(oscar, 'SCA')
  let hidden = 2
  service.wires.wallets.rewrite = ({ method, path }, answer) => {
    if (method !== 'GET' || !path.includes('/w3s/wallets') || hidden === 0) return answer
    hidden -= 1
    return '{"data":{"wallets":[]}}'
  }
  const before = challengesAtProvider()
  const met = await refusal(initialize(oscar))
  expect(met).toMatchObject({ code: 'state_conflict', next_actions: [{ code: 'sync_wallet' }, { code: 'look_again' }] })
  expect(challengesAtProvider()).toBe(before)
  service.wires.wallets.mend()
  expect(await initialize(oscar)).toMatchObject({ status: 'exists' })
  expect((await creations()).map(({ state }) => state)).toEqual(['EXPIRED', 'CONFIRMED'])
})

test('who has only a wallet of another kind is given the challenge for the right one, and it is used beside the other', async () => {
  const wanda = await signInClient(service, 'wanda')
  await makeOutside(wanda, 'EOA')
  const wrong = await refusal(wanda.call('syncWallet'))
  expect(wrong).toMatchObject({ status: 409, code: 'wallet_mismatch', next_actions: [{ code: 'create_wallet' }] })
  service.wires.wallets.fate = ({ path }) => (path.includes('/user/wallets') ? 'lose' : 'pass')
  const before = challengesAtProvider()
  expect(await refusal(initialize(wanda))).toMatchObject({ code: 'provider_unavailable' })
  service.wires.wallets.mend()
  const challenge = await challengeOf(wanda)
  expect(challengesAtProvider()).toBe(before + 1)
  await wanda.approve(challenge.challenge_id, challenge.wallet_session)
  const wallet = await wanda.call('syncWallet')
  expect(wallet.account_type).toBe('SCA')
  expect(await wanda.call('getWalletBalance')).toMatchObject({ address: wallet.address })
  const listed = await service.sql`select account_type from wallets where address = ${wallet.address}`
  expect(listed).toHaveLength(1)
})

test('a wallet that the provider no longer lists is not taken as verified again', async () => {
  const will = await signInClient(service, 'will')
  await openWallet(service, will)
  const before = await rowsOf(service.sql, ['wallets', 'transactions'])
  service.wires.wallets.rewrite = () => '{"data":{"wallets":[]}}'
  for (const call of ['syncWallet', 'getWalletBalance'] as const)
    expect(await refusal(will.call(call))).toMatchObject({
      status: 409,
      code: 'wallet_mismatch',
      next_actions: [{ code: 'sync_wallet' }, { code: 'sign_in' }],
    })
  expect(await rowsOf(service.sql, ['wallets', 'transactions'])).toEqual(before)
  service.wires.wallets.mend()
  expect(await will.call('syncWallet')).toMatchObject({ is_owner_registered: true })
})

test.each(['initializeWallet', 'syncWallet', 'getWalletBalance'] as const)(
  '%s goes on when the provider ended a session that seemed fresh, and asks to sign in when it cannot be renewed',
  async (operation) => {
    const vera = await signInClient(service, 'vera')
    if (operation !== 'initializeWallet') await openWallet(service, vera)
    await faults.set({ failNext: { path: '/v1/w3s/wallets', count: 1, code: 155104 } })
    await expect(vera.call(operation)).resolves.toBeDefined()
    await faults.expire('sessions')
    const ended = await refusal(vera.call(operation))
    expect(ended).toMatchObject({ status: 403, code: 'provider_session_expired', next_actions: [{ code: 'sign_in' }] })
    await vera.signIn()
    await expect(vera.call(operation)).resolves.toBeDefined()
  },
)

test('while the provider is down every answer says to try again, and reads of what is known go on', async () => {
  const victor = await signInClient(service, 'victor')
  const challenge = await challengeOf(victor)
  service.wires.wallets.fate = () => 'cut'
  for (const call of ['initializeWallet', 'syncWallet'] as const)
    expect(await refusal(victor.call(call))).toMatchObject({
      status: 503,
      code: 'provider_unavailable',
      retryable: true,
      next_actions: [{ code: 'try_again' }],
    })
  const params = { transaction_id: challenge.transaction_id }
  await age(service, challenge.transaction_id, '10 minutes')
  expect(await victor.call('getTransaction', { params })).toMatchObject({
    state: 'CHALLENGE_ISSUED',
    reconciling: true,
    purpose: 'WALLET_CREATION',
  })
  service.wires.wallets.mend()
  expect((await challengeOf(victor)).challenge_id).toBe(challenge.challenge_id)
})
