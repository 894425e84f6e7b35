import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSettings } from '../start/settings.ts'
import { placesOf, type Stack, startStack } from '../start/stack.ts'
import { runJourney } from './journey.ts'
import { openLedger } from './ledger.ts'

const settings = readSettings(process.env, { reset: false })
const { dataDir } = settings

/** The settings of the stack that runs here, or of one started for this run. */
async function openStack(): Promise<{ variables: NodeJS.ProcessEnv; own: Stack | undefined }> {
  const file = join(settings.dataDir, 'stack.json')
  const isUp = await fetch(`${settings.origin}/api/health/`).then(
    (answer) => answer.ok,
    () => false,
  )
  if (isUp && existsSync(file))
    return { variables: JSON.parse(readFileSync(file, 'utf8')) as NodeJS.ProcessEnv, own: undefined }
  console.log('no stack is running here; starting one')
  const own = await startStack({
    env: process.env,
    reset: false,
    tell: (name, state) => console.log(`           ${name} ${state}`),
  })
  return { variables: own.variables, own }
}

const { variables, own } = await openStack()
const ledger = openLedger(variables)
const begun = Date.now()
try {
  await runJourney(placesOf(variables), ledger, { apiKey: variables.CIRCLE_API_KEY ?? '', dataDir })
  console.log(`\nThe demo passed in ${((Date.now() - begun) / 1_000).toFixed(1)} s.`)
} catch (error) {
  console.error(`\nThe demo FAILED: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  process.exitCode = 1
} finally {
  await ledger.close()
  await own?.stop()
}
