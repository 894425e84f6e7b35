import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  approve,
  ask,
  challengeTransfer,
  credentialsOf,
  logIn,
  logInWithWallet,
  type PersonWithWallet,
  send,
  startTestStack,
  type TestStack,
} from '../test-stack.ts'
import { type WalletFaults, walletFaults } from './client.ts'

let stack: TestStack
let faults: WalletFaults
let clara: PersonWithWallet

beforeAll(async () => {
  stack = await startTestStack()
  faults = walletFaults(stack.url)
  clara = await logInWithWallet(stack, 'clara')
})
afterEach(async () => {
  await faults.set({})
})
afterAll(async () => await stack.stop())

const readUser = async () => await stack.client.getUserStatus({ userToken: clara.userToken })
const userIdOf = async (userToken: string) => (await stack.client.getUserStatus({ userToken })).data?.id ?? ''

test('the next requests below a path get the published error of a code, and then none', async () => {
  await faults.set({ failNext: { path: '/v1/w3s/user', count: 1, code: 155104 } })
  await expect(readUser()).rejects.toMatchObject({ code: 155104, status: 403, message: 'The userToken had expired.' })
  expect((await readUser()).status).toBe(200)
})

test('a status goes with any code that is asked for', async () => {
  await faults.set({ failNext: { path: '/v1/w3s/wallets', count: 1, status: 400, code: 155264 } })
  const answer = await send(stack.url, 'GET', '/v1/w3s/wallets', { userToken: clara.userToken })
  expect(answer).toMatchObject({ status: 400, body: { code: 155264 } })
})

test('too many requests are answered with when to come again', async () => {
  await faults.set({ failNext: { path: '/v1/w3s/user', count: 2, status: 429 } })
  const answer = await send(stack.url, 'GET', '/v1/w3s/user', { userToken: clara.userToken })
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '1'])
  await expect(readUser()).rejects.toMatchObject({ status: 429 })
})

test('an answer is held until the faults are replaced, and the request is carried out at once', async () => {
  await faults.set({ hold: { path: '/sandbox/challenges', ms: 600_000 } })
  const challengeId = await challengeTransfer(stack, clara, 1n)
  let isAnswered = false
  const approval = approve(stack.url, clara, challengeId).finally(() => {
    isAnswered = true
  })
  const { userToken } = clara
  const status = async () =>
    (await stack.client.getUserChallenge({ userToken, challengeId })).data?.challenge.status ?? ''
  await expect.poll(status).not.toBe('PENDING')
  expect(isAnswered).toBe(false)
  await faults.set({})
  expect(await approval).toMatchObject({ type: 'CONTRACT_EXECUTION' })
})

test('a held answer whose caller has gone holds nothing else up', async () => {
  await faults.set({ hold: { path: '/ping', ms: 600_000 } })
  await expect(fetch(`${stack.url}/ping`, { signal: AbortSignal.timeout(100) })).rejects.toThrow('timeout')
  expect((await readUser()).status).toBe(200)
})

test('sessions of one user expire at once, and no other user’s', async () => {
  const [wanda, bea] = [await logIn(stack, 'wanda'), await logIn(stack, 'bea')]
  expect(await faults.expire('sessions', await userIdOf(wanda.userToken))).toBe(1)
  await expect(userIdOf(wanda.userToken)).rejects.toMatchObject({ code: 155104, status: 403 })
  expect(await userIdOf(bea.userToken)).not.toBe('')
})

test('an unanswered challenge expires at once and cannot be approved any more', async () => {
  const challengeId = await challengeTransfer(stack, clara, 1n)
  await faults.expire('challenges')
  const { data } = await stack.client.getUserChallenge({ userToken: clara.userToken, challengeId })
  expect(data?.challenge.status).toBe('EXPIRED')
  await expect(approve(stack.url, clara, challengeId)).rejects.toMatchObject({ code: 155121 })
})

test('a device token expires at once', async () => {
  const { data } = await stack.client.createDeviceTokenForSocialLogin({ deviceId: 'a device' })
  await faults.expire('device_tokens')
  const device = { deviceToken: data?.deviceToken, deviceEncryptionKey: data?.deviceEncryptionKey }
  await expect(ask(stack.url, '/sandbox/login', { persona: 'bea', ...device })).rejects.toMatchObject({ code: 155143 })
})

test('who cancels leaves the challenge waiting, and can approve it later', async () => {
  const challengeId = await challengeTransfer(stack, clara, 1n)
  const answer = await ask(stack.url, `/sandbox/challenges/${challengeId}/cancel`, credentialsOf(clara))
  expect(answer).toMatchObject({ code: 155701 })
  const { data } = await stack.client.getUserChallenge({ userToken: clara.userToken, challengeId })
  expect(data?.challenge.status).toBe('PENDING')
  expect(await approve(stack.url, clara, challengeId)).toMatchObject({ status: 'IN_PROGRESS' })
})

test.each([
  { failNext: { path: '/', count: 1 } },
  { failNext: { path: '/', count: 1, code: 1 } },
  { nextTransactions: [{ end: 'COMPLETE' }] },
  { nextTransactions: [{}] },
  { webhooks: { lose: 1 } },
  { delay: 1 },
])('settings that name no fault are refused, and the earlier ones stay: %j', async (body) => {
  await faults.set({ correlationLagMs: 5 })
  expect((await send(stack.url, 'PUT', '/sandbox/faults', { body })).status).toBe(400)
  expect(await faults.show()).toEqual({ correlationLagMs: 5 })
})

test('a page of another origin can expire nothing', async () => {
  const answer = await send(stack.url, 'POST', '/sandbox/faults/expire', {
    body: { what: 'sessions' },
    headers: { 'content-type': 'text/plain' },
  })
  expect(answer.status).toBe(400)
  expect((await readUser()).status).toBe(200)
})
