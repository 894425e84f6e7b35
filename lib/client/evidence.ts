import type { z } from 'zod'
import type { evidence } from '../api/evidence.ts'
import type { MarkCode } from '../domain/tripwires.ts'

export type { MarkCode }

export type Evidence = z.output<typeof evidence>
export type Run = NonNullable<Evidence['commands'][number]['result']>

/** A verdict's evidence, which the service took in by its schema; undefined for a form that is not known here. */
export function evidenceIn(document: Record<string, unknown>): Evidence | undefined {
  const isKnown = document.version === 1 || document.version === 2
  return document.schema === 'jobwright/evidence' && isKnown ? (document as Evidence) : undefined
}

export type ControlCount = { failed: number; passed: number; notRun: number; altered: number; noticed: number }

/** How many tests that must fail did so, and how many altered values the command noticed; null when none were reported. */
export function countControls({ controls }: Evidence): ControlCount | null {
  if (!controls) return null
  const count = { failed: 0, passed: 0, notRun: 0, altered: 0, noticed: 0 }
  for (const { kind, outcome } of controls) {
    if (kind === 'mutant') {
      if (outcome !== 'not_run') count.altered += 1
      if (outcome === 'failed_as_it_should') count.noticed += 1
    } else if (outcome === 'failed_as_it_should') count.failed += 1
    else if (outcome === 'passed') count.passed += 1
    else count.notRun += 1
  }
  return count
}
