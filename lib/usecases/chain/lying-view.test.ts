import { toFunctionSelector } from 'viem'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readyAgent } from '#test/agents.ts'
import { type Client, fundedJob, index, openIssue, readyClient } from '#test/journey.ts'
import { type Service, startService } from '#test/service.ts'
import type { WorkerContext } from '../context.ts'

let service: Service
let clara: Client
let jobId: bigint
let worker: `0x${string}`
beforeAll(async () => {
  service = await startService({ nodes: 3, runtimePlaces: 1 })
  clara = await readyClient(service)
  jobId = BigInt((await fundedJob(clara, await openIssue(service))).onchain_job_id)
  worker = (await readyAgent(service, 'wanda', 'worker')).wallet
  await index(service)
})
afterAll(() => service.stop())
afterEach(() => {
  for (const wire of service.nodeWires) wire.mend()
})

const word = (value: bigint | number): string => value.toString(16).padStart(64, '0')

/** The first node, which is asked first, gives these words in place of what one function of the contracts returns. */
function lieAbout(signature: string, words: readonly bigint[]): void {
  const selector = toFunctionSelector(signature)
  const result = `0x${words.map(word).join('')}`
  const [wire] = service.nodeWires
  if (!wire) throw new Error('the service has no node')
  wire.rewrite = ({ body }, text) => {
    const call = JSON.parse(body) as { method: string; params?: [{ data?: string; input?: string }] }
    const [of] = call.params ?? []
    const isIt = call.method === 'eth_call' && (of?.data ?? of?.input)?.startsWith(selector)
    return isIt ? JSON.stringify({ ...JSON.parse(text), error: undefined, result }) : text
  }
}

type View = [string, bigint[], (ctx: WorkerContext) => Promise<unknown>]
const views: View[] = [
  ['function actions()', [0xdeadn], (ctx) => ctx.chain.actions(jobId, 0n)],
  ['function ownerOf(address)', [77n], (ctx) => ctx.chain.ownerOf(clara.wallet)],
  // A verifier that nobody registered.
  ['function verifiers(uint256,uint256)', [32n, 1n, 0xbadn, 1n, 1n], (ctx) => ctx.chain.verifiers(0, 2)],
  ['function owed(address)', [5n], (ctx) => ctx.chain.holdings(clara.wallet)],
  ['function balanceOf(address)', [0n], (ctx) => ctx.chain.holdings(clara.wallet)],
  ['function isCompromised(address)', [1n], (ctx) => ctx.chain.agentOf(worker)],
  ['function hasRole(bytes32,address)', [0n], (ctx) => ctx.operators.dispatcher.hasRole('dispatcher')],
]

test.each(views)(
  'one of three nodes that lies about %s is not believed, and is named',
  async (signature, words, read) => {
    // Nothing that the service knew before counts.
    const truth = await read(service.context({ CHAIN_HEAD_MS: '999' }))
    lieAbout(signature, words)
    const context = service.context({ CHAIN_HEAD_MS: '998' })
    expect(await read(context)).toEqual(truth)
    expect(context.chain.nodeProblems()).toMatchObject([{ ordinal: 1, fault: 'contradicts' }])
  },
)

test.each(['minReward', 'grace'] as const)(
  'one of three nodes that lies about %s is not believed, and is named',
  async (name) => {
    const truth = await service.context({ CHAIN_HEAD_MS: '995' }).chain.bounds()
    const [wire] = service.nodeWires
    if (!wire) throw new Error('the service has no node')
    wire.rewrite = (_, text) => text.replaceAll(word(truth[name]), word(10n ** 12n))
    const context = service.context({ CHAIN_HEAD_MS: '994' })
    expect(await context.chain.bounds()).toEqual(truth)
    expect(context.chain.nodeProblems()).toMatchObject([{ ordinal: 1, fault: 'contradicts' }])
  },
)

test('bounds are each their own where nodes mix up the answers of a batch alike', async () => {
  const truth = await service.context({ CHAIN_HEAD_MS: '993' }).chain.bounds()
  for (const wire of service.nodeWires)
    wire.rewrite = (_, text) => {
      const answers: unknown = JSON.parse(text)
      if (!Array.isArray(answers)) return text
      const ids = answers.map(({ id }) => id).reverse()
      return JSON.stringify(answers.map((answer, index) => ({ ...answer, id: ids[index] })))
    }
  const context = service.context({ CHAIN_HEAD_MS: '992', CHAIN_BATCH_SIZE: '20' })
  expect(await context.chain.bounds()).toEqual(truth)
})

test('bounds are read one after the other where a node refuses a call of code that is on no address', async () => {
  const truth = await service.context({ CHAIN_HEAD_MS: '991' }).chain.bounds()
  for (const wire of service.nodeWires)
    wire.rewrite = ({ body }, text) => {
      const { method, params } = JSON.parse(body) as { method: string; params?: [{ to?: string }] }
      if (method !== 'eth_call' || params?.[0].to) return text
      return JSON.stringify({ ...JSON.parse(text), result: undefined, error: { code: -32_602, message: 'missing to' } })
    }
  expect(await service.context({ CHAIN_HEAD_MS: '990' }).chain.bounds()).toEqual(truth)
})

test('one of three nodes that answers with no final block is named, and the others are read', async () => {
  const [wire] = service.nodeWires
  if (!wire) throw new Error('the service has no node')
  wire.rewrite = ({ body }, text) =>
    body.includes('"finalized"') ? JSON.stringify({ ...JSON.parse(text), result: null }) : text
  const context = service.context({ CHAIN_HEAD_MS: '997' })
  const { number } = await context.chain.finalBlock()
  expect(number).toBeGreaterThan(0n)
  expect(context.chain.nodeProblems()).toMatchObject([
    { ordinal: 1, fault: 'lacks', detail: 'It does not tell its final block.' },
  ])
})

test('one of three nodes that refuses to read a contract is named with its own words', async () => {
  const [wire] = service.nodeWires
  if (!wire) throw new Error('the service has no node')
  wire.rewrite = ({ body }, text) =>
    body.includes('"eth_call"')
      ? JSON.stringify({
          ...JSON.parse(text),
          result: undefined,
          error: { code: -32_000, message: 'missing trie node' },
        })
      : text
  const context = service.context({ CHAIN_HEAD_MS: '996' })
  expect((await context.chain.bounds()).minReward).toBeGreaterThan(0n)
  expect(context.chain.nodeProblems()).toMatchObject([
    { ordinal: 1, fault: 'lacks', detail: 'It refuses a request: “missing trie node”.' },
  ])
})
