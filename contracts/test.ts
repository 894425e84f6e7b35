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

await buildContracts()
writeWalks(import.meta.dirname, Number(walks))
const env = {
  ...testEnvironment(Number(walks)),
  FORGE_SNAPSHOT_CHECK: String(!update),
  FORGE_SNAPSHOT_EMIT: String(update),
}
const { code, stdout, stderr } = await runForge(['test'], { env })
if (update) writeFileSync(gasSnapshot, `${readFileSync(gasSnapshot, 'utf8').trimEnd()}\n`)
if (code !== 0) console.error(`${stdout}${stderr}`)

const { passed, failed: failedTests } = totals(stdout)
// A run that stops for another reason than a test (compiler, gas snapshot) is one failure.
const failed = failedTests || (code === 0 && passed > 0 ? 0 : 1)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

function totals(output: string): { passed: number; failed: number } {
  const suites = [...output.matchAll(/^Suite result: \w+\. (\d+) passed; (\d+) failed;/gm)]
  return {
    passed: suites.reduce((sum, [, count]) => sum + Number(count), 0),
    failed: suites.reduce((sum, [, , count]) => sum + Number(count), 0),
  }
}
