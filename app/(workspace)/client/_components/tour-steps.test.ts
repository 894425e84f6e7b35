import { describe, expect, test } from 'vitest'
import { type TourFacts, tourOf } from './tour-steps.ts'

const nothing: TourFacts = {
  hasWallet: false,
  balance: undefined,
  repositories: 0,
  drafts: {},
  jobs: {},
  newestDraft: undefined,
  newestJob: undefined,
}
const done = (facts: Partial<TourFacts>) =>
  tourOf({ ...nothing, ...facts })
    .filter(({ isDone }) => isDone)
    .map(({ name }) => name)

describe('the tour marks what is really done', () => {
  test('nothing at first', () => {
    expect(done({})).toEqual([])
  })

  test('each step by its own fact', () => {
    expect(done({ hasWallet: true })).toEqual(['wallet'])
    expect(done({ hasWallet: true, balance: 1n })).toEqual(['wallet', 'money'])
    expect(done({ repositories: 1 })).toEqual(['repository'])
    expect(done({ drafts: { DRAFT: 1 } })).toEqual(['issue'])
    expect(done({ hasWallet: true, balance: 0n, repositories: 1, jobs: { OPEN: 1 } })).toEqual([
      'wallet',
      'money',
      'repository',
      'issue',
      'fund',
    ])
    expect(done({ hasWallet: true, repositories: 1, jobs: { SETTLED: 1 } })).toHaveLength(6)
  })

  test('a step leads to the newest draft and job when there are such', () => {
    const links = tourOf({ ...nothing, newestDraft: 'd1', newestJob: '7' }).map(({ href }) => href)
    expect(links.slice(4)).toEqual(['/client/drafts/d1', '/client/jobs/7'])
  })
})
