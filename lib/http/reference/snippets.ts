import { exampleOf } from '../openapi/examples.ts'
import type { Operation, Parameter, Reference } from './read-reference.ts'

/** The environment variable that holds the credential of each scheme. */
const variables: Record<string, string> = {
  session: 'JOBWRIGHT_SESSION',
  apiToken: 'JOBWRIGHT_TOKEN',
  runtime: 'JOBWRIGHT_CREDENTIAL',
}

type Request = {
  path: string
  /** With the values of the examples in it. */
  target: string
  params: Record<string, string>
  query: Record<string, string>
  headers: [string, string][]
  body: unknown
}

/** A request that the operation's schemas accept: what is required, with the values of the examples. */
export function exampleRequest(operation: Operation, { schemas }: Reference): Request {
  const { path, parameters, body } = operation
  const exampleFor = ({ name, schema }: Parameter) => String(exampleOf(schema, schemas, name))
  const pick = (place: Parameter['in']) =>
    parameters
      .filter((parameter) => parameter.in === place && parameter.required)
      .map((parameter): [string, string] => [parameter.name, exampleFor(parameter)])
  const params = Object.fromEntries(pick('path'))
  const query = Object.fromEntries(pick('query'))
  const search = new URLSearchParams(query).toString()
  return {
    path,
    target: path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '') + (search && `?${search}`),
    params,
    query,
    headers: pick('header').filter(([name]) => name !== 'Idempotency-Key'),
    body: body && exampleOf(body.schema, schemas),
  }
}

/** The request as a command for a shell. */
export function toCurl(operation: Operation, reference: Reference): string {
  const { target, headers, body } = exampleRequest(operation, reference)
  const { method, schemes } = operation
  const [scheme] = schemes
  const isUnsafe = method !== 'GET'
  const variable = variables[scheme ?? ''] ?? ''
  const lines = [
    `curl ${isUnsafe && !(method === 'POST' && body) ? `-X ${method} ` : ''}${quote(reference.origin + target)}`,
    ...(scheme === 'session' ? [`-b "${reference.schemes.session?.name}=$${variable}"`] : []),
    ...(scheme === 'session' && isUnsafe ? [`-H ${quote(`Origin: ${reference.origin}`)}`] : []),
    ...(scheme && scheme !== 'session' ? [`-H "Authorization: Bearer $${variable}"`] : []),
    ...(takesKey(operation) ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    ...headers.map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d ${quote(JSON.stringify(body, null, 2))}`]),
  ]
  return lines.join(' \\\n  ')
}

/** The request in TypeScript: with the typed client where a token allows it, else as the pages do it, else with fetch. */
export function toTypeScript(operation: Operation, reference: Reference): string {
  const { id, schemes } = operation
  const request = exampleRequest(operation, reference)
  const method = id.replace(/WithToken$/, '')
  const parts = {
    ...nonEmpty({ params: request.params, query: request.query }),
    ...(request.body ? { body: request.body } : {}),
  }
  if (reference.operations.has(`${method}WithToken`))
    return `import { createClient } from '#lib/client/program.ts'

const client = createClient({
  origin: ${toLiteral(reference.origin)},
  token: process.env.${variables.apiToken} ?? '',
})
const reply = await client.${method}(${argument(parts)})`
  if (schemes[0] === 'runtime' || request.headers.length > 0) return toFetch(operation, reference)
  const key = takesKey(operation) ? { idempotencyKey: new Code('crypto.randomUUID()') } : {}
  const input = argument({ ...parts, ...key })
  if (schemes[0] === 'session')
    return `// In a page of ${reference.origin}
import { call } from '#lib/client/api.ts'

const reply = await call('${id}'${input && `, ${input}`})`
  return `import { callWith } from '#lib/client/api.ts'

const reply = await callWith(fetch, ${toLiteral(reference.origin)}, '${id}'${input && `, ${input}`})`
}

function toFetch(operation: Operation, reference: Reference): string {
  const { target, headers, body } = exampleRequest(operation, reference)
  const bearer = `\`Bearer \${process.env.${variables[operation.schemes[0] ?? '']}}\``
  const sent = {
    ...(operation.schemes.length > 0 && { authorization: new Code(bearer) }),
    ...(takesKey(operation) && { 'idempotency-key': new Code('crypto.randomUUID()') }),
    ...Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  }
  const init = {
    method: operation.method,
    ...nonEmpty({ headers: sent }),
    ...(body !== undefined && { body: new Code(`JSON.stringify(${toLiteral(body, 1)})`) }),
  }
  return `const response = await fetch(${toLiteral(reference.origin + target)}, ${toLiteral(init)})
const reply = await response.json()`
}

function takesKey({ parameters }: Operation): boolean {
  return parameters.some(({ name }) => name === 'Idempotency-Key')
}

function nonEmpty(parts: Record<string, Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => Object.keys(part).length > 0))
}

function argument(parts: Record<string, unknown>): string {
  return Object.keys(parts).length > 0 ? toLiteral(parts) : ''
}

/** An expression among the values of a literal. */
class Code {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** A value as it is written in TypeScript. */
function toLiteral(value: unknown, depth = 0): string {
  if (value instanceof Code) return value.text
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
  if (typeof value !== 'object' || value === null) return String(value)
  const inner = '  '.repeat(depth + 1)
  const lines = Array.isArray(value)
    ? value.map((item) => toLiteral(item, depth + 1))
    : Object.entries(value).map(([name, part]) => `${toName(name)}: ${toLiteral(part, depth + 1)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  if (lines.length === 0) return `${open}${close}`
  return `${open}\n${lines.map((line) => `${inner}${line},\n`).join('')}${'  '.repeat(depth)}${close}`
}

function toName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : toLiteral(name)
}

/** One argument of a shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
