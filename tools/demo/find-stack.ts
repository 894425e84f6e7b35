import { setTimeout as wait } from 'node:timers/promises'
import { type RunningStack, runningStack } from '../start/leftovers.ts'
import { hasStackFile } from '../start/stack-file.ts'

type Patience = { seconds: number; everyMs: number; report: (line: string) => void }

/**
 * Waits for the stack that another process runs with this folder, as long as it is being started; a started one has
 * `seconds` to answer. Rejects with what to do next.
 */
export async function findStack(
  dataDir: string,
  { origin, pid }: RunningStack,
  { seconds, everyMs, report }: Patience = { seconds: 15, everyMs: 500, report: console.log },
): Promise<void> {
  report(`looking for the stack of process ${pid}, with the data in ${dataDir}, at ${origin}`)
  let isAnnounced = false
  let late = Date.now() + seconds * 1_000
  while (!(hasStackFile(dataDir) && (await isReady(origin)))) {
    if (runningStack(dataDir)?.pid !== pid) throw new Error(`The stack of process ${pid} has ended. ${next(dataDir)}`)
    if (!hasStackFile(dataDir)) {
      if (!isAnnounced) report('it is still being started; waiting for it')
      isAnnounced = true
      late = Date.now() + seconds * 1_000
    } else if (Date.now() > late) {
      const stop = `Look into the logs in ${dataDir}, or stop it with \`kill ${pid}\` and run this again.`
      throw new Error(`Nothing is ready at ${origin} for ${seconds} s, although process ${pid} runs. ${stop}`)
    }
    await wait(everyMs)
  }
}

function next(dataDir: string): string {
  return `Start one with \`JOBWRIGHT_DATA=${dataDir} npm start\`, or run this again to have one started.`
}

function isReady(origin: string): Promise<boolean> {
  return fetch(`${origin}/api/ready/?for=traffic`, { signal: AbortSignal.timeout(2_000) }).then(
    (answer) => answer.ok,
    () => false,
  )
}
