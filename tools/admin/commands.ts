import { parseArgs } from 'node:util'
import { inTransaction } from '#lib/data/database.ts'
import type { SharedEnv } from '#lib/env.ts'
import type { Context } from '#lib/usecases/context.ts'
import { recordOperation } from '#lib/usecases/operations/record-operation.ts'
import { restore, suspend } from './agents.ts'
import { exportAuditTo } from './audit.ts'
import { callTable, resend } from './calls.ts'
import { chainStatus, resume } from './chain.ts'
import { deadLetterTable, retry } from './dead-letters.ts'
import { dispatchStatus, pause, resume as resumeOffers } from './dispatch.ts'
import { drain } from './drain.ts'
import { prune } from './prune.ts'
import { queueTable, retryQueue } from './queue.ts'
import { reindexChain } from './reindex.ts'
import { roleTable } from './roles.ts'
import { secretTable } from './secrets.ts'
import { asksForStory, story } from './story.ts'
import { erasePerson, exportPerson } from './user.ts'
import { resolve, withdrawalTable } from './withdrawals.ts'

export type Command = (ctx: Context, env: SharedEnv) => Promise<string>
/** `words` are those in the places of `<…>`, in their order. */
type Given = {
  words: readonly string[]
  because: string
  from: string | undefined
  drop: string | undefined
  isJson: boolean
  isDry: boolean
}
type Run = (ctx: Context, given: Given, env: SharedEnv) => Promise<string>

const plain: Record<string, Run> = {
  'dead-letters': ({ db }) => deadLetterTable(db),
  'dead-letters retry <id>': (ctx, { words: [id = ''] }) => retry(ctx, id),
  withdrawals: (ctx) => withdrawalTable(ctx),
  'queue list': ({ db }, { isJson }) => queueTable(db, isJson),
  'queue retry <id>': (ctx, { words: [id = ''] }) => retryQueue(ctx, id),
  calls: (ctx) => callTable(ctx),
  roles: (ctx, { isJson }) => roleTable(ctx, isJson),
  secrets: (ctx, { isJson }) => secretTable(ctx, isJson),
  'calls resend <id>': (ctx, { words: [id = ''] }) => resend(ctx, id),
  'chain status': (ctx) => chainStatus(ctx),
  'dispatch status': (ctx) => dispatchStatus(ctx),
  'dispatch resume': (ctx) => resumeOffers(ctx),
  'user export <id>': (ctx, { words: [id = ''] }) => exportPerson(ctx, id),
  prune: (ctx, given) => prune(ctx, given),
  'audit export <file>': (ctx, { words: [file = ''] }) => exportAuditTo(ctx, file),
  reindex: (ctx, given, env) => reindexChain(ctx, env, given),
}

/** Those that are refused without a reason. */
const reasoned: Record<string, Run> = {
  'withdrawals resolve <id> <outcome>': (ctx, { words: [id = '', outcome = ''], because }) =>
    resolve(ctx, id, outcome, because),
  'chain resume': (ctx, { because }) => resume(ctx, because),
  'dispatch pause': (ctx, { because }) => pause(ctx, because),
  drain: (ctx, { because }) => drain(ctx, because, console.error),
  'suspend agent <id>': (ctx, { words: [id = ''], because }) => suspend(ctx, id, because),
  'restore agent <id>': (ctx, { words: [id = ''], because }) => restore(ctx, id, because),
  'user erase <id>': (ctx, { words: [id = ''], because }) => erasePerson(ctx, id, because),
}

/**
 * What the arguments ask for; undefined when it is no command, or lacks something. Each use is recorded before it has any
 * effect, with the words and the person of this machine who gave them.
 */
export function parseCommand(given: string[]): Command | undefined {
  const run = findCommand(given)
  if (!run) return undefined
  return async (ctx, env) => {
    const by = process.env.SUDO_USER ?? process.env.USER ?? String(process.getuid?.())
    await inTransaction(ctx.db, (tx) => recordOperation(ctx, tx, 'command_run', { command: given.join(' '), by }))
    return run(ctx, env)
  }
}

function findCommand(given: string[]): Command | undefined {
  const parsed = parse(given)
  if (!parsed) return undefined
  const { positionals, values } = parsed
  const { because, from, drop, json: isJson = false, 'dry-run': isDry = false } = values
  if (from && !/^\d{1,15}$/.test(from)) return undefined
  if (drop && !(because && /^0x[0-9a-f]{64}(,0x[0-9a-f]{64})*$/.test(drop))) return undefined
  const [word = '', id = ''] = positionals
  if (asksForStory(word) && id && positionals.length === 2) return (ctx) => story(ctx, word, id, isJson)
  for (const [form, run] of Object.entries(because ? { ...plain, ...reasoned } : plain)) {
    const words = match(form, positionals)
    const asked = words && { words, because: because ?? '', isJson, isDry, from, drop }
    if (asked) return (ctx, env) => run(ctx, asked, env)
  }
  return undefined
}

function parse(args: string[]) {
  try {
    const text = { type: 'string' } as const
    const flag = { type: 'boolean' } as const
    const options = { because: text, from: text, drop: text, json: flag, 'dry-run': flag }
    return parseArgs({ args, allowPositionals: true, options })
  } catch {
    return undefined
  }
}

/** The words in place of those in angle brackets; undefined when the others differ. */
function match(form: string, given: readonly string[]): string[] | undefined {
  const parts = form.split(' ')
  if (parts.length !== given.length) return undefined
  if (!parts.every((part, place) => part.startsWith('<') || part === given[place])) return undefined
  return given.filter((_, place) => parts[place]?.startsWith('<'))
}
