import { readWords } from '../command-words.ts'
import { checkedFetch } from '../contract/checked-fetch.ts'
import { errorText } from '../error-text.ts'
import { runningStack } from '../start/leftovers.ts'
import { startOwnStack } from '../start/own-stack.ts'
import { readSettings } from '../start/settings.ts'
import { placesOf, type Stack } from '../start/stack.ts'
import { stackEnvironment } from '../start/stack-file.ts'
import { serviceAway } from './away-scenario.ts'
import { findStack } from './find-stack.ts'
import { runJourney, type Setting } from './journey.ts'
import { openLedger } from './ledger.ts'
import { rePaired, rescuedByAStranger } from './machine-scenarios.ts'
import { paidElsewhere } from './payee-scenario.ts'
import { cannotRun, emptiesTheTest, exitZero, patchedAssert, workerDies, wrongResult } from './scenarios.ts'
import { sealedCheck } from './sealed-scenario.ts'
import { refundAfterExpiry, undecided, verifierSilent, verifiersDisagree } from './verifier-scenarios.ts'

type Scenario = { description: string; play: (setting: Setting) => Promise<void> }

const scenarios: Record<string, Scenario> = {
  'main-job': {
    description: 'A job is funded, done, verified, settled and paid out; a second one is cancelled.',
    play: runJourney,
  },
  'wrong-result': {
    description: 'A result that does not solve the issue is rejected; the second attempt is paid.',
    play: wrongResult,
  },
  'exit-zero': {
    description: 'A result that ends its tests with exit code 0 is rejected; the second attempt is paid.',
    play: exitZero,
  },
  'patched-assert': {
    description: 'A result that switches all assertions off is rejected; the second attempt is paid.',
    play: patchedAssert,
  },
  'empties-the-test': {
    description: 'A result that empties tests is refused at delivery, with their paths; the second attempt is paid.',
    play: emptiesTheTest,
  },
  sealed: {
    description:
      'A result that is right for the open tests alone is rejected by a sealed one; the second attempt is paid.',
    play: sealedCheck,
  },
  'cannot-run': {
    description: 'No worker can do the job; the client reads why and takes everything back.',
    play: cannotRun,
  },
  'worker-dies': {
    description: 'A worker dies in mid-job; its time passes, and another one is paid.',
    play: workerDies,
  },
  're-paired': {
    description: 'A worker moves to another machine in mid-job; its attempt ends early, and another one is paid.',
    play: rePaired,
  },
  'verifier-silent': {
    description: 'A verifier’s machine stands still after it is drawn; the others decide, and it alone is not paid.',
    play: verifierSilent,
  },
  'verifiers-disagree': {
    description: 'A verifier fails what the others pass; the majority decides, and the dissent is on record.',
    play: verifiersDisagree,
  },
  undecided: {
    description:
      'The tests decide nothing; the job lapses automatically, and the reward is shared by its terms, and the worker keeps its content.',
    play: undecided,
  },
  'refund-after-expiry': {
    description: 'No verifier comes in time, and the worker’s share is nothing; the money goes back automatically.',
    play: refundAfterExpiry,
  },
  'service-away': {
    description: 'The service is dead past every deadline of a delivery; back again, it ends the job by its terms.',
    play: serviceAway,
  },
  'paid-elsewhere': {
    description:
      'Workers’ owners are paid at their own address, while nobody can use the wallets that the service holds.',
    play: paidElsewhere,
  },
  'rescued-by-a-stranger': {
    description: 'The service stands still; a stranger settles the job with the verdicts that its worker holds.',
    play: rescuedByAStranger,
  },
}
const list = Object.entries(scenarios).map(([name, { description }]) => `  ${name.padEnd(23)}${description}`)
const usage = `npm run demo -- [SCENARIO] [--list] [--help]

Plays one scenario on a running stack, or on one that it starts; ${Object.keys(scenarios)[0]} unless you name another:

${list.join('\n')}`

const { list: isListed, scenario: wanted } = readScenario()
if (isListed) {
  console.log(list.join('\n'))
  process.exit(0)
}
const scenario = scenarios[wanted]
if (!scenario) refuse(`There is no scenario ${wanted}.`)

function readScenario() {
  const options = {
    scenario: { type: 'string', default: 'main-job' },
    list: { type: 'boolean', default: false },
  } as const
  const { values, positionals } = readWords(usage, { options, allowPositionals: true })
  if (positionals.length > 1) refuse('Name one scenario.')
  return { ...values, scenario: positionals[0] ?? values.scenario }
}

function refuse(problem: string): never {
  console.error(`${problem}\n\n${usage}`)
  process.exit(2)
}

const settings = readSettings(process.env, { reset: false })
const { dataDir } = settings

/** The settings of the stack that runs with this folder, or of one started for this run. */
async function openStack(): Promise<{ variables: NodeJS.ProcessEnv; own: Stack | undefined }> {
  const running = runningStack(dataDir)
  if (running) {
    await findStack(dataDir, running)
    return { variables: stackEnvironment(dataDir, process.env), own: undefined }
  }
  console.log(`no stack is running with the data in ${dataDir}; starting one at ${settings.origin}`)
  const own = await startOwnStack({
    env: process.env,
    reset: false,
    report: (name, state) => console.log(`           ${name} ${state}`),
  })
  return { variables: own.variables, own }
}

const { variables, own } = await openStack().catch((error: unknown) => {
  console.error(errorText(error))
  process.exit(1)
})
// Whatever the demo is answered is held against the description that the service serves.
globalThis.fetch = checkedFetch(placesOf(variables).origin, globalThis.fetch)
const ledger = openLedger(variables)
const startedAt = Date.now()
try {
  const apiKey = variables.CIRCLE_API_KEY ?? ''
  const consolePassword = settings.secrets.console
  await scenario.play({ places: placesOf(variables), ledger, apiKey, dataDir, consolePassword })
  console.log(`\nThe demo passed in ${((Date.now() - startedAt) / 1_000).toFixed(1)} s.`)
} catch (error) {
  console.error(`\nThe demo FAILED: ${error instanceof Error ? error.stack : String(error)}`)
  process.exitCode = 1
} finally {
  await ledger.close()
  await own?.stop()
}
