import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { compose } from '#lib/compose.ts'
import { readSecretFiles, readSharedEnv, type SharedEnv } from '#lib/env.ts'
import type { Context } from '#lib/usecases/context.ts'
import { exportAuditTo } from './audit.ts'
import { callTable } from './calls.ts'
import { chainStatus, resume } from './chain.ts'
import { deadLetterTable, retry } from './dead-letters.ts'
import { dispatchStatus, pause, resume as resumeOffers } from './dispatch.ts'
import { findEnvironment } from './find-environment.ts'
import { prune } from './prune.ts'
import { reindexChain } from './reindex.ts'
import { asksForStory, story } from './story.ts'
import { erasePerson, exportPerson } from './user.ts'
import { resolve, withdrawalTable } from './withdrawals.ts'

const usage = `npm run admin -- story <id> [--json]           what happened to a thing, and what it waits for now; the id
                                                 is one of ours or the provider's, a job's number, a hash or an address
npm run admin -- job|draft|transaction|agent|withdrawal|delivery|call|user <id> [--json]
                                                 the same of one kind alone
npm run admin -- dead-letters                    lists webhook deliveries that are no longer retried
npm run admin -- dead-letters retry <id|all>     retries them
npm run admin -- withdrawals                     lists withdrawals in doubt
npm run admin -- withdrawals resolve <id> <transaction hash|failed> --because "<evidence>"
                                                 ends one; the chain must bear the evidence out
npm run admin -- calls                           lists calls of the service's keys that have not ended
npm run admin -- chain status                    compares what the indexer recorded with the chain
npm run admin -- chain resume --because "<evidence>"
                                                 lets a halted indexer go on; refuses while the contradiction lasts
npm run admin -- dispatch status                 whether jobs are offered to workers
npm run admin -- dispatch pause --because "<reason>"
                                                 offers no job from now on; jobs that have a worker go on
npm run admin -- dispatch resume                 offers jobs again
npm run admin -- user export <id>                everything that is stored about a person, as JSON
npm run admin -- user erase <id> --because "<reason>"
                                                 removes a person's data; refuses with everything that is open
npm run admin -- prune [--dry-run] [--json]      deletes the rows that are kept no longer, or shows how many they are
npm run admin -- audit export <file>             writes the sealed audit trail with signed checkpoints
npm run admin -- reindex [--from <block>]        reads the escrow's events again; stop the worker program first`

type Command = (ctx: Context, env: SharedEnv) => Promise<string>

function parseCommand(): Command | undefined {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: {
        because: { type: 'string' },
        from: { type: 'string' },
        json: { type: 'boolean' },
        'dry-run': { type: 'boolean' },
      },
    })
    if (values.from && !/^\d{1,15}$/.test(values.from)) return undefined
    if (positionals.join(' ') === 'reindex') return (ctx, env) => reindexChain(ctx, env, values.from)
    const isJson = values.json ?? false
    if (positionals.join(' ') === 'prune') return (ctx) => prune(ctx, { isDry: values['dry-run'] ?? false, isJson })
    const [word = '', id = ''] = positionals
    if (asksForStory(word) && id && positionals.length === 2) return (ctx) => story(ctx, word, id, isJson)
    return findCommand(positionals.join(' '), positionals, values.because)
  } catch {
    return undefined
  }
}

function findCommand(line: string, words: string[], because: string | undefined): Command | undefined {
  const [, , id = '', outcome = ''] = words
  if (line === 'dead-letters') return ({ db }) => deadLetterTable(db)
  if (line === 'withdrawals') return withdrawalTable
  if (line.startsWith('audit export ') && words.length === 3) return (ctx) => exportAuditTo(ctx, id)
  if (line === 'calls') return callTable
  if (line.startsWith('user export ') && words.length === 3) return (ctx) => exportPerson(ctx, id)
  if (line.startsWith('user erase ') && words.length === 3 && because) return (ctx) => erasePerson(ctx, id, because)
  if (line === 'chain status') return chainStatus
  if (line === 'chain resume' && because) return (ctx) => resume(ctx, because)
  if (line === 'dispatch status') return dispatchStatus
  if (line === 'dispatch pause' && because) return (ctx) => pause(ctx, because)
  if (line === 'dispatch resume') return resumeOffers
  if (line.startsWith('dead-letters retry ') && words.length === 3) return (ctx) => retry(ctx, id)
  if (line.startsWith('withdrawals resolve ') && words.length === 4 && because)
    return (ctx) => resolve(ctx, id, outcome, because)
  return undefined
}

const command = parseCommand()
if (!command) {
  console.error(usage)
  process.exit(2)
}
const env = readSharedEnv(findEnvironment(readSecretFiles(process.env)))
const services = compose(env, 'admin')
try {
  const ctx: Context = { ...services, actor: { kind: 'system', name: 'operator' }, requestId: randomUUID() }
  console.log(await command(ctx, env))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await services.close()
}
