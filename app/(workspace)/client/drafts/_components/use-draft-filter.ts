'use client'
import { useSearchParams } from 'next/navigation'

export const draftGroups = ['unfunded', 'funded'] as const
export type DraftGroup = (typeof draftGroups)[number]
export type DraftFilter = { group: DraftGroup; q: string }

/** The filter lives in the address, so that it survives reload and can be shared. */
export function useDraftFilter(): { filter: DraftFilter; change: (part: Partial<DraftFilter>) => void } {
  const filter = filterIn(useSearchParams())
  const change = (part: Partial<DraftFilter>) => {
    const { group, q } = { ...filterIn(new URLSearchParams(location.search)), ...part }
    const search = new URLSearchParams({ ...(group === 'funded' && { group }), ...(q && { q }) })
    window.history.replaceState(null, '', search.size > 0 ? `?${search}` : location.pathname)
  }
  return { filter, change }
}

function filterIn(query: Pick<URLSearchParams, 'get'>): DraftFilter {
  return {
    group: draftGroups.find((name) => name === query.get('group')) ?? 'unfunded',
    q: query.get('q')?.trim() ?? '',
  }
}
