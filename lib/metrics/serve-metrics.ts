import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { collectDefaultMetrics, type Registry } from 'prom-client'
import { type Reason, toReasonText } from '../domain/readiness.ts'
import type { SharedEnv } from '../env.ts'
import type { Operators } from '../ports/operator.ts'
import type { Services } from '../usecases/context.ts'
import type { ProgramMetrics } from './program-metrics.ts'
import { createServiceGauges } from './service-gauges.ts'

type Program = {
  services: Services & { log: Logger; metrics: ProgramMetrics }
  env: Pick<SharedEnv, 'METRICS_PORT' | 'METRICS_HOST'>
  /** The service’s keys, where the program holds them. */
  operators?: Operators
  /** Why the service is not ready, as this program sees it. */
  readReasons?: () => Promise<Reason[]>
  /** Whether `/ready` is served too, which is 503 while a reason stops the program’s work. */
  servesReady?: true
}

/** Serves the program’s metrics on a separate port; opens none without METRICS_PORT. */
export async function serveMetrics(program: Program): Promise<() => Promise<void>> {
  const { services, env, operators, readReasons, servesReady } = program
  const { METRICS_PORT: port, METRICS_HOST: host } = env
  if (port === undefined) return async () => undefined
  const { registry } = services.metrics
  collectDefaultMetrics({ register: registry })
  const refresh = createServiceGauges(registry, services, { operators, readReasons })
  const answers: Record<string, (response: ServerResponse) => Promise<unknown>> = {
    '/metrics': async (response) =>
      response.setHeader('content-type', registry.contentType).end(await render(registry, refresh)),
    ...(readReasons && servesReady && { '/ready': async (response) => answerReady(response, await readReasons()) }),
  }
  const server = createServer((request, response) => {
    const answer = request.method === 'GET' ? answers[request.url ?? ''] : undefined
    if (!answer) {
      response.writeHead(404).end()
      return
    }
    answer(response).catch((error: unknown) => {
      services.log.error({ err: error, path: request.url }, 'metrics or readiness cannot be written')
      response.writeHead(500).end()
    })
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

/** A provider that fails, or a key without money, is no fault of this program: such reasons are concerns. */
function answerReady(response: ServerResponse, all: readonly Reason[]): void {
  const reasons = all.filter(({ stops }) => stops !== null)
  const concerns = all.filter(({ stops }) => stops === null)
  const status = reasons.length > 0 ? 'not ready' : 'ready'
  response.writeHead(status === 'ready' ? 200 : 503, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ status, reasons: reasons.map(toReasonText), concerns: concerns.map(toReasonText) }))
}
