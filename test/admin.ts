import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { readSharedEnv } from '#lib/env.ts'
import type { Context } from '#lib/usecases/context.ts'
import { parseCommand } from '#tools/admin/commands.ts'
import { nodeFlags } from '#tools/start/node-flags.ts'
import type { Service } from './service.ts'

const run = promisify(execFile)
const main = resolve(import.meta.dirname, '../tools/admin/main.ts')

/** `npm run admin` on this service, without the seconds that a process takes to start; fails as the process does. */
export async function admin(service: Service, ...words: string[]): Promise<{ stdout: string }> {
  const command = parseCommand(words)
  if (!command) throw Object.assign(new Error('usage'), { code: 2 })
  const ctx: Context = { ...service.context(), actor: { kind: 'system', name: 'operator' } }
  try {
    return { stdout: `${await command(ctx, readSharedEnv(service.variables))}\n` }
  } catch (error) {
    const stderr = error instanceof Error ? error.message : String(error)
    throw Object.assign(new Error(stderr), { code: 1, stderr })
  }
}

/** The same as a process. */
export function adminProcess(service: Service, ...words: string[]): Promise<{ stdout: string; stderr: string }> {
  const env: NodeJS.ProcessEnv = { ...service.variables, NODE_ENV: 'test', NODE_NO_WARNINGS: '1' }
  return run(process.execPath, [...nodeFlags, main, ...words], { env })
}
