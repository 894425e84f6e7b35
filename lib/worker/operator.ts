import type { WorkerComposition } from '../compose.ts'
import { fencedBy } from '../data/database.ts'
import { listWaitingKeys } from '../data/operator-calls.ts'
import { nativeText } from '../domain/key-fuel.ts'
import type { OperatorName } from '../domain/operator-call.ts'
import { checkFuel } from '../usecases/operator/check-fuel.ts'
import { runOperator } from '../usecases/operator/run-operator.ts'
import { lookForLost } from '../usecases/operator/send-lost.ts'
import type { KeyFailures } from './key-failures.ts'
import { openLead } from './open-lead.ts'
import { repeat, type Stop } from './repeat.ts'
import { workerContext } from './worker-context.ts'

type OperatorLoop = { databaseUrl: string; name: OperatorName; failures: KeyFailures }

/** A pause after a failure is never longer, since the window of a task or a seat goes on. */
const longestPauseMs = 1_000

/**
 * Runs one key's queue in whichever worker holds its lease, so that no nonce is ever given twice. Notes in `failures` while
 * its steps fail.
 */
export function startOperator(services: WorkerComposition, { databaseUrl, name, failures }: OperatorLoop): Stop {
  const lead = openLead(services.log, databaseUrl, `operator-${name}`)
  const fenced = { ...services, db: fencedBy(services.db, lead.fence) }
  let checkedAt = 0
  const step = async () => {
    if (!(await lead.holds())) return
    const context = workerContext(fenced)
    if (Date.now() - checkedAt >= 60_000) {
      checkedAt = Date.now()
      await reportNeeds(services, name)
      await lookForLost(context, name)
    }
    while (await runOperator(context, name)) if (!(await lead.holds())) return
  }
  const stop = repeat(services.log, `operator-${name}`, 150, () => failures.during(name, step), longestPauseMs)
  return async () => {
    await stop()
    await lead.close()
  }
}

/** What a person has to do for the key: refill it, raise the ceiling for fees, or find out why nothing is mined. */
async function reportNeeds(services: WorkerComposition, name: OperatorName): Promise<void> {
  const { log, db, operators } = services
  const waiting = (await listWaitingKeys(db)).find(({ key }) => key === name)
  if (waiting) log.error(waiting, 'the calls of a key wait')
  const low = await checkFuel(workerContext(services), name)
  if (!low) return
  const { balance, needed } = low
  const figures = { balance: nativeText(balance), needed: nativeText(needed), unit: 'native money' }
  log.error({ key: name, address: operators[name].address, ...figures }, 'a key runs out of money')
}
