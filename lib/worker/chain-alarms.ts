import type { Logger } from 'pino'
import { noteNodeProblems } from '#lib/usecases/chain/note-node-problems.ts'
import type { WorkerContext } from '#lib/usecases/context.ts'

const repeatMs = 60_000

/** Tells after each step what is wrong with the chain's nodes: in the database always, as an error each minute. */
export function chainAlarms(log: Logger): (context: WorkerContext) => Promise<void> {
  let toldAt = Number.NEGATIVE_INFINITY
  return async (context) => {
    const problems = await noteNodeProblems(context)
    if (problems.length === 0 || performance.now() - toldAt < repeatMs) return
    toldAt = performance.now()
    log.error({ nodes: problems }, 'nodes of the chain are at fault')
  }
}
