/** For public answers: anybody may keep them for a moment, and show them a while longer while they are read anew. */
export const sharedCaching = 'public, max-age=10, s-maxage=30, stale-while-revalidate=300'
