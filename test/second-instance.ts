import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { nodeFlags } from '#tools/start/node-flags.ts'
import type { Service } from './service.ts'

/** Another web instance of the service in a separate process; returns a sender that reaches it. `log` is given what it logs. */
export async function startSecondInstance(
  service: Service,
  log?: (text: string) => void,
): Promise<(request: Request) => Promise<Response>> {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ...service.variables,
    NODE_ENV: 'test',
    ...(log && { LOG_LEVEL: 'debug' }),
  }
  const execArgv = [...nodeFlags]
  const child = fork(join(import.meta.dirname, 'serve-api.ts'), { env, execArgv, silent: log !== undefined })
  for (const output of [child.stdout, child.stderr]) output?.on('data', (bytes: Buffer) => log?.(String(bytes)))
  service.onStop(async () => {
    const ended = once(child, 'exit')
    child.disconnect()
    await ended
  })
  const [message] = (await once(child, 'message')) as [{ port: number }]
  return (request) => {
    const { pathname, search } = new URL(request.url)
    return fetch(`http://127.0.0.1:${message.port}${pathname}${search}`, request)
  }
}
