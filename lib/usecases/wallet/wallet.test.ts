import { setTimeout } from 'node:timers/promises'
import { initiateUserControlledWalletsClient } from '@circle-fin/user-controlled-wallets'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { balanceOf, mint, newKey, openWallet, registerOwners, signInClient } from '#test/journey.ts'
import type { Person } from '#test/people/person.ts'
import { refusal } from '#test/refusal.ts'
import { rowsOf } from '#test/rows.ts'
import { apiKey, type Service, startService } from '#test/service.ts'
import { listRecentEvents } from '../../data/events.ts'
import { formatAmount } from '../../domain/money.ts'
import { sweepTransactions } from '../transactions/sweep-transactions.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())
afterEach(() => service.wires.wallets.mend())

const created = (person: Person, idempotencyKey = newKey()) => person.call('initializeWallet', { idempotencyKey })
const creations = () => service.sql`select id, state, reconciling, attempts, idempotency_key from transactions
  where purpose = 'WALLET_CREATION' and user_id = (select user_id from sessions order by signed_in_at desc limit 1)`

async function challengeOf(person: Person) {
  const answer = await created(person)
  if (answer.status !== 'challenge') throw new Error('there is a wallet already')
  return answer
}

test('initialising twice gives the same challenge; once it is approved the wallet exists, verified and registered', async () => {
  const clara = await signInClient(service, 'clara')
  expect(await refusal(clara.call('getWallet'))).toMatchObject({ status: 409, code: 'wallet_missing' })
  const [first, second] = [await challengeOf(clara), await challengeOf(clara)]
  expect(second.challenge_id).toBe(first.challenge_id)
  expect(await creations()).toHaveLength(1)
  const unlisted = await refusal(clara.call('syncWallet'))
  expect(unlisted).toMatchObject({ status: 409, code: 'wallet_missing', next_actions: [{ code: 'create_wallet' }] })

  await clara.approve(first.challenge_id, first.wallet_session)
  const wallet = await clara.call('syncWallet')
  expect(wallet).toMatchObject({
    account_type: 'SCA',
    custody: 'user_controlled',
    purpose: 'client_escrow',
    blockchain: 'ARC-TESTNET',
    chain_id: service.chain.chainId,
    is_owner_registered: false,
  })
  expect(await creations()).toMatchObject([{ state: 'CONFIRMED' }])
  await registerOwners(service)
  expect(await clara.call('getWallet')).toMatchObject({ id: wallet.id, is_owner_registered: true })
  expect(await created(clara)).toMatchObject({ status: 'exists', wallet: { address: wallet.address } })
  expect(await clara.call('syncWallet')).toMatchObject({ id: wallet.id })
  const registrations = await service.sql`select user_id from transactions where purpose = 'OWNER_REGISTRATION'`
  expect(registrations).toHaveLength(1)
  const events = await listRecentEvents(service.services.db, registrations[0]?.user_id, 100)
  const recordedIds = events
    .filter(({ subjectType }) => subjectType === 'transaction')
    .map(({ subjectId }) => subjectId)
  const listed = (await clara.call('listTransactions')).data.map(({ id }) => id)
  expect([...new Set(recordedIds)]).toEqual(listed)
})

test('the balance is the token contract’s own, to the base unit, at a named block', async () => {
  const bea = await signInClient(service, 'bea')
  const wallet = await openWallet(service, bea)
  expect(await bea.call('getWalletBalance')).toMatchObject({ balance: { amount: '0.000000', currency: 'USDC' } })
  await mint(service, wallet, 12_345_678n)
  const walletBalance = await bea.call('getWalletBalance')
  expect(walletBalance).toMatchObject({
    address: wallet,
    balance: { amount: formatAmount(await balanceOf(service, wallet)) },
  })
  expect(walletBalance.balance.amount).toBe('12.345678')
  expect(BigInt(walletBalance.block_number)).toBeLessThanOrEqual(await service.node.getBlockNumber())
})

test('a wallet that the provider no longer lists for this person has no balance here', async () => {
  const bea = await signInClient(service, 'bea')
  service.wires.wallets.rewrite = (_, answer) => answer.replaceAll(/"address":"0x.{8}/g, '"address":"0x00000000')
  const before = await rowsOf(service.sql)
  expect(await refusal(bea.call('getWalletBalance'))).toMatchObject({ status: 409, code: 'wallet_mismatch' })
  expect(await refusal(bea.call('syncWallet'))).toMatchObject({ status: 409, code: 'wallet_mismatch' })
  expect(await rowsOf(service.sql)).toEqual(before)
})

test.each([
  ['a plain account', 'oscar', '"accountType":"SCA"', '"accountType":"EOA"'],
  ['a wallet of another chain', 'wanda', '"blockchain":"ARC-TESTNET"', '"blockchain":"ETH-SEPOLIA"'],
])('sync refuses %s and stores nothing', async (_, persona, truth, lie) => {
  const person = await signInClient(service, persona)
  const challenge = await challengeOf(person)
  await person.approve(challenge.challenge_id, challenge.wallet_session)
  service.wires.wallets.rewrite = (__, answer) => answer.replaceAll(truth, lie)
  const before = await rowsOf(service.sql)
  expect(await refusal(person.call('syncWallet'))).toMatchObject({
    status: 409,
    code: 'wallet_mismatch',
    next_actions: [{ code: 'create_wallet' }],
  })
  expect(await rowsOf(service.sql)).toEqual(before)
})

test('the SDK’s own default, a plain account, made past this service is refused too', async () => {
  const will = await signInClient(service, 'will')
  const challenge = await challengeOf(will)
  const { user_token: userToken } = challenge.wallet_session
  const client = initiateUserControlledWalletsClient({ apiKey, baseUrl: service.wallets.url })
  const { data } = await client.createUserPinWithWallets({
    userToken,
    blockchains: ['ARC-TESTNET'],
    accountType: 'EOA',
  })
  await will.approve(data?.challengeId ?? '', challenge.wallet_session)
  expect(await refusal(will.call('syncWallet'))).toMatchObject({ status: 409, code: 'wallet_mismatch' })
  expect(
    await service.sql`select 1 from wallets w join users u on u.id = w.user_id
    where u.id = (select user_id from sessions order by signed_in_at desc limit 1)`,
  ).toHaveLength(0)
})

test('another person’s wallet in the provider’s answer is refused: one wallet, one person (row 33)', async () => {
  const [owner] = await service.sql`select address, provider_wallet_id from wallets limit 1`
  const vera = await signInClient(service, 'vera')
  const challenge = await challengeOf(vera)
  await vera.approve(challenge.challenge_id, challenge.wallet_session)
  service.wires.wallets.rewrite = (_, answer) =>
    answer.replaceAll(/"address":"0x[0-9a-fA-F]{40}"/g, `"address":"${owner?.address}"`)
  const before = await rowsOf(service.sql)
  expect(await refusal(vera.call('syncWallet'))).toMatchObject({ status: 409, code: 'wallet_mismatch' })
  expect(await rowsOf(service.sql)).toEqual(before)
})

test('while the provider is away the answer is 503, and the intent waits with its key for the same challenge (row 48)', async () => {
  const victor = await signInClient(service, 'victor')
  service.wires.wallets.fate = ({ path }) => (path.includes('/user/initialize') ? 'cut' : 'pass')
  const away = await refusal(created(victor))
  expect(away).toMatchObject({ status: 503, code: 'provider_unavailable', retryable: true })
  const [intent] = await creations()
  expect(intent).toMatchObject({ state: 'INTENT', reconciling: true, attempts: 1 })

  service.wires.wallets.mend()
  const challenge = await challengeOf(victor)
  const [issued] = await creations()
  expect(issued).toMatchObject({ id: intent?.id, state: 'CHALLENGE_ISSUED', reconciling: false })
  expect(issued?.idempotency_key).toBe(intent?.idempotency_key)
  expect(challenge.transaction_id).toBe(intent?.id)
})

test('a lost answer is asked for again under the same key, so the provider makes one challenge (row 48)', async () => {
  const viola = await signInClient(service, 'viola')
  service.wires.wallets.fate = ({ path }) => (path.includes('/user/initialize') ? 'lose' : 'pass')
  expect(await refusal(created(viola))).toMatchObject({ code: 'provider_unavailable' })
  service.wires.wallets.mend()
  await service.sql.begin(async (tx) => {
    await tx`select set_config('jobwright.transaction', 'on', true)`
    await tx`update transactions set looked_at = now() - interval '1 hour' where state = 'INTENT'`
  })
  await sweepTransactions(service.context())
  const [issued] = await creations()
  expect(issued).toMatchObject({ state: 'CHALLENGE_ISSUED', reconciling: false })

  const challenge = await challengeOf(viola)
  const client = initiateUserControlledWalletsClient({ apiKey, baseUrl: service.wallets.url })
  const { data } = await client.listUserChallenges({ userToken: challenge.wallet_session.user_token })
  expect(data?.challenges?.map(({ id }) => id)).toEqual([challenge.challenge_id])
  const sent = service.wires.wallets.requests.filter(
    ({ path, body }) => path.includes('/user/initialize') && body.includes(String(issued?.idempotency_key)),
  )
  expect(sent.length).toBeGreaterThanOrEqual(2)
})

test('test money reaches the person’s own wallet, once a minute, and a replay asks nobody', async () => {
  const will = await signInClient(service, 'will')
  expect(await refusal(will.call('askForTestMoney'))).toMatchObject({ status: 409, code: 'wallet_missing' })
  const bea = await signInClient(service, 'bea')
  const address = await openWallet(service, bea)
  const before = await balanceOf(service, address)
  const idempotencyKey = newKey()
  const reply = await bea.call('askForTestMoney', { idempotencyKey })
  expect(reply.address).toBe(address)
  expect(Date.parse(reply.next_at)).toBeGreaterThan(Date.now() + 50_000)
  expect(await bea.call('askForTestMoney', { idempotencyKey })).toEqual(reply)
  const refused = await refusal(bea.call('askForTestMoney', { idempotencyKey: newKey() }))
  expect(refused).toMatchObject({ status: 429, code: 'faucet_limited', retryable: true })
  expect(await balanceOf(service, address)).toBe(before + 20_000_000n)
  const { events } = await bea.call('getClientDashboard')
  expect(events.filter(({ name }) => name === 'wallet.test_money_requested')).toHaveLength(1)
})

test('test money that the faucet refused for now takes neither turn nor key; one whose outcome is unknown takes the turn', async () => {
  const oscar = await signInClient(service, 'oscar')
  const wallet = await openWallet(service, oscar)
  service.wires.wallets.status = ({ path }) => (path.startsWith('/v1/faucet') ? 403 : undefined)
  const ask = (idempotencyKey = newKey()) => refusal(oscar.call('askForTestMoney', { idempotencyKey }))
  const key = newKey()
  expect(await ask()).toMatchObject({ status: 409, code: 'not_on_this_network' })
  service.wires.wallets.status = ({ path }) => (path.startsWith('/v1/faucet') ? 429 : undefined)
  expect(await ask(key)).toMatchObject({ status: 429, code: 'faucet_limited' })
  service.wires.wallets.mend()
  const before = await balanceOf(service, wallet)
  service.wires.wallets.fate = ({ path }) => (path.startsWith('/v1/faucet') ? 'lose' : 'pass')
  expect(await ask(key)).toMatchObject({ status: 503, code: 'provider_unavailable' })
  expect(await balanceOf(service, wallet)).toBe(before + 20_000_000n)
  service.wires.wallets.mend()
  expect(await ask()).toMatchObject({ status: 429, code: 'faucet_limited' })
})

test('test money is given ten times a day, whatever the minute says', async () => {
  const clara = await signInClient(service, 'clara')
  const address = await openWallet(service, clara)
  const before = await balanceOf(service, address)
  const ask = () => clara.call('askForTestMoney', { idempotencyKey: newKey() })
  const countAs = async (points: number) => {
    await service.sql`update rate_limits set points = ${points} where key like 'test-money-day:%'`
    await service.sql`delete from rate_limits where key like 'test-money-minute:%'`
  }
  // The faucet takes five requests a second, of which the tests before may have used some.
  await setTimeout(1_000)
  await ask()
  await countAs(9)
  await ask()
  await countAs(10)
  expect(await refusal(ask())).toMatchObject({ status: 429, code: 'faucet_limited' })
  expect(await balanceOf(service, address)).toBe(before + 40_000_000n)
})
