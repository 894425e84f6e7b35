import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildContracts } from './build.ts'
import { runForge } from './forge.ts'
import { testEnvironment, writeWalks } from './walks.ts'

// Gas is compared with the committed snapshot; "--update" writes it. "--walks" is how many of the model are played.
const { values } = parseArgs({
  options: { update: { type: 'boolean', default: false }, walks: { type: 'string', default: '300' } },
})
const gasSnapshot = join(import.meta.dirname, 'snapshots', 'JobEscrow.json')
const { update, walks } = values

// Forge keeps the traces of a test until it ends: so many walks at once fit into memory on any machine.
const walksAtOnce = 2_000

await buildContracts()
const total = { passed: 0, failed: 0 }
for (let first = 0; first < Number(walks); first += walksAtOnce) {
  const { passed, failed } = await play(first, Math.min(walksAtOnce, Number(walks) - first))
  total.passed += passed
  total.failed += failed
}
if (update) writeFileSync(gasSnapshot, `${readFileSync(gasSnapshot, 'utf8').trimEnd()}\n`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1

/** All tests with the first walks; the later ones are played alone, since nothing else depends on them. */
async function play(first: number, count: number): Promise<{ passed: number; failed: number }> {
  writeWalks(import.meta.dirname, count, first)
  const env = {
    ...testEnvironment(count),
    FORGE_SNAPSHOT_CHECK: String(!update),
    FORGE_SNAPSHOT_EMIT: String(update),
  }
  const { code, stdout, stderr } = await runForge(['test', ...(first > 0 ? ['--match-contract', 'ModelTest'] : [])], {
    env,
  })
  if (code !== 0) console.error(`${stdout}${stderr}`)
  const { passed, failed } = totals(stdout)
  // A run that stops for another reason than a test (compiler, gas snapshot) is one failure.
  return { passed, failed: failed || (code === 0 && passed > 0 ? 0 : 1) }
}

function totals(output: string): { passed: number; failed: number } {
  const suites = [...output.matchAll(/^Suite result: \w+\. (\d+) passed; (\d+) failed;/gm)]
  return {
    passed: suites.reduce((sum, [, count]) => sum + Number(count), 0),
    failed: suites.reduce((sum, [, , count]) => sum + Number(count), 0),
  }
}
