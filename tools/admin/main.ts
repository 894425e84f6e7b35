import { randomUUID } from 'node:crypto'
import { compose } from '#lib/compose.ts'
import { outageCodeOf, outageOf, textOfOutage } from '#lib/data/outage.ts'
import { readSecretFiles, readSharedEnv } from '#lib/env.ts'
import type { Context } from '#lib/usecases/context.ts'
import { errorText } from '../error-text.ts'
import { type Command, parseCommand } from './commands.ts'
import { findEnvironment } from './find-environment.ts'
import { refusalOf, usageOf } from './usage.ts'

const words = process.argv.slice(2)
if (words.includes('--help')) {
  console.log(usageOf(words))
  process.exit(0)
}
const command = parseCommand(words)
if (!command) {
  console.error(refusalOf(words))
  process.exit(2)
}
try {
  await carryOut(command)
} catch (error) {
  const outage = outageOf(error)
  const advice = `(${outageCodeOf(error)}) See DATABASE_URL, and \`npm run doctor -- database\`.`
  console.error(outage ? `${textOfOutage(outage)} ${advice}` : errorText(error))
  process.exitCode = 1
}

async function carryOut(command: Command): Promise<void> {
  const env = readSharedEnv(findEnvironment(readSecretFiles(process.env)))
  const services = compose(env, 'admin')
  try {
    const ctx: Context = { ...services, actor: { kind: 'system', name: 'operator' }, requestId: randomUUID() }
    console.log(await command(ctx, env))
  } finally {
    await services.close()
  }
}
