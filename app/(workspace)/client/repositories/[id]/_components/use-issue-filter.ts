'use client'
import { useSearchParams } from 'next/navigation'

export const issueStates = ['open', 'closed', 'all'] as const
export type IssueFilter = { search: string; label: string; state: (typeof issueStates)[number] }

/** The filter lives in the address, so that it survives reload and can be shared. */
export function useIssueFilter(): { filter: IssueFilter; change: (part: Partial<IssueFilter>) => void } {
  const filter = filterIn(useSearchParams())
  const change = (part: Partial<IssueFilter>) => {
    const { search, label, state } = { ...filterIn(new URLSearchParams(location.search)), ...part }
    const query = new URLSearchParams({
      ...(search && { search }),
      ...(label && { label }),
      ...(state !== 'open' && { state }),
    })
    window.history.replaceState(null, '', query.size > 0 ? `?${query}` : location.pathname)
  }
  return { filter, change }
}

function filterIn(query: Pick<URLSearchParams, 'get'>): IssueFilter {
  return {
    search: query.get('search')?.trim() ?? '',
    label: query.get('label') ?? '',
    state: issueStates.find((state) => state === query.get('state')) ?? 'open',
  }
}
