import type { Run } from './judge.ts'

/** Of the window, what the runs of a result may take together while it is judged. */
const resultsShare = 0.5

export type ResultTime = {
  /** Seconds after which the next run of the result is stopped. */
  seconds: () => number
  spend: (run: Run) => void
}

/**
 * A result has half of the window for all its runs, and each run half of what the ones before have left. So a result that
 * never ends, or ends late again and again, reaches a limit, which counts against it, before the verifier's own deadline,
 * which does not. The window is a term of the job, so a worker knows its limits as well as a verifier.
 */
export function resultTimeOf(windowSeconds: number): ResultTime {
  let leftMs = windowSeconds * 1_000 * resultsShare
  return {
    seconds: () => leftMs / 2_000,
    spend: ({ durationMs }) => {
      leftMs = Math.max(0, leftMs - durationMs)
    },
  }
}
