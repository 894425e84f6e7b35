import { prepareQueues } from '#lib/queue/boss-queue.ts'
import { createDatabase, startDatabase } from '../discovery/database.ts'
import { type Machine, readMachine } from '../discovery/machine.ts'
import { scannedTables, usedIndexes, withExplain } from './explain.ts'
import { seedGrowth } from './seed.ts'
import { hotWork } from './work.ts'

type Line = { when: string; name: string; ms: number; scans: string[]; indexes: string[] }
type Result = { size: number; seedSeconds: number; lines: Line[] }

/** Executions of each statement, of which the fastest counts: growth is asked for, not what else the machine does. */
const rounds = 3
const growthMax = 1.3
/** Below this many milliseconds a statement costs what any statement does. */
const floorMs = 0.5

/** Explains the hot statements at each size; answers whether none costs more at the largest than at the smallest. */
export async function benchGrowth(sizes: readonly number[]): Promise<boolean> {
  const server = await startDatabase()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => server.stop().finally(() => process.exit(130)))
  try {
    const results: Result[] = []
    for (const size of sizes) {
      console.error(`${size} agents and jobs`)
      const url = await createDatabase(server, `growth_${size}`)
      await prepareQueues(url)
      const startedAt = performance.now()
      await seedGrowth(url, size)
      const seedSeconds = (performance.now() - startedAt) / 1_000
      results.push({ size, seedSeconds, lines: await explainAll(url) })
    }
    console.log(table(await readMachine(server.url('postgres')), results))
    return growing(results).length === 0
  } finally {
    await server.stop()
  }
}

function explainAll(url: string): Promise<Line[]> {
  return withExplain(url, async (explain) => {
    const lines: Line[] = []
    for (const [when, works] of Object.entries(hotWork))
      for (const [name, work] of Object.entries(works)) {
        const taken: Line[] = []
        for (let round = 0; round < rounds; round += 1) {
          const plans = await explain(work)
          const ms = plans.reduce((sum, plan) => sum + plan.ms, 0)
          taken.push({ when, name, ms, scans: scannedTables(plans), indexes: usedIndexes(plans) })
        }
        lines.push(...taken.sort((a, b) => a.ms - b.ms).slice(0, 1))
      }
    return lines
  })
}

function growthOf(results: readonly Result[], name: string): number {
  const cost = (result: Result | undefined) => result?.lines.find((line) => line.name === name)?.ms ?? Number.NaN
  return Math.max(cost(results.at(-1)), floorMs) / Math.max(cost(results[0]), floorMs)
}

function growing(results: readonly Result[]): Line[] {
  return results.at(-1)?.lines.filter(({ name }) => growthOf(results, name) > growthMax) ?? []
}

function table(machine: Machine, results: readonly Result[]): string {
  const largest = results.at(-1)
  const rows = (largest?.lines ?? []).map(({ when, name, scans, indexes }) => {
    const costs = results.map(({ lines }) => lines.find((line) => line.name === name)?.ms.toFixed(2))
    const reads = [...scans.map((scanned) => `all of ${scanned}`), ...indexes].join(', ')
    return `| ${when} | ${name} | ${costs.join(' | ')} | ${growthOf(results, name).toFixed(1)} | ${reads} |`
  })
  return [
    Object.entries(machine)
      .map(([name, value]) => `${name}: ${value}`)
      .join('; '),
    ...results.map(({ size, seedSeconds }) => `${size} agents and jobs: seeded in ${seedSeconds.toFixed(0)} s`),
    '',
    `| when | statement | ${results.map(({ size }) => `ms at ${size}`).join(' | ')} | growth | reads at ${largest?.size} |`,
    `|---|---|${results.map(() => '---:|').join('')}---:|---|`,
    ...rows,
    '',
    `${growing(results).length} of ${rows.length} cost more than ${growthMax} × as much at ${largest?.size}.`,
  ].join('\n')
}
