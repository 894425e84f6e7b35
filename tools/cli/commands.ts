import type { Endpoint } from '#lib/api/endpoint.ts'
import { endpoints } from '#lib/api/endpoints.ts'
import type { OperationId } from '#lib/domain/operations.ts'

export type Command = {
  /** What is typed: one word or two. */
  words: string
  operation: OperationId
  /** What it does, where that is more than the operation. */
  summary?: string
  /** The words that follow, where they are not the parameters of the path. */
  takes?: readonly string[]
  /** Members of a list's items to show; without them those that are short. */
  columns?: readonly string[]
}

const draftColumns = ['id', 'state', 'title', 'repository_full_name', 'issue.number', 'budget']
const jobColumns = ['onchain_job_id', 'state', 'title', 'repository_full_name', 'held', 'cost', 'open_until']
const moveColumns = ['at', 'kind', 'title', 'money_in', 'money_out', 'balance', 'state']

const named: readonly Command[] = [
  { words: 'whoami', operation: 'getMe' },
  { words: 'needs', operation: 'getOverview' },
  { words: 'drafts list', operation: 'listDrafts', columns: draftColumns },
  { words: 'drafts show', operation: 'getDraft' },
  { words: 'drafts create', operation: 'createDraft', takes: ['issue url'] },
  { words: 'drafts edit', operation: 'updateDraft' },
  { words: 'drafts review', operation: 'reviewDraft' },
  { words: 'drafts delete', operation: 'deleteDraft' },
  { words: 'jobs list', operation: 'listJobs', columns: jobColumns },
  { words: 'jobs show', operation: 'getJob' },
  { words: 'jobs watch', operation: 'getJob', summary: 'Print what happens to a job until it ends' },
  { words: 'jobs result', operation: 'getJobResult' },
  { words: 'transactions', operation: 'listLedger', columns: moveColumns },
  { words: 'spending', operation: 'getSpending', columns: ['month', 'rewards', 'verifier_fees', 'returned'] },
  { words: 'agents list', operation: 'listAgents', columns: ['id', 'name', 'role', 'state', 'runtime.state'] },
  { words: 'agents show', operation: 'getAgent' },
  { words: 'agents create', operation: 'createAgent' },
  { words: 'agents edit', operation: 'updateAgent' },
  { words: 'agents delete', operation: 'deleteAgent' },
  { words: 'notifications', operation: 'listNotifications', columns: ['at', 'name', 'subject.title', 'subject.id'] },
  { words: 'fund', operation: 'createFundingChallenge' },
  { words: 'cancel', operation: 'createActionChallenge' },
  { words: 'publish', operation: 'publishResult' },
  { words: 'withdraw', operation: 'withdrawEarnings' },
]

const all: Endpoint[] = Object.values(endpoints)
/** Every operation of a person: those with a scope are called, of all others the page is printed. */
const ofPeople = all.filter(({ access, isHidden }) => access === 'session' && !isHidden)
const byOperation = ofPeople.map(({ operationId }): Command => ({ words: operationId, operation: operationId }))

/** The command at the start of what was typed, and what follows it. */
export function findCommand(typed: readonly string[]): { command: Command; rest: string[] } | undefined {
  for (const length of [2, 1]) {
    const words = typed.slice(0, length).join(' ')
    const command = [...named, ...byOperation].find((each) => each.words === words)
    if (command) return { command, rest: typed.slice(length) }
  }
  return undefined
}

/** Whether a token allows it; if not, only a signed-in person does it. */
export function isForPrograms(command: Command): boolean {
  return endpointOf(command).scope !== undefined
}

export function endpointOf({ operation }: Command): Endpoint {
  return endpoints[operation]
}

/** Whether the answer is a file, to be kept as it is. */
export function isDownload(command: Command): boolean {
  return endpointOf(command).summary.startsWith('Download ')
}

/** Names of what an operation's path needs, in their order. */
export function pathNames({ path }: Endpoint): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}

/** Every command with what it needs, and every operation that a token allows. */
export function usage(): string {
  const isShort = (command: Command) => named.includes(command)
  const lineOf = (command: Command) => {
    const takes = command.takes ?? pathNames(endpointOf(command))
    const typed = [command.words, ...takes.map((name) => `<${name.replaceAll('_', ' ')}>`)].join(' ')
    const { summary, scope } = { ...endpointOf(command), ...command }
    return `  ${typed.padEnd(isShort(command) ? 34 : 52)}  ${summary}${scope ? `  [${scope}]` : ''}`
  }
  const allowed = byOperation.filter(isForPrograms)
  return `npm run jobwright -- <command> [options]

${named.filter(isForPrograms).map(lineOf).join('\n')}

Prints the page where you do it, signed in:
${named
  .filter((command) => !isForPrograms(command))
  .map(lineOf)
  .join('\n')}

Any other operation by its name; one that no token allows prints its page too:
${allowed.map(lineOf).join('\n')}

Options
  --<field> <value>     a filter of a list, or a field to send; JSON where it is not a text, 25 where it is money
  --body <file>         fields to send, as JSON; - reads them from the standard input
  --if-match <version>  changes that version and no later one
  --idempotency-key <key>  repeats a request whose answer was lost
  --every <seconds>     how often \`jobs watch\` reads the job (5)
  --token-file <file>   the file that holds the token, instead of JOBWRIGHT_TOKEN
  --json                prints the answer, or the problem, as JSON
  --help

Environment
  JOBWRIGHT_ORIGIN      where Jobwright runs, such as https://jobs.example (http://localhost:3000)
  JOBWRIGHT_TOKEN       a token, made in the settings

Exit codes
  0  done        1  refused      2  the command is not complete or not known
  3  only a signed-in person does this; the page is printed
  4  no answer; it may have had an effect, and the key to repeat it is printed`
}
