import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { inspect } from 'node:util'
import { wireUp } from '../chain-weather/bench.ts'
import type { NodeWire } from '../chain-weather/node-wire.ts'
import { startStack } from '../start/stack.ts'
import { ensureBubblewrap } from './ensure-bubblewrap.ts'
import { findBrowser } from './find-browser.ts'
import { freeRange } from './free-range.ts'
import { runKillDrill } from './kill-drill.ts'
import { type Result, runAndCount } from './run-and-count.ts'
import { runWeatherDrill } from './weather-drill.ts'

const root = resolve(import.meta.dirname, '../..')
const node = (file: string, ...args: string[]) => [
  process.execPath,
  '--disable-warning=ExperimentalWarning',
  join(root, file),
  ...args,
]

/** Every runner in turn; the last line sums them all. A runner that ends badly without a count is one failure. */
const results: Result[] = []
const run = async (name: string, command: string[], env: NodeJS.ProcessEnv = process.env) => {
  console.log(`\n== ${name}`)
  results.push({ ...(await runAndCount(command, { cwd: root, env })), name })
}

ensureBubblewrap()
await run('check', node('tools/check/main.ts'))
await run('published document', node('tools/openapi/main.ts'))
await run('contracts', node('contracts/test.ts'))
await run('service and stand-ins', node('node_modules/vitest/vitest.mjs', 'run'), { ...process.env, NODE_ENV: 'test' })
await runOnStack()

// What failed is told again at the end, where whoever reads the run begins.
for (const { name, failures } of results)
  for (const failure of failures) console.log(`\n== failed in ${name}\n${failure.trimEnd()}`)
console.log()
for (const { name, passed, failed } of results) console.log(`${name.padEnd(24)} ${passed} passed, ${failed} failed`)
const sum = (pick: (result: Result) => number) => results.reduce((total, result) => total + pick(result), 0)
console.log(`${sum((result) => result.passed)} passed, ${sum((result) => result.failed)} failed`)
process.exitCode = sum((result) => result.failed) === 0 ? 0 : 1

/** The demo and the browser journeys, on a stack of their own. */
async function runOnStack(): Promise<void> {
  console.log('\n== a stack of its own')
  const dataDir = await mkdtemp(join(tmpdir(), 'jobwright-stack-'))
  const first = await freeRange(13)
  const ports = { PORT: String(first), RUNTIME_PORTS: String(first + 5), E2E_GUEST_PORT: String(first + 11) }
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ...ports,
    JOBWRIGHT_DATA: dataDir,
    NODE_ENV: 'production',
    FUND_BY_SECONDS: '600',
  }
  // The weather's scenarios find the stack's ports and folder in the environment.
  Object.assign(process.env, ports, { JOBWRIGHT_DATA: dataDir })
  let wires: NodeWire[] = []
  try {
    const stack = await startStack({
      env,
      reset: false,
      tell: (name, state) => console.log(`   ${name} ${state}`),
      reroute: async (variables) => {
        wires = await wireUp(variables, 1)
        return { CHAIN_RPC_URLS: wires.map(({ url }) => url).join() }
      },
    })
    try {
      await run('first load of pages', node('tools/budget/main.ts'))
      // On untouched data, so that the journey sees every first page.
      await run('browser', node('node_modules/playwright/cli.js', 'test', '-c', 'e2e'), {
        ...env,
        ...(await browserVariables(stack.variables)),
      })
      await run('connections', node('tools/test/count-connections.ts'), { ...process.env, ...stack.variables })
      await run('demo', node('tools/demo/main.ts'), env)
      await run('development mode', node('tools/test/check-development.ts'), { ...process.env, ...stack.variables })
      await run('generated clients', node('tools/openapi/clients.ts'), { ...process.env, ...stack.variables })
      for (const scenario of ['exit-zero', 'cannot-run', 'worker-dies', 'verifiers-disagree', 'verifier-silent'])
        await run(`scenario ${scenario}`, node('tools/demo/main.ts', '--scenario', scenario), env)
      console.log('\n== demo under kill -9')
      const code = await runKillDrill(stack, node('tools/demo/main.ts'), env)
      const failures = code === 0 ? [] : [`ended with ${code}`]
      results.push({ name: 'demo under kill -9', passed: 1 - failures.length, failed: failures.length, failures })
      // After the kills: that they left nothing behind shows as well.
      console.log('\n== demo in bad weather')
      results.push(await runWeatherDrill(stack, wires, 1))
    } finally {
      await stack.stop()
    }
  } catch (error) {
    results.push({ name: 'stack', passed: 0, failed: 1, failures: [inspect(error)] })
  } finally {
    for (const wire of wires) await wire.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function browserVariables(stack: NodeJS.ProcessEnv): Promise<Record<string, string>> {
  return {
    CHROMIUM_PATH: await findBrowser(),
    E2E_BASE_URL: stack.PUBLIC_ORIGIN ?? '',
  }
}
