import { joinNames } from '../../api/name-list.ts'
import { savedSearch } from '../../api/saved-searches.ts'
import type { SavedSearch } from '../../data/saved-searches.ts'
import type { IssueFilter } from '../../domain/discovery.ts'
import { formatAmount } from '../../domain/money.ts'
import { toWire } from '../to-wire.ts'

export function toSavedSearchReply(search: SavedSearch) {
  return toWire(savedSearch, { ...search, filter: toQuery(search.filter) })
}

/** The query that `parseFilter` reads as this filter; parameters that let everything through are left out. */
export function toQuery(filter: IssueFilter): Record<string, string> {
  const { text, languages, labels, labelMode, repository, owner, number, funding, age, commentsMin } = filter
  const query = {
    q: text,
    language: joinNames(languages),
    label: joinNames(labels),
    label_mode: labelMode === 'all' ? labelMode : null,
    repository,
    owner,
    number,
    reward_min: filter.rewardMin === null ? null : formatAmount(filter.rewardMin),
    reward_max: filter.rewardMax === null ? null : formatAmount(filter.rewardMax),
    funding: funding.join(),
    age,
    comments_min: commentsMin,
    unassigned: filter.isAssigned === null ? null : !filter.isAssigned,
  }
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== '')
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]))
}
