/** Path and query of an operation with its parameters in them. Throws `RangeError` for a value that leads to another path. */
export function targetOf(path: string, { params, query }: { params?: unknown; query?: unknown }): string {
  const values = (params ?? {}) as Record<string, unknown>
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => segmentOf(name, String(values[name])))
  const entries = Object.entries((query ?? {}) as Record<string, unknown>).filter(([, value]) => value !== undefined)
  if (entries.length === 0) return filled
  return `${filled}?${new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))}`
}

/** Dots stay dots however they are encoded, and every URL parser takes them for a folder. */
function segmentOf(name: string, value: string): string {
  if (['', '.', '..'].includes(value)) throw new RangeError(`“${value}” is no ${name.replaceAll('_', ' ')}.`)
  return encodeURIComponent(value)
}
