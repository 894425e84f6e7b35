import { ensureBubblewrap } from './ensure-bubblewrap.ts'
import { ensurePromtool } from './ensure-promtool.ts'
import { program, Run } from './run.ts'

const run = new Run()
const testing: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: 'test' }
const vitest = (...words: string[]) => program('node_modules/vitest/vitest.mjs', 'run', ...words)
const computing = ['--project', 'plain', '--project', 'service']

/** Everything that can be run by its name; other words name test files. */
const steps: Record<string, () => Promise<void>> = {
  check: () => run.step('check', program('tools/check/main.ts')),
  document: () => run.step('published document', program('tools/openapi/main.ts')),
  contracts: () => run.step('contracts', program('contracts/test.ts')),
  service: () => run.step('service and stand-ins', vitest(...computing), testing),
  waiting: () => run.step('tests that mostly wait', vitest('--project', 'waiting', '--maxWorkers', '1'), testing),
  pages: () => run.step('first load of pages', program('tools/test/build-and-weigh.ts')),
  journeys: () => run.group('browser journeys', program('tools/test/on-stack.ts', 'journeys')),
  demos: () => run.group('demos', program('tools/test/on-stack.ts', 'demos')),
  fast: () => run.step('rules, HTTP and pages', vitest(...computing, ...fast), testing),
}
/** The one test file that runs Prometheus' own tool, which may have to be fetched. */
const promtoolUser = 'lib/metrics/alarms.test.ts'
const fast = ['app/', 'lib/api/', 'lib/client/', 'lib/domain/', 'lib/http/']

const words = process.argv.slice(2)
const named = words.filter((word) => word in steps)
const journeys = words.filter((word) => word.startsWith('e2e'))
const files = words.filter((word) => !named.includes(word) && !journeys.includes(word))

ensureBubblewrap()
if (words.length === 0 || named.includes('waiting') || files.some((word) => promtoolUser.includes(word)))
  ensurePromtool()
if (words.length === 0) await runAll()
for (const word of named) await steps[word]?.()
if (journeys.length > 0) await run.group('browser journeys', program('tools/test/on-stack.ts', 'journeys', ...journeys))
if (files.length > 0) await run.step(files.join(' '), vitest(...files), testing)
process.exitCode = run.summarize()

/**
 * Alone come the checks, which plant violations in the sources. What mostly waits starts next and has beside it what
 * computes: first contracts and pages, which the rest reads, then the service. Demos and journeys come at the ends of two
 * lines of about the same length.
 */
async function runAll(): Promise<void> {
  const line = async (...names: (keyof typeof steps)[]) => {
    for (const name of names) await steps[name]?.()
  }
  await line('check', 'document')
  run.isParallel = true
  const waiting = line('waiting')
  await Promise.all([line('contracts'), line('pages')])
  await Promise.all([line('service', 'demos'), waiting.then(() => line('journeys'))])
}
