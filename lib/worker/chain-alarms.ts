import type { Logger } from 'pino'
import { headAgeOf } from '../usecases/chain/head-age.ts'
import { noteNodeProblems } from '../usecases/chain/note-node-problems.ts'
import type { WorkerContext } from '../usecases/context.ts'

/**
 * Tells after each step what is wrong with the chain: in the database always, and as errors once a minute while nodes are
 * at fault or the newest block is old.
 */
export function chainAlarms(log: Logger): (context: WorkerContext) => Promise<void> {
  const [nodesAlarm, headAlarm] = [onceAMinute(), onceAMinute()]
  return async (context) => {
    const nodes = await noteNodeProblems(context)
    if (nodes.length > 0) nodesAlarm(() => log.error({ nodes }, 'nodes of the chain are at fault'))
    // Without a node the step itself has failed, and says so.
    const head = await context.chain.latestBlock().catch(() => undefined)
    if (!head) return
    const { headAge, isHeadOld } = headAgeOf(context, head)
    if (isHeadOld)
      headAlarm(() => log.error({ block: String(head.number), seconds: headAge }, 'the newest block is old'))
  }
}

function onceAMinute(): (warn: () => void) => void {
  let loggedAt = Number.NEGATIVE_INFINITY
  return (warn) => {
    if (performance.now() - loggedAt < 60_000) return
    loggedAt = performance.now()
    warn()
  }
}
