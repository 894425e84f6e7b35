import type { z } from 'zod'
import { problem } from '#lib/api/scalars.ts'
import { ApiError, unreachable } from './api-error.ts'

/**
 * The value as the schema describes it. Fields that a later control plane adds are left out; anything else that does not
 * fit is an answer that cannot be understood.
 */
export function parseReply<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const first = schema.safeParse(value)
  if (first.success) return first.data
  const second = schema.safeParse(withoutUnknown(value, first.error.issues))
  if (second.success) return second.data
  throw unreachable('The control plane’s answer has another form than this runtime knows.')
}

/** The refusal that an answer tells, with everything that a caller can act on. */
export function refusalOf(response: Response, value: unknown): ApiError {
  const parsed = problem.pick({ code: true, detail: true, retryable: true }).loose().safeParse(value)
  const isServerFault = response.status >= 500
  return new ApiError({
    code: parsed.success ? parsed.data.code : `http_${response.status}`,
    status: response.status,
    detail: parsed.success ? parsed.data.detail : `The control plane answered ${response.status}.`,
    isRetryable: parsed.success ? parsed.data.retryable : isServerFault || response.status === 429,
    retryAfterSeconds: retryAfter(response.headers.get('retry-after')),
  })
}

type Issues = z.core.$ZodIssue[]

function withoutUnknown(value: unknown, issues: Issues): unknown {
  const copy = structuredClone(value)
  for (const issue of issues) {
    if (issue.code !== 'unrecognized_keys') continue
    const place = issue.path.reduce<unknown>((at, step) => (isRecord(at) ? at[String(step)] : undefined), copy)
    if (isRecord(place)) for (const key of issue.keys) delete place[key]
  }
  return copy
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function retryAfter(header: string | null): number | undefined {
  const seconds = Number(header)
  return header !== null && Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds, 3_600) : undefined
}
