import { spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import type { Stack } from '../start/stack.ts'

const marks = {
  'A worker accepts the offer': ['worker', 'runtime-wanda', 'runtime-will'],
  'The result is delivered': ['web', 'runtime-vera'],
} as const

/**
 * Runs the demo and kills, without notice, the service's programs and runtimes in the middle of the job: worker program
 * and worker runtimes once the job is assigned, web and a verifier once its result is submitted. The demo must pass all
 * the same. Answers its exit code.
 */
export async function runKillDrill(stack: Stack, command: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const [program = '', ...args] = command
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  child.stdout.setEncoding('utf8')
  const waiting = new Map<string, readonly string[]>(Object.entries(marks))
  child.stdout.on('data', (text: string) => {
    process.stdout.write(text)
    for (const [mark, names] of waiting)
      if (text.includes(mark)) {
        waiting.delete(mark)
        kill(stack, names)
      }
  })
  const code = await new Promise<number>((resolve) => child.once('exit', (status) => resolve(status ?? 1)))
  await wait(500)
  return waiting.size > 0 ? 1 : code
}

function kill(stack: Stack, names: readonly string[]): void {
  for (const name of names) {
    const pid = stack.pids()[name]
    if (!pid) continue
    console.log(`           kill -9 ${name}`)
    process.kill(pid, 'SIGKILL')
  }
}
