import { type Hex, parseAbiItem } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readyAgent } from '#test/agents.ts'
import { balanceOf, mint, newKey } from '#test/journey.ts'
import type { ReadyAgent } from '#test/runtime-peer.ts'
import { startSecondInstance } from '#test/second-instance.ts'
import { type Service, startService } from '#test/service.ts'
import { until } from '#test/until.ts'
import { followWithdrawal } from './follow-withdrawal.ts'

let service: Service
let agent: ReadyAgent
beforeAll(async () => {
  service = await startService()
  agent = await readyAgent(service, 'wanda', 'worker')
  await mint(service, agent.wallet, 100_000_000n)
})
afterAll(() => service.stop())

const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')

test('two hundred withdrawals at once through two web instances, each under its own key, make one intent and one transfer (row 47)', async () => {
  const other = await startSecondInstance(service)
  const destination = privateKeyToAddress(generatePrivateKey())
  const cookie = agent.owner.cookieHeader()
  const body = JSON.stringify({ amount: { amount: '2', currency: 'USDC' }, destination })
  const ask = async (send: (request: Request) => Promise<Response>) => {
    const headers = { cookie, origin: service.origin, 'content-type': 'application/json', 'idempotency-key': newKey() }
    const url = `${service.origin}/api/v1/agents/${agent.agentId}/withdraw/`
    const response = await send(new Request(url, { method: 'POST', headers, body }))
    const { id, code } = (await response.json()) as { id?: string; code?: string }
    return id ?? code ?? ''
  }
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) => ask(index % 2 === 0 ? (request) => service.router(request) : other)),
  )
  // A machine that is busy with other things answers some as one whose database does not answer.
  const [withdrawalId = '', ...more] = answers.filter((text) => !['withdrawal_pending', 'unavailable'].includes(text))
  expect([withdrawalId, more]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), []])

  await until(
    async () => {
      await Promise.all(Array.from({ length: 3 }, () => followWithdrawal(service.context(), { withdrawalId })))
      return (await service.sql`select state from withdrawals where id = ${withdrawalId}`)[0]?.state
    },
    (state) => state === 'CONFIRMED',
  )
  expect(await service.sql`select 1 from withdrawals`).toHaveLength(1)
  const asked = service.wires.wallets.requests.filter(({ path }) => path.endsWith('/developer/transactions/transfer'))
  const keys = new Set(asked.map((request) => (JSON.parse(request.body) as { idempotencyKey: string }).idempotencyKey))
  expect(keys.size).toBe(1)
  const address: Hex = service.chain.addresses.token
  const logs = await service.node.getLogs({ address, event: transfer, args: { from: agent.wallet }, fromBlock: 0n })
  expect(logs.map(({ args }) => [args.to, args.value])).toEqual([[destination, 2_000_000n]])
  expect(await balanceOf(service, agent.wallet)).toBe(98_000_000n)
})
