import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerCalibration, openPeer, signInOwner } from '#test/agents.ts'
import { apiKey, type Service, startService } from '#test/service.ts'
import { killHard, spawnWorker } from '#test/spawn-worker.ts'
import { until } from '#test/until.ts'
import { agentRegistryAbi } from '../../chain/abi/agent-registry.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

/** What the worker program asks and sends on its way to an active agent, in this order. */
const places = [
  'challenge',
  'claim',
  'GET /v1/w3s/wallets',
  'POST /v1/w3s/developer/wallets ',
  'eth_sendRawTransaction',
  'eth_getTransactionReceipt',
]

test('worker programs killed at each call to the outside leave what the next one ends, with everything made once', async () => {
  const owner = await signInOwner(service, 'vera')
  const peer = await openPeer(service, 'verifier')
  const body = { name: 'Often killed', role: 'verifier' as const, pairing_token: peer.newToken() }
  const { id } = await owner.call('createAgent', { body })

  let isReached: (sent: string) => boolean = () => false
  peer.loses = (path) => isReached(path)
  service.wires.wallets.fate = ({ method, path }) => (isReached(`${method} ${path} `) ? 'lose' : 'pass')
  service.wires.chain.fate = ({ body: sent }) => (isReached(sent) ? 'lose' : 'pass')
  for (const place of places) {
    const reached = Promise.withResolvers<void>()
    // What was sent takes effect all the same; its answer finds nobody.
    isReached = (sent) => {
      if (!sent.includes(place)) return false
      reached.resolve()
      return true
    }
    const worker = spawnWorker(service)
    await reached.promise
    await killHard(worker)
  }
  isReached = () => false
  spawnWorker(service)
  const agent = await until(
    async () => {
      if (peer.credential) await answerCalibration(service, peer, true)
      return owner.call('getAgent', { params: { id } })
    },
    ({ state }) => state === 'ACTIVE',
    180,
  )

  const address = agent.wallet_address as `0x${string}`
  const headers = { authorization: `Bearer ${apiKey}` }
  const listed = await fetch(`${service.wallets.url}/v1/w3s/wallets`, { headers })
  const { data } = (await listed.json()) as { data: { wallets: { refId: string; address: string }[] } }
  const wallets = data.wallets.filter(({ refId }) => refId === id)
  expect(wallets.map((wallet) => wallet.address.toLowerCase())).toEqual([address])
  const place = { address: service.chain.addresses.registry, abi: agentRegistryAbi, fromBlock: 0n } as const
  const registered = await service.node.getContractEvents({ ...place, eventName: 'AgentRegistered' })
  expect(registered.map(({ args }) => args.agent?.toLowerCase())).toEqual([address])
  expect(await service.sql`select epoch, state from runtime_credentials`).toEqual([{ epoch: 1, state: 'LIVE' }])
  expect(new Set(peer.claims.map((claim) => JSON.stringify(claim))).size).toBe(1)
  expect(peer.claims.length).toBeGreaterThanOrEqual(2)
  expect(await service.sql`select state from operator_calls`).toEqual([{ state: 'CONFIRMED' }])
})
