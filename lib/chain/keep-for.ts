/** Reads at most once within that time; a failure is not kept. */
export function keepFor<T>(ms: number, read: () => Promise<T>): () => Promise<T> {
  let kept: { value: Promise<T>; at: number } | undefined
  return () => {
    if (kept && performance.now() - kept.at < ms) return kept.value
    const made = { value: read(), at: performance.now() }
    kept = made
    made.value.catch(() => {
      if (kept === made) kept = undefined
    })
    return made.value
  }
}
