/**
 * For answers that are the same for everybody: callers may keep them as long as this program does, a cache in front of it
 * for half a minute, and while it reads them anew for as long again.
 */
export function sharedCaching(seconds: number): string {
  return `public, max-age=${seconds}, s-maxage=30, stale-while-revalidate=30`
}
