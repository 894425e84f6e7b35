'use client'
import { useSearchParams } from 'next/navigation'

export const issueStates = ['open', 'closed', 'all'] as const
export type IssueFilter = { search: string; label: string; state: (typeof issueStates)[number] }

/** The filter lives in the address, so that it survives reload and can be shared. */
export function useIssueFilter(): { filter: IssueFilter; change: (part: Partial<IssueFilter>) => void } {
  const query = useSearchParams()
  const filter = {
    search: query.get('search') ?? '',
    label: query.get('label') ?? '',
    state: issueStates.find((state) => state === query.get('state')) ?? 'open',
  }
  const change = (part: Partial<IssueFilter>) => {
    const next = { ...filter, ...part }
    const shown = new URLSearchParams()
    if (next.search) shown.set('search', next.search)
    if (next.label) shown.set('label', next.label)
    if (next.state !== 'open') shown.set('state', next.state)
    window.history.replaceState(null, '', shown.size > 0 ? `?${shown}` : location.pathname)
  }
  return { filter, change }
}
