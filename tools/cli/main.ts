import { ApiError } from '#lib/client/api.ts'
import { toPlain } from '../table.ts'
import { findCommand, usage } from './commands.ts'
import { describeAction } from './describe.ts'
import { readText, UsageError } from './read-input.ts'
import { type Connection, runCommand } from './run-command.ts'

/** Jobwright from a terminal, with an API token: `npm run jobwright -- --help` has the commands and the exit codes. */
const exitCodes = { refused: 1, usage: 2, person: 3, unanswered: 4 }
const typed = process.argv.slice(2)
const isJson = typed.includes('--json')
const origin = process.env.JOBWRIGHT_ORIGIN ?? 'http://localhost:3000'
let key: string | undefined

/** A token that was typed where none belongs is not repeated. */
const withoutToken = (text: string) => text.replaceAll(/jw_pat_\w+/g, 'jw_pat_…')
const print = (text: string) => console.log(withoutToken(text))
const complain = (text: string) => console.error(withoutToken(text))

try {
  const found = findCommand(typed)
  if (typed.includes('--help') || typed.length === 0) print(usage())
  else if (!found) throw new UsageError(`There is no command ${toPlain(typed.slice(0, 2).join(' '))}.`)
  else {
    const noteKey = (sent: string) => {
      key = sent
    }
    const { text, isForPerson } = await runCommand(found, connect, { print, noteKey })
    print(text)
    if (isForPerson) process.exitCode = exitCodes.person
  }
} catch (error) {
  process.exitCode = explain(error)
}

/** Origin and token; a token in an option would be in the shell’s history, so there is none. */
async function connect(): Promise<Connection> {
  if (!URL.canParse(origin)) throw new UsageError('JOBWRIGHT_ORIGIN takes an address such as https://jobs.example.')
  const at = typed.findIndex((word) => word === '--token-file' || word.startsWith('--token-file='))
  const file = typed[at]?.split('=')[1] ?? typed[at + 1]
  const token = (at >= 0 && file ? await readText(file) : (process.env.JOBWRIGHT_TOKEN ?? '')).trim()
  if (!/^jw_pat_\w+$/.test(token)) {
    const page = new URL('/settings/tokens', origin)
    throw new UsageError(`There is no token. Make one at ${page} and set JOBWRIGHT_TOKEN, or use --token-file.`)
  }
  return { origin, token }
}

/** Says what happened and the next step, and gives the exit code. */
function explain(error: unknown): number {
  if (error instanceof UsageError || error instanceof RangeError) {
    complain(`${error.message}\nSee npm run jobwright -- --help`)
    return exitCodes.usage
  }
  if (error instanceof ApiError) return explainRefusal(error)
  if (!(error instanceof TypeError)) throw error
  const repeat = key ? `\nIt may have had an effect. To repeat it safely, add --idempotency-key ${key}` : ''
  complain(`${origin} did not answer. Check JOBWRIGHT_ORIGIN and your network, then run it again.${repeat}`)
  return exitCodes.unanswered
}

function explainRefusal({ problem }: ApiError): number {
  if (isJson) print(JSON.stringify(problem, null, 2))
  else {
    const details = problem.errors.map(({ pointer, message }) => `  ${toPlain(`${pointer}: ${message}`)}`)
    const next = problem.next_actions.map((action) => `→ ${describeAction(action, origin)}`)
    complain([`${problem.title}. ${toPlain(problem.detail)}`, ...details, ...next].join('\n'))
  }
  return problem.code === 'person_required' ? exitCodes.person : exitCodes.refused
}
