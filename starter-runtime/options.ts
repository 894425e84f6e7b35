import { parseArgs } from 'node:util'
import { isAddress } from 'viem'
import { z } from 'zod'
import { agentRoles } from '#lib/domain/agent.ts'

const flags = {
  role: { type: 'string' },
  port: { type: 'string' },
  host: { type: 'string' },
  'work-dir': { type: 'string' },
  'control-plane': { type: 'string' },
  'public-address': { type: 'string' },
  'allowed-hosts': { type: 'string' },
  'trusted-proxies': { type: 'string' },
  executor: { type: 'string' },
  'executor-network': { type: 'boolean' },
  'executor-env': { type: 'string' },
  'rpc-url': { type: 'string' },
  'gas-key-file': { type: 'string' },
  to: { type: 'string' },
  agent: { type: 'string' },
  registry: { type: 'string' },
  'chain-id': { type: 'string' },
  nonce: { type: 'string' },
  cancel: { type: 'boolean' },
  'no-probes': { type: 'boolean' },
  'unsafe-no-isolation': { type: 'boolean' },
  help: { type: 'boolean' },
} as const

const origin = z.url({ protocol: /^https?$/ }).transform((text) => new URL(text).origin)
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
)
const yes = z.union([z.boolean(), z.enum(['1', 'true', 'yes']).transform(() => true)])

const serveOptions = z.object({
  role: z.enum(agentRoles),
  port: z.coerce.number().int().min(0).max(65_535).default(3010),
  host: z.string().default('127.0.0.1'),
  'work-dir': z.string().min(1),
  'control-plane': origin,
  'public-address': z
    .string()
    .regex(/^[A-Za-z0-9.-]{1,253}(:\d{1,5})?(\/[A-Za-z0-9/_-]*)?$/, 'is host[:port][/base]')
    .transform((text) => text.replace(/\/+$/, ''))
    .optional(),
  'allowed-hosts': list.default([]),
  'trusted-proxies': z.coerce.number().int().min(0).max(5).default(0),
  executor: z.array(z.string().min(1)).default([]),
  'executor-network': yes.default(false),
  'executor-env': list.default([]),
  'rpc-url': z.url().optional(),
  'gas-key-file': z.string().optional(),
  'no-probes': yes.default(false),
  'unsafe-no-isolation': yes.default(false),
})

const rescueOptions = z.object({
  'work-dir': z.string().min(1),
  'rpc-url': z.url(),
  'gas-key-file': z.string().min(1),
})

const address = z
  .string()
  .refine((text) => isAddress(text), 'is 0x and 40 hexadecimal digits, with the right checksum if it has one')
  .transform((text) => text.toLowerCase())

const payeeOptions = z.object({
  'work-dir': z.string().min(1),
  to: address,
  agent: address,
  registry: address,
  'chain-id': z.coerce.number().int().min(1),
  nonce: z
    .string()
    .regex(/^\d{1,78}$/, 'is a whole number')
    .transform(BigInt),
  cancel: yes.default(false),
})

export type ServeOptions = z.output<typeof serveOptions>
export type RescueOptions = z.output<typeof rescueOptions>
export type PayeeOptions = z.output<typeof payeeOptions>
export type Command =
  | { command: 'help' }
  | { command: 'serve'; options: ServeOptions; password: string | undefined }
  | { command: 'rescue'; options: RescueOptions }
  | { command: 'payee'; options: PayeeOptions }

/** What is wrong with the command line; the message is for the owner. */
export class WrongUse extends Error {}

/** What the owner asked for: flags first, else `STARTER_…` variables. Throws WrongUse. */
export function readCommand(argv: readonly string[], env: NodeJS.ProcessEnv): Command {
  const { values, positionals, rest } = readFlags(argv)
  if (values.help) return { command: 'help' }
  const given = { ...fromEnv(env), ...values }
  const executor = rest.length > 0 ? rest : readArgv(given.executor)
  if (positionals[0] === 'rescue') return { command: 'rescue', options: check(rescueOptions, given) }
  if (positionals[0] === 'payee') return { command: 'payee', options: check(payeeOptions, given) }
  if (positionals.length > 0) throw new WrongUse(`There is no command "${positionals[0]}".`)
  const options = check(serveOptions, { ...given, executor })
  if (options.role === 'worker' && options.executor.length === 0) throw new WrongUse('A worker needs an executor.')
  return { command: 'serve', options, password: env.STARTER_PASSWORD || undefined }
}

function readFlags(argv: readonly string[]) {
  const end = argv.indexOf('--')
  const own = end === -1 ? argv : argv.slice(0, end)
  try {
    const { values, positionals } = parseArgs({ args: [...own], options: flags, allowPositionals: true })
    return { values, positionals, rest: end === -1 ? [] : argv.slice(end + 1) }
  } catch (error) {
    throw new WrongUse(error instanceof Error ? error.message : 'The command line is not understood.')
  }
}

function fromEnv(env: NodeJS.ProcessEnv): Record<string, string> {
  const known = Object.keys(flags).map((flag) => [flag, env[`STARTER_${flag.toUpperCase().replaceAll('-', '_')}`]])
  return Object.fromEntries(known.filter(([, value]) => value))
}

/** An executor is a JSON array of words, or one program. */
function readArgv(text: unknown): string[] {
  if (typeof text !== 'string' || text === '') return []
  if (!text.trimStart().startsWith('[')) return [text]
  try {
    return z.array(z.string()).parse(JSON.parse(text))
  } catch {
    throw new WrongUse('--executor is a JSON array of words, or one program.')
  }
}

function check<Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> {
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new WrongUse(`--${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not valid'}`)
}
