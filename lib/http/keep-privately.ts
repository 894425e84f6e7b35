export const privateCaching = 'private, max-age=86400, immutable'

/** Lets the caller's own browser keep the answer for a day; the cookie is part of its key, so it ends with the session. */
export function keepPrivately(headers: Headers): void {
  headers.set('cache-control', privateCaching)
  headers.set('vary', 'cookie')
}
