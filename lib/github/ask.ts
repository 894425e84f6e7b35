export type Place = { appId: number; repositoryId: number; fullName: string }

/** Asks for one route of the repository. */
export type Ask = (route: string, fields?: Record<string, unknown>) => Promise<unknown>
