import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import type { Endpoint } from '#lib/api/endpoint.ts'
import { type JsonSchema, membersOf } from '#lib/api/input-schema.ts'
import { fileProblem } from '../file-problem.ts'
import { pathNames } from './commands.ts'

/** The command line does not say what the command needs. */
export class UsageError extends Error {}

export type Input = {
  params: Record<string, string>
  query: Record<string, unknown>
  body: Record<string, unknown>
  ifMatch?: number
  idempotencyKey?: string
}

export type Settings = { isJson: boolean; everySeconds: number; words: string[] }

const ownOptions = ['body', 'if-match', 'idempotency-key', 'every', 'token-file'] as const

/** What was typed after the command, as the operation takes it. `takes` names the words that are expected. */
export async function readInput(
  endpoint: Endpoint,
  typed: string[],
  takes: readonly string[] = pathNames(endpoint),
): Promise<Input & Settings> {
  const [query, body] = [membersOf(endpoint.query), membersOf(endpoint.body)]
  const fields = Object.keys({ ...query, ...body })
  const { values, positionals } = parse([...ownOptions, ...fields.map(toOption)], typed)
  const missing = takes[positionals.length]
  if (missing) throw new UsageError(`Name the ${missing.replaceAll('_', ' ')}.`)
  if (positionals.length > takes.length) throw new UsageError(`There are too many words: ${positionals.join(' ')}`)
  const given = (name: string) => values[toOption(name)]
  const read = (members: Record<string, JsonSchema>) =>
    Object.entries(members).flatMap(([name, schema]) => {
      const value = given(name)
      return value === undefined ? [] : [[name, toValue(name, value, schema)]]
    })
  return {
    params: Object.fromEntries(pathNames(endpoint).map((name, index) => [name, positionals[index] ?? ''])),
    query: Object.fromEntries(read(query)),
    body: { ...(await readBody(values.body)), ...Object.fromEntries(read(body)) },
    ...(values['if-match'] !== undefined && { ifMatch: numberIn(values['if-match'], 'if-match') }),
    ...(values['idempotency-key'] !== undefined && { idempotencyKey: values['idempotency-key'] }),
    isJson: typed.includes('--json'),
    everySeconds: numberIn(values.every ?? '5', 'every'),
    words: positionals,
  }
}

function parse(names: readonly string[], args: string[]) {
  try {
    const texts = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { ...texts, json: { type: 'boolean' } },
    })
    return { values: values as Record<string, string | undefined>, positionals }
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function toOption(name: string): string {
  return name.replaceAll('_', '-')
}

function toValue(name: string, value: string, schema: JsonSchema): unknown {
  if (schema.type === 'string') return value
  if (schema.properties?.amount && /^\d+(\.\d+)?$/.test(value)) return { amount: value, currency: 'USDC' }
  try {
    return JSON.parse(value)
  } catch {
    throw new UsageError(`--${toOption(name)} takes JSON: '["a", "b"]', 3 or true.`)
  }
}

function numberIn(value: string, name: string): number {
  if (!/^\d{1,9}(\.\d+)?$/.test(value)) throw new UsageError(`--${name} takes a number.`)
  return Number(value)
}

async function readBody(file: string | undefined): Promise<Record<string, unknown>> {
  if (file === undefined) return {}
  const content = file === '-' ? await text(process.stdin) : await readText(file)
  try {
    return JSON.parse(content) as Record<string, unknown>
  } catch {
    throw new UsageError('--body names a file that is not JSON.')
  }
}

export async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const problem = fileProblem(error, file)
    throw new UsageError(problem instanceof Error ? problem.message : String(problem))
  }
}
