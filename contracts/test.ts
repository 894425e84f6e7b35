import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildContracts } from './build.ts'
import { runForge } from './forge.ts'

// Gas is compared with the committed snapshot; "--update" writes it anew.
const gasSnapshot = join(import.meta.dirname, 'snapshots', 'JobEscrow.json')
const update = process.argv.includes('--update')
process.env.FORGE_SNAPSHOT_CHECK = String(!update)
process.env.FORGE_SNAPSHOT_EMIT = String(update)

await buildContracts()
const { code, stdout, stderr } = await runForge(['test'])
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
