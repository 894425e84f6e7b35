import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Logger } from 'pino'
import { collectDefaultMetrics, type Registry } from 'prom-client'
import type { SharedEnv } from '#lib/env.ts'
import type { Operators } from '#lib/ports/operator.ts'
import type { Services } from '#lib/usecases/context.ts'
import type { ProgramMetrics } from './program-metrics.ts'
import { createServiceGauges } from './service-gauges.ts'

type Program = {
  services: Services & { log: Logger; metrics: ProgramMetrics }
  env: Pick<SharedEnv, 'METRICS_PORT' | 'METRICS_HOST'>
  /** The service’s keys, where the program holds them. */
  operators?: Operators
}

/** Serves the program’s metrics on a separate port; opens none without METRICS_PORT. */
export async function serveMetrics({ services, env, operators }: Program): Promise<() => Promise<void>> {
  const { METRICS_PORT: port, METRICS_HOST: host } = env
  if (port === undefined) return async () => undefined
  const { registry } = services.metrics
  collectDefaultMetrics({ register: registry })
  const refresh = createServiceGauges(registry, services, operators)
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    render(registry, refresh).then(
      (text) => response.setHeader('content-type', registry.contentType).end(text),
      (error: unknown) => {
        services.log.error({ err: error }, 'the metrics cannot be written')
        response.writeHead(500).end()
      },
    )
  })
  server.listen(port, host)
  await once(server, 'listening')
  services.log.info({ host, port }, 'metrics are served')
  return async () => {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
}

async function render(registry: Registry, refresh: () => Promise<void>): Promise<string> {
  await refresh()
  return registry.metrics()
}
