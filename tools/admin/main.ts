import { randomUUID } from 'node:crypto'
import { compose } from '#lib/compose.ts'
import { readSecretFiles, readSharedEnv } from '#lib/env.ts'
import type { Context } from '#lib/usecases/context.ts'
import { parseCommand } from './commands.ts'
import { findEnvironment } from './find-environment.ts'
import { usageOf } from './usage.ts'

const words = process.argv.slice(2)
if (words.includes('--help')) {
  console.log(usageOf(words))
  process.exit(0)
}
const command = parseCommand(words)
if (!command) {
  console.error(usageOf(words))
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
