type Place = { value: unknown; key: string; above: Place | undefined }

/** A path longer than this is cut: it is there to be read. */
const depthMax = 32

/**
 * Where a JSON value holds text that PostgreSQL cannot hold, which is NUL and half of a surrogate pair; of a key, the
 * object that has it. Walks with an explicit list, since a hostile body may be nested deeper than the call stack.
 */
export function findUnstorable(value: unknown): string[] | undefined {
  const left: Place[] = [{ value, key: '', above: undefined }]
  for (let next = left.pop(); next; next = left.pop()) {
    if (typeof next.value === 'string' && !isStorableText(next.value)) return pathTo(next)
    if (typeof next.value !== 'object' || next.value === null) continue
    for (const [key, inner] of Object.entries(next.value)) {
      if (!isStorableText(key)) return pathTo(next)
      left.push({ value: inner, key, above: next })
    }
  }
  return undefined
}

/** Whether PostgreSQL can hold every text in a JSON value. */
export function isStorable(value: unknown): boolean {
  return findUnstorable(value) === undefined
}

function isStorableText(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed()
}

function pathTo(place: Place): string[] {
  const path: string[] = []
  for (let at = place; at.above; at = at.above) path.push(at.key)
  return path.reverse().slice(0, depthMax)
}
