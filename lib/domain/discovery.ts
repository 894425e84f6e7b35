export const fundingStates = ['unfunded', 'open', 'in_progress', 'settled'] as const
export type FundingState = (typeof fundingStates)[number]

export const issueSorts = ['newest', 'updated', 'reward', 'relevance'] as const
export type IssueSort = (typeof issueSorts)[number]

export const ageBands = ['day', 'week', 'month', 'year'] as const
export type AgeBand = (typeof ageBands)[number]

/** Rewards in whole units of the currency; each band reaches up to the next. */
export const rewardBands = [0, 10, 50, 100, 500] as const

/** So many of a stranger's requests are left for what cannot wait, such as a repository that may be private now. */
export const strangerReserve = 5

/** What a stranger looks for; empty and null parts let everything through. Rewards in base units, that can be earned now. */
export type IssueFilter = {
  text: string | null
  languages: string[]
  labels: string[]
  labelMode: 'any' | 'all'
  repository: string | null
  owner: string | null
  number: number | null
  rewardMin: bigint | null
  rewardMax: bigint | null
  funding: FundingState[]
  age: AgeBand | null
  commentsMin: number | null
  /** Whether people are assigned to it; null for both. */
  isAssigned: boolean | null
}
