/** So long after a sign-in steps about money or keys need no new one. */
export const recentSignInSeconds = 600

/** How much longer, in milliseconds, this sign-in is recent; less than nothing once it is not. */
export function recentForMs(signedInAt: Date, now = Date.now()): number {
  return signedInAt.getTime() + recentSignInSeconds * 1_000 - now
}
