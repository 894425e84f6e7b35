/** Path and query of an operation with its parameters in them. */
export function targetOf(path: string, { params, query }: { params?: unknown; query?: unknown }): string {
  const values = (params ?? {}) as Record<string, unknown>
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])))
  const entries = Object.entries((query ?? {}) as Record<string, unknown>).filter(([, value]) => value !== undefined)
  if (entries.length === 0) return filled
  return `${filled}?${new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))}`
}
