import type { WorkerComposition } from '../compose.ts'
import type { KeyReport } from '../domain/worker-report.ts'
import { readKeys, reportWorker } from '../usecases/service/report-worker.ts'
import { repeat, type Stop } from './repeat.ts'
import { workerContext } from './worker-context.ts'

/** Notes every few seconds that this worker runs. Its keys are read apart, so that a chain that is away delays no note. */
export function startReports(services: WorkerComposition): Stop[] {
  const { log, programId: id, metrics } = services
  let keys: KeyReport[] | null = null
  return [
    repeat(log, 'report-keys', 20_000, async () => {
      keys = await readKeys(workerContext(services))
    }),
    repeat(log, 'report-worker', 5_000, () =>
      reportWorker(workerContext(services), { id, keys, calls: metrics.recentCalls() }),
    ),
  ]
}
