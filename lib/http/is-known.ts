/** Whether the caller of a GET or HEAD has this very version already. */
export function isKnown(request: Request, etag: string | null): boolean {
  if (etag === null || (request.method !== 'GET' && request.method !== 'HEAD')) return false
  const known = request.headers.get('if-none-match')
  if (known === null) return false
  return known === etag || known === '*' || known.split(',').some((tag) => isSame(tag.trim(), etag))
}

/** Proxies that compress an answer make its tag a weak one. */
function isSame(left: string, right: string): boolean {
  return left.replace(/^W\//, '') === right.replace(/^W\//, '')
}
