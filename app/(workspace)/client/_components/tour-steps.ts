export type TourFacts = {
  hasWallet: boolean
  balance: bigint | undefined
  repositories: number
  drafts: Partial<Record<string, number>>
  jobs: Partial<Record<string, number>>
  newestDraft: string | undefined
  newestJob: string | undefined
}

const tourSteps = ['wallet', 'money', 'repository', 'issue', 'fund', 'settle'] as const
export type TourStep = { name: (typeof tourSteps)[number]; isDone: boolean; href: string }

/** What of the tour is done by what really is, and where each step is done. */
export function tourOf({
  hasWallet,
  balance,
  repositories,
  drafts,
  jobs,
  newestDraft,
  newestJob,
}: TourFacts): TourStep[] {
  const jobCount = sum(jobs)
  return [
    { name: 'wallet', isDone: hasWallet, href: '/client' },
    { name: 'money', isDone: (balance ?? 0n) > 0n || jobCount > 0, href: '/client#wallet' },
    { name: 'repository', isDone: repositories > 0, href: '/client/repositories' },
    { name: 'issue', isDone: sum(drafts) + jobCount > 0, href: '/client/repositories' },
    { name: 'fund', isDone: jobCount > 0, href: newestDraft ? `/client/drafts/${newestDraft}` : '/client/drafts' },
    { name: 'settle', isDone: (jobs.SETTLED ?? 0) > 0, href: newestJob ? `/client/jobs/${newestJob}` : '/client/jobs' },
  ]
}

function sum(counts: Partial<Record<string, number>>): number {
  return Object.values(counts).reduce<number>((total, count) => total + (count ?? 0), 0)
}
