import type { Setting } from '#tools/demo/journey.ts'
import { openLedger } from '#tools/demo/ledger.ts'
import { readSettings } from '#tools/start/settings.ts'
import { placesOf } from '#tools/start/stack.ts'
import { stackEnvironment } from '#tools/start/stack-file.ts'

export type Stack = Setting & { variables: NodeJS.ProcessEnv; close: () => Promise<void> }

export const settings = readSettings(process.env, { reset: false })

/** The running stack: its addresses, its ledger, and what a person of it needs to know. */
export async function openStack(): Promise<Stack> {
  const variables = stackEnvironment(settings.dataDir, process.env)
  const ledger = openLedger(variables)
  return {
    variables,
    ledger,
    places: placesOf(variables),
    apiKey: variables.CIRCLE_API_KEY ?? '',
    dataDir: settings.dataDir,
    consolePassword: settings.secrets.console,
    close: () => ledger.close(),
  }
}
