/**
 * Whether PostgreSQL can hold every text in a JSON value: it knows neither NUL nor half of a surrogate pair. Walks with a
 * list of its own, since a hostile body may be nested deeper than the call stack.
 */
export function isStorable(value: unknown): boolean {
  const left = [value]
  while (left.length > 0) {
    const next = left.pop()
    if (typeof next === 'string') {
      if (next.includes('\u0000') || !next.isWellFormed()) return false
    } else if (typeof next === 'object' && next !== null) {
      for (const [key, inner] of Object.entries(next)) left.push(key, inner)
    }
  }
  return true
}
