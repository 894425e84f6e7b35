import type { JobState } from './job.ts'

/** The name and the version of the document that proves an ended job; `docs/proof-format.md` describes it. */
export const proofFormat = { format: 'jobwright/proof', version: 4 } as const

/** States in which a job gets no other worker and no other verdict, so that all of it can be proven. */
export const provenStates = [
  'SETTLED',
  'REJECTED',
  'REFUNDED',
  'CANCELLED',
  'LAPSED',
] as const satisfies readonly JobState[]

export function isProvable(state: JobState): boolean {
  return (provenStates as readonly JobState[]).includes(state)
}
