/**
 * For answers that are the same for everybody: callers may keep them as long as this program does, a cache in front
 * of it for half a minute, and for as long again while it reads them afresh.
 */
export function sharedCaching(seconds: number): string {
  return `public, max-age=${seconds}, s-maxage=30, stale-while-revalidate=30`
}
