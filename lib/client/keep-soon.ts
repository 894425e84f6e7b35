const afterMs = 200

export type KeepSoon<Input> = ReturnType<typeof keepSoon<Input>>

/** Keeps what is typed a moment after the last key, since keeping it with each would make typing slow. */
export function keepSoon<Input>(keep: (input: Input) => void) {
  let waiting: { input: Input } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const atOnce = (input: Input) => {
    clearTimeout(timer)
    waiting = undefined
    keep(input)
  }
  /** Keeps what still waits; called where nothing more is typed. */
  const flush = () => {
    if (waiting) atOnce(waiting.input)
  }
  return {
    soon: (input: Input) => {
      clearTimeout(timer)
      waiting = { input }
      timer = setTimeout(flush, afterMs)
    },
    /** Keeps it in place of what still waits. */
    atOnce,
    flush,
  }
}
