/** So long after a sign-in steps about money or keys need no new one. */
export const recentSignInSeconds = 600
