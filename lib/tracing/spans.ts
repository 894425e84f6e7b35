import {
  type Attributes,
  type Context,
  context,
  createContextKey,
  type Link,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import type { Traces } from '../ports/traces.ts'

export const scope = 'jobwright'

/** Set within our own traces, since libraries make spans as well. */
const ours = createContextKey('jobwright')

/** What another program needs to go on with a trace; empty where there is none. */
export type Carried = { traceparent?: string }

type Trace<T> = {
  kind: 'server' | 'consumer'
  attributes: Attributes
  /** The trace to go on with. */
  carried?: Carried
  /** Other traces that the work belongs to. */
  linked?: readonly Carried[]
  work: () => Promise<T>
  /** What the result adds; `isError` marks the span. */
  describe?: (result: T) => { attributes: Attributes; isError: boolean }
}

/** Does the work within a span that begins a trace, or goes on with one. Attributes hold no parameter and no address. */
export async function traced<T>(
  name: string,
  { kind, attributes, carried, linked = [], work, describe }: Trace<T>,
): Promise<T> {
  const before = carried ? propagation.extract(ROOT_CONTEXT, carried) : ROOT_CONTEXT
  const kinds = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER }
  const span = trace
    .getTracer(scope)
    .startSpan(name, { kind: kinds[kind], attributes, links: linked.flatMap(toLink) }, before)
  if (!span.isRecording()) return work()
  try {
    const result = await context.with(within(span, before), work)
    const description = describe?.(result)
    if (description) span.setAttributes(description.attributes)
    if (description?.isError) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
    return result
  } catch (error) {
    fail(span, error)
    throw error
  }
}

/** Does the work within a span of the trace that is under way; without one it is the work alone. */
export function step<T>(name: string, attributes: Attributes, work: () => T): T {
  const active = context.active()
  if (!active.getValue(ours)) return work()
  const span = trace.getTracer(scope).startSpan(name, { kind: SpanKind.CLIENT, attributes }, active)
  try {
    const result = context.with(within(span, active), work)
    if (result instanceof Promise)
      result.then(
        () => span.end(),
        (error: unknown) => fail(span, error),
      )
    else span.end()
    return result
  } catch (error) {
    fail(span, error)
    throw error
  }
}

function toLink(carried: Carried): Link[] {
  const linked = trace.getSpanContext(propagation.extract(ROOT_CONTEXT, carried))
  return linked ? [{ context: linked }] : []
}

/** The trace that is under way. */
export function carry(): Carried {
  const carried: Carried = {}
  if (context.active().getValue(ours)) propagation.inject(context.active(), carried)
  return carried
}

export const traces: Traces = {
  current: () => carry().traceparent ?? null,
  goOn: (name, stored, work) => {
    const [carried, ...linked] = stored.flatMap((traceparent) => (traceparent ? [{ traceparent }] : []))
    return carried ? traced(name, { kind: 'consumer', attributes: {}, carried, linked, work }) : work()
  },
}

function within(span: Span, before: Context): Context {
  return trace.setSpan(before, span).setValue(ours, true)
}

/** The message of an error may hold anything. */
function fail(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : typeof error })
  span.end()
}
