'use client'
import { useSearchParams } from 'next/navigation'

export const draftGroups = ['unfunded', 'funded'] as const
export type DraftGroup = (typeof draftGroups)[number]

/** The chosen group lives in the address, so that it survives reload and can be shared. */
export function useDraftGroup(): { group: DraftGroup; choose: (group: DraftGroup) => void } {
  const query = useSearchParams()
  const group = draftGroups.find((name) => name === query.get('group')) ?? 'unfunded'
  const choose = (name: DraftGroup) =>
    window.history.replaceState(null, '', name === 'funded' ? '?group=funded' : location.pathname)
  return { group, choose }
}
