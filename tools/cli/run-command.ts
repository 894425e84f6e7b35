import { targetOf } from '#lib/api/target-of.ts'
import { createClient, type ProgramClient } from '#lib/client/program.ts'
import { operations } from '#lib/domain/operations.ts'
import { pageOf } from '#lib/domain/page-of.ts'
import { type Command, endpointOf, isDownload, isForPrograms } from './commands.ts'
import { describe } from './describe.ts'
import { type Input, readInput, type Settings, UsageError } from './read-input.ts'
import { watchJob } from './watch-job.ts'

export type Connection = { origin: string; token: string }
/** What is printed, and whether the rest is for a person. */
export type Outcome = { text: string; isForPerson?: true }

type Asked = Input & Settings & { idempotencyKey: string }

/** Reads what was typed and calls the operation; of what no token allows it gives the page, and calls nothing. */
export async function runCommand(
  { command, rest }: { command: Command; rest: string[] },
  connect: () => Promise<Connection>,
  { print, noteKey }: { print: (line: string) => void; noteKey: (key: string) => void },
): Promise<Outcome> {
  const endpoint = endpointOf(command)
  const isFromIssue = command.words === 'drafts create'
  const input = await readInput(endpoint, rest, command.takes)
  const { origin, token } = await connect()
  if (!isForPrograms(command)) return personDoesIt(command, input, origin)
  const idempotencyKey = input.idempotencyKey ?? crypto.randomUUID()
  if (endpoint.method === 'POST') noteKey(idempotencyKey)
  const client = createClient({ origin, token })
  const asked = { ...input, idempotencyKey }
  if (command.words === 'jobs watch') return { text: await watchJob(client, asked, print) }
  const reply = isFromIssue ? await createFromIssue(client, asked) : await call(client, command, asked)
  return { text: input.isJson || isDownload(command) ? toJson(reply) : describe(reply, command.columns, origin) }
}

/** A page that cannot exist is not printed: the words that follow have to be what the path takes. */
function personDoesIt(command: Command, { params, isJson }: Input & Settings, origin: string): Outcome {
  const { path, summary, params: schema } = endpointOf(command)
  const [wrong] = schema?.safeParse(params).error?.issues ?? []
  if (wrong) throw new UsageError(`${wrong.path.join().replaceAll('_', ' ')}: ${wrong.message}`)
  const page = new URL(pageOf({ href: targetOf(path, { params }) }) ?? '/settings', origin).href
  const text = isJson
    ? toJson({ code: 'person_required', page })
    : `${summary}: only you do this, signed in, at\n${page}`
  return { text, isForPerson: true }
}

/** The issue is read first, so that a draft is made of what was there when the command began. */
async function createFromIssue(client: ProgramClient, { words, body, idempotencyKey }: Asked): Promise<unknown> {
  const [url = ''] = words
  const { repository_access_id, issue } = await client.previewIssue({ body: { url } })
  const { number, content_hash } = issue
  return client.createDraft({ body: { repository_access_id, number, content_hash, ...body }, idempotencyKey })
}

function call(
  client: ProgramClient,
  { operation }: Command,
  { params, query, body, ...more }: Asked,
): Promise<unknown> {
  const methods = client as unknown as Record<string, (input: object) => Promise<unknown>>
  const method = methods[operation]
  if (!method) throw new Error(`there is no method ${operation}`)
  const { ifMatch, idempotencyKey } = more
  const isPost = operations[operation][0] === 'POST'
  return method({ params, query, body, ...(isPost && { idempotencyKey }), ...(ifMatch !== undefined && { ifMatch }) })
}

function toJson(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null, null, 2)
}
