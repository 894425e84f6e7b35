import { useSearchParams } from 'next/navigation'
import { useState } from 'react'

export const jobTabs = ['result', 'verification', 'money', 'proof'] as const
export type JobTab = (typeof jobTabs)[number]

/**
 * The tab that the address names, so that a link and the way back lead to it. Where it names none, it is the first that
 * was given, which then stays: nothing is swapped under a reader when a result arrives.
 */
export function useJobTab(first: JobTab): [JobTab, (tab: string | null) => void] {
  const [start] = useState(first)
  const named = useSearchParams().get('tab')
  const tab = jobTabs.find((name) => name === named) ?? start
  return [tab, (next) => window.history.pushState(null, '', `?tab=${next}`)]
}
