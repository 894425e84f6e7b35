import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { nodeFlags } from '#tools/start/node-flags.ts'
import { entitySecret, type Service } from './service.ts'

/**
 * The worker program as a separate process, whose log is on its standard output; it is killed when the service stops,
 * if not before.
 */
export function spawnWorker(service: Service): ChildProcess {
  const file = resolve(import.meta.dirname, '../lib/worker/main.ts')
  const env: NodeJS.ProcessEnv = {
    ...service.variables,
    ...service.workerEnv,
    NODE_ENV: 'test',
    REGISTRAR_PRIVATE_KEY: service.chain.keys.registrar,
    DISPATCHER_PRIVATE_KEY: service.chain.keys.dispatcher,
    CIRCLE_ENTITY_SECRET: entitySecret,
  }
  const child = spawn(process.execPath, [...nodeFlags, file], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child.stdout.resume()
  service.onStop(() => killHard(child))
  return child
}

/** Ends the process as a power cut would, and waits until it is gone. */
export async function killHard(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}
