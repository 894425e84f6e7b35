import type { Logger } from 'pino'
import { Gauge, type Registry } from 'prom-client'
import { inTime } from '../domain/in-time.ts'
import type { Reason } from '../domain/readiness.ts'
import type { Operators } from '../ports/operator.ts'
import type { Services } from '../usecases/context.ts'
import { measureChain } from '../usecases/service/measure-chain.ts'
import { measureKeys } from '../usecases/service/measure-keys.ts'
import { measureRecords } from '../usecases/service/measure-records.ts'
import { chainGauges, type GaugeRow, keyGauges, readinessGauges, recordGauges } from './gauge-rows.ts'

/** A source that answers no sooner is left out of this reading. */
const patienceMs = 4_000

type Source = { name: string; read: () => Promise<(() => void)[]>; clear: () => void }

/**
 * Gauges of what the service knows, and a function that refreshes them. What cannot be read has no value, and
 * `jobwright_source_up` says so; a source that is still being read is not asked a second time.
 */
export function createServiceGauges(
  registry: Registry,
  services: Services & { log: Logger },
  { operators, readReasons }: { operators: Operators | undefined; readReasons: (() => Promise<Reason[]>) | undefined },
): () => Promise<void> {
  const ctx = { ...services, actor: { kind: 'anonymous' as const }, requestId: 'metrics' }
  const sources = [
    openSource(registry, { name: 'database', rows: recordGauges, measure: () => measureRecords(ctx) }),
    openSource(registry, { name: 'chain', rows: chainGauges, measure: () => measureChain(ctx) }),
    ...(operators
      ? [openSource(registry, { name: 'keys', rows: keyGauges, measure: () => measureKeys(ctx, operators) })]
      : []),
    ...(readReasons ? [openSource(registry, { name: 'readiness', rows: readinessGauges, measure: readReasons })] : []),
  ]
  const up = new Gauge({
    name: 'jobwright_source_up',
    help: '1 if the source of gauges was read for this answer, 0 if it failed or was too slow.',
    labelNames: ['source'],
    registers: [registry],
  })
  return async () => {
    const readings = await Promise.all(sources.map((source) => readInTime(source, services.log)))
    for (const [index, sets] of readings.entries()) {
      const source = sources[index] as Source
      source.clear()
      for (const set of sets ?? []) set()
      up.set({ source: source.name }, sets ? 1 : 0)
    }
  }
}

/** The gauges of one source. A reading gives the functions that set them, so that nothing is half set. */
function openSource<Measures>(
  registry: Registry,
  { name, rows, measure }: { name: string; rows: readonly GaugeRow<Measures>[]; measure: () => Promise<Measures> },
): Source {
  const gauges = rows.map((row) => ({
    row,
    gauge: new Gauge({ name: row.name, help: row.help, labelNames: row.labels ?? [], registers: [registry] }),
  }))
  let reading: Promise<(() => void)[]> | undefined
  const read = async () => {
    const measures = await measure()
    return gauges.flatMap(({ row, gauge }) =>
      row.read(measures).map(
        ({ value, labels = {} }) =>
          () =>
            gauge.set(labels, value),
      ),
    )
  }
  return {
    name,
    read: () => {
      reading ??= read().finally(() => {
        reading = undefined
      })
      return reading
    },
    clear: () => {
      // A reset gauge without labels would say 0, which is a value.
      for (const { row, gauge } of gauges) row.labels ? gauge.reset() : gauge.remove()
    },
  }
}

async function readInTime({ name, read }: Source, log: Logger): Promise<(() => void)[] | undefined> {
  try {
    return await inTime(read(), patienceMs)
  } catch (error) {
    log.warn({ err: error, source: name }, 'a source of metrics cannot be read')
    return undefined
  }
}
