/**
 * Whether a request target names one path and nothing else. Absolute forms, dot segments, doubled slashes, backslashes,
 * encoded slashes and what is no encoded text are read differently by different parsers, so they are refused before
 * anything is dispatched.
 */
export function isPlainTarget(target: string): boolean {
  if (!target.startsWith('/')) return false
  const path = target.split(/[?#]/, 1)[0] ?? ''
  if (/\/\/|\\|%2f|%5c|%00/i.test(path)) return false
  if (!isDecodable(path)) return false
  return !path.split('/').some((segment) => /^(\.|%2e){1,2}$/i.test(segment))
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
