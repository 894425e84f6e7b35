/** One thing that a worker does to a checkout in its exam; `content` is base64. */
export type ExamInstruction =
  | { op: 'write'; path: string; mode: '100644' | '100755'; content: string }
  | { op: 'replace'; path: string; find: string; with: string }
  | { op: 'delete'; path: string }
  | { op: 'mode'; path: string; mode: '100644' | '100755' }

/** How many tasks one try has; all of them must be passed. Four verdicts of three kinds are not to be guessed. */
export const seriesLength = { EXAM: 1, CALIBRATION: 4 } as const
