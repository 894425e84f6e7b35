import type { DraftState } from './draft.ts'

export const draftSorts = ['newest', 'next_step'] as const
export type DraftSort = (typeof draftSorts)[number]

/** What a draft needs of its client next, the closest to a job first; nothing once it is funded. */
const draftStages = ['fund', 'review', 'edit', 'funded'] as const
export type DraftStage = (typeof draftStages)[number]

type Staged = { state: DraftState; isReviewed: boolean }

/** A reviewed draft that is not ready has something in it that blocks funding. */
export function stageOf({ state, isReviewed }: Staged): DraftStage {
  if (state === 'FUNDED') return 'funded'
  if (state !== 'DRAFT') return 'fund'
  return isReviewed ? 'edit' : 'review'
}

/** Where a draft stands in the order of next steps. */
export function stageRank(draft: Staged): number {
  return draftStages.indexOf(stageOf(draft))
}
