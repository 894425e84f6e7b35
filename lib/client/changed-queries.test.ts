import { expect, test } from 'vitest'
import { isChangedBy } from './changed-queries.ts'
import type { ChangeNotice } from './follow-changes.ts'
import { queries } from './queries.ts'
import { savedSearchQuery } from './saved-search-query.ts'

const notice = (type: string, name = `${type}.changed`): ChangeNotice => ({
  kind: 'change',
  change: { id: '1', name, subject: { type, id: '7' } },
})

test('a change has those resources read again that may show it', () => {
  const shown = [
    queries.job('7'),
    queries.jobs(),
    queries.overview(),
    queries.unreadNotifications(),
    queries.ledger(null),
  ]
  for (const { queryKey } of shown) expect(isChangedBy(notice('job'), queryKey), String(queryKey)).toBe(true)
  expect(isChangedBy(notice('draft'), queries.job('7').queryKey)).toBe(false)
  expect(isChangedBy(notice('session'), queries.sessions().queryKey)).toBe(true)
  expect(isChangedBy(notice('saved_search'), savedSearchQuery.queryKey)).toBe(true)
})

test('the repository host is asked again only when access to it changed', () => {
  const { queryKey } = queries.issues('1', {})
  expect(
    [notice('job'), { kind: 'all' } as const, notice('installation')].map((one) => isChangedBy(one, queryKey)),
  ).toEqual([false, false, true])
})

test('the wallet of an agent is read from the chain again when money moved', () => {
  const { queryKey } = queries.agentWallet('7')
  const changes = [notice('agent'), notice('job', 'job.offered'), notice('job', 'job.settled'), notice('withdrawal')]
  expect(changes.map((one) => isChangedBy(one, queryKey))).toEqual([false, false, true, true])
})

test('a file as it was before the result is never read again', () => {
  expect(isChangedBy(notice('job'), queries.resultBase('7', 'a.ts').queryKey)).toBe(false)
})
