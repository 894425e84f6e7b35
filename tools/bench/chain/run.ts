import { setTimeout as wait } from 'node:timers/promises'
import { openBench } from '../../chain-weather/bench.ts'
import { openJobs } from '../../chain-weather/loads.ts'
import type { Gate, RpcCall } from '../../chain-weather/node-wire.ts'
import type { Sky } from '../../chain-weather/weather.ts'

type Count = { jobs: number; seconds: number; blocks: number; asked: Map<string, number> }

/** What a deployment has unless it names others; the local stack is in more of a hurry. */
const settings = {
  INDEXER_INTERVAL_MS: '1000',
  CHAIN_HEAD_MS: '1000',
  CHAIN_REQUESTS_PER_SECOND: '20',
  RECONCILE_SECONDS: '3600',
}
const mostForEach = 3
/** What the programs ask for once after jobs were funded has been asked by then. */
const settlingMs = 15_000

/** Counts what web and worker ask the local node, which mines a block each second, beside so many open jobs. */
export async function benchChain(jobs: readonly number[], seconds: number): Promise<boolean> {
  Object.assign(process.env, settings)
  const bench = await openBench({ nodes: 1, seed: 1, seconds })
  const counts: Count[] = []
  try {
    let open = 0
    for (const wanted of jobs) {
      if (wanted > open) await openJobs(bench.setting, wanted - open)
      open = wanted
      await wait(settlingMs)
      counts.push({ jobs: open, ...(await countFor(bench.sky, seconds)) })
    }
  } finally {
    await bench.close()
  }
  console.log(`\n${tableOf(counts)}`)
  return counts.every(
    ({ asked, blocks, ...one }) => sumOf(asked) <= mostForEach * (one.jobs === 0 ? one.seconds : blocks),
  )
}

async function countFor({ wires, node }: Sky, seconds: number): Promise<Omit<Count, 'jobs'>> {
  const asked = new Map<string, number>()
  const gate: Gate = () => (call, send) => {
    const name = nameOf(call)
    asked.set(name, (asked.get(name) ?? 0) + 1)
    return send(call)
  }
  for (const { gates } of wires) gates.add(gate)
  const [startedAt, first] = [performance.now(), await node.getBlockNumber()]
  await wait(seconds * 1_000)
  for (const { gates } of wires) gates.delete(gate)
  const blocks = Number((await node.getBlockNumber()) - first)
  return { seconds: (performance.now() - startedAt) / 1_000, blocks, asked }
}

function nameOf({ method, params: [first] }: RpcCall): string {
  if (method !== 'eth_getBlockByNumber') return method
  return first === 'latest' || first === 'finalized' ? `${method}, ${first}` : `${method}, by height`
}

function sumOf(asked: ReadonlyMap<string, number>): number {
  return [...asked.values()].reduce((sum, count) => sum + count, 0)
}

function tableOf(counts: readonly Count[]): string {
  const names = [...new Set(counts.flatMap(({ asked }) => [...asked.keys()]))].sort()
  const row = (name: string, value: (count: Count) => number | string) =>
    `| ${name} | ${counts.map(value).join(' | ')} |`
  return [
    row('Asked', ({ jobs, seconds }) => `${jobs} open jobs, ${Math.round(seconds)} s`),
    `|${'---|'.repeat(counts.length + 1)}`,
    ...names.map((name) => row(name, ({ asked }) => asked.get(name) ?? 0)),
    row('blocks', ({ blocks }) => blocks),
    row('for each block', ({ asked, blocks }) => (sumOf(asked) / blocks).toFixed(2)),
    row('per second', ({ asked, seconds }) => (sumOf(asked) / seconds).toFixed(2)),
  ].join('\n')
}
