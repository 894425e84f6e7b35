/** Rows as JSON has them: times in ISO 8601, large numbers in decimal digits. */
export function toAccountReply(rows: Record<string, unknown[]>): Record<string, Record<string, unknown>[]> {
  const toText = (_: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)
  return JSON.parse(JSON.stringify(rows, toText))
}
