'use client'
import { useSearchParams } from 'next/navigation'
import type { JobFilter } from '#lib/client/queries.ts'
import { jobGroups, jobSorts } from '#lib/domain/job-list.ts'

/** The filter lives in the address, so that it survives reload and can be shared. */
export function useJobFilter(): { filter: JobFilter; change: (part: Partial<JobFilter>) => void } {
  const filter = filterIn(useSearchParams())
  const change = (part: Partial<JobFilter>) => {
    const search = searchOf({ ...filterIn(new URLSearchParams(location.search)), ...part })
    window.history.replaceState(null, '', search ? `?${search}` : location.pathname)
  }
  return { filter, change }
}

function filterIn(query: Pick<URLSearchParams, 'get'>): JobFilter {
  return {
    group: jobGroups.find((group) => group === query.get('group')) ?? null,
    q: query.get('q')?.trim() ?? '',
    sort: jobSorts.find((sort) => sort === query.get('sort')) ?? 'newest',
  }
}

/** Without what goes without saying. */
export function searchOf({ group, q, sort }: JobFilter): string {
  return new URLSearchParams({
    ...(group && { group }),
    ...(q && { q }),
    ...(sort !== 'newest' && { sort }),
  }).toString()
}
