import type { z } from 'zod'
import type { evidence } from '../api/evidence.ts'
import type { MarkCode } from '../domain/tripwires.ts'

export type { MarkCode }

export type Evidence = z.output<typeof evidence>
type WholeRun = NonNullable<Evidence['commands'][number]['result']>
/** Of a run on a result that is not paid, only whether it passed is shown. */
export type Run = Pick<WholeRun, 'exit_code'> & Partial<WholeRun>

/** A verdict's evidence, which the service took in by its schema; undefined for a form that is not known here. */
export function evidenceIn(document: Record<string, unknown>): Evidence | undefined {
  const isKnown = document.version === 1 || document.version === 2
  return document.schema === 'jobwright/evidence' && isKnown ? (document as Evidence) : undefined
}
