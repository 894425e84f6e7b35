import type { z } from 'zod'
import type { evidence } from '../api/verification.ts'

export type Evidence = z.output<typeof evidence>
export type Run = NonNullable<Evidence['commands'][number]['result']>

/** A verdict's evidence, which the service took in by its schema; undefined for a form that is not known here. */
export function evidenceIn(document: Record<string, unknown>): Evidence | undefined {
  return document.schema === 'jobwright/evidence' && document.version === 1 ? (document as Evidence) : undefined
}
