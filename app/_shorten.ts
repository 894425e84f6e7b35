/** Beginning and end of a hash or address, for places where its whole length would be in the way. */
export function shorten(value: string): string {
  return value.length > 20 ? `${value.slice(0, 8)}…${value.slice(-6)}` : value
}
