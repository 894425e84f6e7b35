import { describeLine } from './check.ts'
import { checkRuntime } from './check-runtime.ts'
import { help, readOptions } from './options.ts'
import { startPlane } from './plane/start-plane.ts'

try {
  process.exitCode = await run()
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\n--help shows what there is.`)
  process.exitCode = 2
}

async function run(): Promise<number> {
  const options = readOptions(process.argv.slice(2), process.env)
  if (!options) {
    console.log(help)
    return 0
  }
  const plane = await startPlane(options)
  try {
    console.log(`control plane ${plane.origin}, for a ${plane.role}\n`)
    const lines = await checkRuntime(plane, options, (line) => console.log(describeLine(line)))
    const count = (outcome: string) => lines.filter((line) => line.outcome === outcome).length
    console.log(`\n${count('ok')} passed, ${count('FAILED')} failed`)
    return count('FAILED') === 0 ? 0 : 1
  } finally {
    await plane.stop()
  }
}
