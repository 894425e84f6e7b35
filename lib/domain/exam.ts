/** One thing that a worker does to a checkout in its exam; `content` is base64. */
export type ExamInstruction =
  | { op: 'write'; path: string; mode: '100644' | '100755'; content: string }
  | { op: 'replace'; path: string; find: string; with: string }
  | { op: 'delete'; path: string }
  | { op: 'mode'; path: string; mode: '100644' | '100755' }

/** How many tasks one try has; all of them must be passed. Four verdicts of three kinds are not to be guessed. */
export const seriesLength = { EXAM: 1, CALIBRATION: 4 } as const

/** So many wrong answers within a day end a qualification. */
export const mostWrongAnswers = 5

/**
 * For how long no further try follows the given number of failed ones of the last day (s). It grows to two hours, so that
 * one who leaves out what it is unsure of is given about twenty tries a day to choose from.
 */
export function pauseBeforeTry(failedToday: number): number {
  return Math.min(5 * 2 ** failedToday, 7_200)
}
