/** One result of a review; a blocking one keeps the draft from READY. */
export type Finding = {
  code: string
  severity: 'blocking' | 'warning'
  pointer: string
  message: string
  next_action: string
  /** Entries of the list at `pointer` that would end it. */
  missing?: string[]
}

export function isBlocking(finding: Finding): boolean {
  return finding.severity === 'blocking'
}
