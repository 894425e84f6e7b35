import { draftStates } from '../domain/draft.ts'

/** Lists the drafts that are no job yet. */
export const unfundedDrafts = { state: draftStates.filter((state) => state !== 'FUNDED').join() }
