import type { WorkerComposition } from '#lib/compose.ts'
import { fencedBy } from '#lib/data/database.ts'
import { openLease } from '#lib/data/lease.ts'
import type { OperatorName } from '#lib/ports/operator.ts'
import { runOperator } from '#lib/usecases/operator/run-operator.ts'
import { repeat, type Stop } from './repeat.ts'
import { workerContext } from './worker-context.ts'

const lowBalance = 10n ** 16n

/** Runs one key's queue in whichever worker holds its lease, so that no nonce is ever given twice. */
export function startOperator(services: WorkerComposition, databaseUrl: string, name: OperatorName): Stop {
  const lead = openLease(databaseUrl, `operator-${name}`)
  const fenced = { ...services, db: fencedBy(services.db, lead.fence) }
  let checkedAt = 0
  const stop = repeat(services.log, `operator-${name}`, 150, async () => {
    if (!(await lead.holds())) return
    const context = workerContext(fenced)
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
