import type { WorkerComposition } from '../compose.ts'
import { failingProvider } from '../domain/readiness.ts'
import type { KeyReport } from '../domain/worker-report.ts'
import { areProvidersWell } from '../usecases/service/ask-providers.ts'
import { readKeys, reportWorker } from '../usecases/service/report-worker.ts'
import type { KeyFailures } from './key-failures.ts'
import { providerLog } from './provider-log.ts'
import { repeat, type Stop } from './repeat.ts'
import { workerContext } from './worker-context.ts'

/**
 * Notes every few seconds that this worker runs. Its keys are read apart, so that a chain that is away delays no note.
 * Providers that nobody calls are asked every ten seconds, and every two from when one does not answer until they are known to be well.
 */
export function startReports(services: WorkerComposition, failures: KeyFailures): Stop[] {
  const { log, programId: id, metrics } = services
  let keys: KeyReport[] | null = null
  let askAgainAt = 0
  let wellInARow = 0
  const noteProviders = providerLog(log)
  return [
    repeat(log, 'report-keys', 20_000, async () => {
      keys = await readKeys(workerContext(services))
    }),
    repeat(log, 'ask-providers', 1_000, async () => {
      if (performance.now() < askAgainAt) return
      wellInARow = (await areProvidersWell(services)) ? wellInARow + 1 : 0
      askAgainAt = wellInARow >= failingProvider.successes ? performance.now() + 10_000 : 0
    }),
    repeat(log, 'report-worker', 5_000, () => {
      const calls = metrics.recentCalls()
      noteProviders(calls)
      return reportWorker(workerContext(services), { id, keys, calls, failingKeys: failures.now() })
    }),
  ]
}
