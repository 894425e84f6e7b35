import type { IssueFilter } from './discovery.ts'

export const savedSearchesMax = 50

/** The deletion of a search can be undone for this long. */
export const searchRestoreMinutes = 10

/** A search is checked again after this long: after an alert later, so that a busy search alerts once an hour. */
export const recheckSeconds = { quiet: 300, failed: 900, alerted: 3_600 }

/** An alert counts no more new issues than these. */
export const alertedIssuesMax = 100

/** A filter as it is stored: amounts as text. */
export type StoredFilter = Omit<IssueFilter, 'rewardMin' | 'rewardMax'> & {
  rewardMin: string | null
  rewardMax: string | null
}

export function toStoredFilter({ rewardMin, rewardMax, ...rest }: IssueFilter): StoredFilter {
  return { ...rest, rewardMin: rewardMin?.toString() ?? null, rewardMax: rewardMax?.toString() ?? null }
}

export function fromStoredFilter({ rewardMin, rewardMax, ...rest }: StoredFilter): IssueFilter {
  return { ...rest, rewardMin: toUnits(rewardMin), rewardMax: toUnits(rewardMax) }
}

function toUnits(text: string | null): bigint | null {
  return text === null ? null : BigInt(text)
}
