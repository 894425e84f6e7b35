import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openPeer, provision, setWalletFaults, signInOwner } from '#test/agents.ts'
import type { Person } from '#test/people/person.ts'
import { refusal } from '#test/refusal.ts'
import { rowsOf } from '#test/rows.ts'
import { apiKey, type Service, startService } from '#test/service.ts'
import { continueProvisioning } from '../provisioning/continue-provisioning.ts'

let service: Service
let wanda: Person
beforeAll(async () => {
  service = await startService({ runtimePlaces: 3 })
  wanda = await signInOwner(service, 'wanda')
})
afterAll(() => service.stop())
afterEach(() => setWalletFaults(service, {}))

async function begin() {
  const peer = await openPeer(service, 'worker')
  const body = { name: 'Night shift', role: 'worker' as const, pairing_token: peer.newToken() }
  const { id } = await wanda.call('createAgent', { body })
  return { id, peer, params: { id } }
}

const recover = (id: string, person = wanda) => person.call('createAgentWallet', { params: { id } })
const go = (id: string) => continueProvisioning(service.context(), { agentId: id })
const walletStep = async (id: string) =>
  (await wanda.call('getAgent', { params: { id } })).provisioning.find(({ step }) => step === 'WALLET')?.state

async function walletsAtProvider(id: string): Promise<number> {
  const headers = { authorization: `Bearer ${apiKey}` }
  const response = await fetch(`${service.wallets.url}/v1/w3s/wallets?refId=${id}`, { headers })
  const { data } = (await response.json()) as { data: { wallets: object[] } }
  return data.wallets.length
}

test('after a failed wallet step the wallet is created once, however often it is asked for', async () => {
  const { id, peer } = await begin()
  await setWalletFaults(service, { failNext: { path: '/v1/w3s/developer/wallets', count: 1, status: 400 } })
  await go(id)
  expect(await walletStep(id)).toBe('FAILED')
  await recover(id)
  expect(await walletStep(id)).toBe('PENDING')
  await Promise.all([go(id), go(id), recover(id).catch(() => undefined)])
  await provision(service, id, peer)
  expect([await walletStep(id), await walletsAtProvider(id)]).toEqual(['DONE', 1])
})

test('it is refused while provisioning is creating the wallet, and once there is one', async () => {
  const { id, peer } = await begin()
  expect(await refusal(recover(id))).toMatchObject({
    status: 409,
    code: 'state_conflict',
    next_actions: [{ code: 'continue_provisioning' }],
  })
  await provision(service, id, peer)
  const before = await rowsOf(service.sql)
  expect(await refusal(recover(id))).toMatchObject({
    status: 409,
    code: 'wallet_exists',
    next_actions: [{ code: 'read_wallet' }],
  })
  expect(await rowsOf(service.sql)).toEqual(before)
  expect(await walletsAtProvider(id)).toBe(1)
})

test('nobody recovers the wallet of another owner’s agent', async () => {
  const { id } = await begin()
  const will = await signInOwner(service, 'will')
  expect(await refusal(recover(id, will))).toMatchObject({ status: 404, code: 'not_found' })
})
