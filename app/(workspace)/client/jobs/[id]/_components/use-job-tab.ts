import { useSearchParams } from 'next/navigation'

export const jobTabs = ['result', 'verification', 'money', 'proof'] as const
export type JobTab = (typeof jobTabs)[number]

/** The tab that the address names, so that a link and the way back lead to it; `first` where it names none. */
export function useJobTab(first: JobTab): [JobTab, (tab: string | null) => void] {
  const named = useSearchParams().get('tab')
  const tab = jobTabs.find((known) => known === named) ?? first
  return [tab, (next) => window.history.pushState(null, '', `?tab=${next}`)]
}
