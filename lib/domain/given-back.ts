/** The longest pause before a job that was given back goes to the next owner. */
const maxPauseSeconds = 3_600

/**
 * How long a job rests, in seconds, after it was given back or abandoned for the so-manieth time. The first may be its
 * worker's own trouble and costs nothing; each further one doubles the pause, in which the client can cancel.
 */
export function pauseAfter(times: number): number {
  return times < 2 ? 0 : Math.min(60 * 2 ** Math.min(times - 2, 6), maxPauseSeconds)
}
