import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider, type ReadableSpan } from '@opentelemetry/sdk-trace-node'
import type { SharedEnv } from '../env.ts'
import { scope } from './spans.ts'

export type TracingOptions = {
  /** Where the collector takes OTLP over HTTP; nothing is traced without it. */
  endpoint: string | undefined
  headers: Readonly<Record<string, string>>
  program: string
}

/** The settings that OpenTelemetry names for it. */
export function tracingOf(
  env: Pick<SharedEnv, 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_EXPORTER_OTLP_HEADERS'>,
  program: string,
): TracingOptions {
  const headers = (env.OTEL_EXPORTER_OTLP_HEADERS ?? []).map((text) => {
    const [name = '', ...value] = text.split('=')
    return [name, decodeURIComponent(value.join('='))] as const
  })
  return { endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT, headers: Object.fromEntries(headers), program }
}

const stopMs = 2_000

/**
 * Sends the program's spans to the collector from now on. While that is away the newest 2,048 are kept and others dropped.
 * Returns what sends the last ones, for at most two seconds.
 */
export function startTracing({ endpoint, headers, program }: TracingOptions): () => Promise<void> {
  if (!endpoint) return async () => undefined
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, headers, timeoutMillis: 5_000 })
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': `jobwright-${program}` }),
    spanProcessors: [new OwnSpans(exporter)],
  })
  provider.register()
  return async () => {
    const late = new Promise<void>((resolve) => setTimeout(resolve, stopMs).unref())
    // A collector that is away is no reason to end otherwise.
    await Promise.race([provider.shutdown().catch(() => undefined), late])
  }
}

/** Libraries make spans too, whose attributes may hold addresses with codes and ids; they are left out. */
class OwnSpans extends BatchSpanProcessor {
  override onEnd(span: ReadableSpan): void {
    if (span.instrumentationScope.name === scope) super.onEnd(span)
  }
}
