import { composeWorker } from '../compose.ts'
import { connectionRefusal } from '../data/connection-check.ts'
import { openSchemaCheck, schemaRefusal } from '../data/schema-check.ts'
import { readWorkerEnv, settingsOrEnd } from '../env.ts'
import { serveMetrics } from '../metrics/serve-metrics.ts'
import { startTracing, tracingOf } from '../tracing/start-tracing.ts'
import { reasonsOf } from './reasons-of.ts'
import { startWorker } from './start-worker.ts'

const env = settingsOrEnd(readWorkerEnv)
const services = composeWorker(env)
const { log } = services

process.on('uncaughtException', (error) => {
  log.fatal({ err: error }, 'the worker program ends after an unexpected error')
  process.exit(1)
})
const checkSchema = openSchemaCheck()
const refusal = (await connectionRefusal(env.DATABASE_URL)) ?? (await schemaRefusal(services.db, checkSchema))
if (refusal) {
  process.stderr.write(`${refusal}\n`)
  process.exit(1)
}
const stopTracing = startTracing(tracingOf(env, 'worker'))
const readReasons = reasonsOf(services, checkSchema)
const stopMetrics = await serveMetrics({
  services,
  env,
  operators: services.operators,
  readReasons,
  servesReady: true,
})
const end = await startWorker(services, env)
log.info('worker is running')

let stopping = false
async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  log.info('worker is stopping')
  await end()
  await stopMetrics()
  await services.close()
  await stopTracing()
  log.info('worker has stopped')
  process.exit(0)
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
