import { saveWorkerReport } from '../../data/worker-reports.ts'
import { nativeText } from '../../domain/key-fuel.ts'
import { operatorNames } from '../../domain/operator-call.ts'
import type { KeyReport, WorkerReport } from '../../domain/worker-report.ts'
import type { WorkerContext } from '../context.ts'
import { readFuel } from '../operator/check-fuel.ts'

/** Stores that this worker runs, with what it alone knows: its keys, which of them fail, and how the providers answered it. */
export function reportWorker(ctx: WorkerContext, { id, ...report }: WorkerReport & { id: string }): Promise<void> {
  return saveWorkerReport(ctx.db, id, report)
}

/** Whether each key may and can pay for its work. */
export function readKeys(ctx: WorkerContext): Promise<KeyReport[]> {
  return Promise.all(
    operatorNames.map(async (key) => {
      const [fuel, hasRole] = await Promise.all([readFuel(ctx, key), ctx.operators[key].hasRole(key)])
      const missing = fuel.needed - fuel.balance
      const money = missing > 0n ? { hasMoney: false, missing: nativeText(missing) } : { hasMoney: true }
      return { key, address: ctx.operators[key].address, hasRole, ...money }
    }),
  )
}
