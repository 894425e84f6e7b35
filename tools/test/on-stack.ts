import { inspect } from 'node:util'
import { findBrowser } from '#test/find-browser.ts'
import { freeRange } from '#test/free-range.ts'
import { wireUp } from '../chain-weather/bench.ts'
import type { NodeWire } from '../chain-weather/node-wire.ts'
import { type Stack, startStack } from '../start/stack.ts'
import { temporaryData } from '../start/temporary-data.ts'
import { runKillDrill } from './kill-drill.ts'
import { program, Run } from './run.ts'
import { runWeatherDrill } from './weather-drill.ts'

/**
 * What runs against a whole stack: the browser's journeys, or the demos. Each group has its own stack, which reaches its
 * chain over so many nodes.
 */
const groups = { journeys: { play: playJourneys, nodes: 1 }, demos: { play: playDemos, nodes: 3 } }

type OnStack = { stack: Stack; wires: readonly NodeWire[]; env: NodeJS.ProcessEnv; run: Run }

const [name = '', ...words] = process.argv.slice(2)
const group = name in groups ? groups[name as keyof typeof groups] : undefined
if (!group) throw new Error(`there is no group ${name}, only ${Object.keys(groups).join(', ')}`)

const run = new Run()
const { dataDir, remove } = await temporaryData('stack')
const first = await freeRange(15)
// The weather's scenarios find the stack's ports and folder in the environment.
Object.assign(process.env, {
  PORT: String(first),
  RUNTIME_PORTS: String(first + 5),
  E2E_GUEST_PORT: String(first + 11),
  JOBWRIGHT_DATA: dataDir,
})
const env: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: 'production', FUND_BY_SECONDS: '600', SANDBOX_GUESTS: '1' }
let wires: NodeWire[] = []
try {
  const stack = await startStack({
    env,
    reset: false,
    report: (part, state) => console.log(`   ${part} ${state}`),
    reroute: async (variables) => {
      wires = await wireUp(variables, group.nodes)
      return { CHAIN_RPC_URLS: wires.map(({ url }) => url).join() }
    },
  })
  try {
    await group.play({ stack, wires, env, run })
  } finally {
    await stack.stop()
  }
} catch (error) {
  run.add({ name: 'stack', passed: 0, failed: 1, failures: [inspect(error)], files: [], seconds: 0 })
} finally {
  for (const wire of wires) await wire.stop()
  await remove()
}
process.send?.(run.results)

async function playJourneys({ stack, env, run }: OnStack): Promise<void> {
  const browser = { CHROMIUM_PATH: await findBrowser(), E2E_BASE_URL: stack.variables.PUBLIC_ORIGIN ?? '' }
  const command = program('node_modules/playwright/cli.js', 'test', '-c', 'e2e', ...words)
  await run.step('browser', command, { ...env, ...browser })
  if (words.length > 0) return
  await run.step('connections', program('tools/test/count-connections.ts'), { ...process.env, ...stack.variables })
}

async function playDemos({ stack, wires, env, run }: OnStack): Promise<void> {
  const onStack = { ...process.env, ...stack.variables }
  await run.step('demo', program('tools/demo/main.ts'), env)
  await run.step('development mode', program('tools/test/check-development.ts'), onStack)
  await run.step('generated clients', program('tools/test/check-clients.ts'), onStack)
  for (const scenario of [
    'exit-zero',
    'paid-elsewhere',
    'cannot-run',
    'worker-dies',
    'verifiers-disagree',
    'verifier-silent',
  ])
    await run.step(`scenario ${scenario}`, program('tools/demo/main.ts', '--scenario', scenario), env)
  await run.drill('demo under kill -9', async () => {
    const code = await runKillDrill(stack, program('tools/demo/main.ts'), env)
    return code === 0 ? undefined : `ended with ${code}`
  })
  // After the kills: that they left nothing behind shows as well.
  await run.drill('chain weather', () => runWeatherDrill(stack, wires, 1))
}
