import type { WorkerComposition } from '#lib/compose.ts'
import { openLeaderLock } from '#lib/data/leader-lock.ts'
import type { OperatorName } from '#lib/ports/operator.ts'
import { runOperator } from '#lib/usecases/operator/run-operator.ts'
import { repeat, type Stop } from './repeat.ts'
import { workerContext } from './worker-context.ts'

const leaderKeys: Record<OperatorName, number> = { dispatcher: 6_150_004, registrar: 6_150_005 }
const lowBalance = 10n ** 16n

/** Runs one key's queue in whichever worker holds its lock, so that no nonce is ever given twice. */
export function startOperator(services: WorkerComposition, databaseUrl: string, name: OperatorName): Stop {
  const lead = openLeaderLock(databaseUrl, leaderKeys[name])
  let checkedAt = 0
  const stop = repeat(services.log, `operator-${name}`, 150, async () => {
    if (!(await lead.holds())) return
    const context = workerContext(services)
    while (await runOperator(context, name)) if (!(await lead.holds())) return
    if (Date.now() - checkedAt < 60_000) return
    checkedAt = Date.now()
    const balance = await services.operators[name].balance()
    if (balance < lowBalance)
      services.log.error({ operator: name, balance: String(balance) }, 'the key is running out of native money')
  })
  return async () => {
    await stop()
    await lead.close()
  }
}
