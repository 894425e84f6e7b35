import { expect, test } from 'vitest'
import { chosenOf } from './_chosen.ts'
import { type Facet, groupsOf, totalOf } from './_facets.ts'
import { readSearch } from './_read-search.ts'
import { changed, toggled, valuesOf } from './_search.ts'

const facet = (name: Facet['name'], values: Record<string, number>, more: Partial<Facet> = {}): Facet => ({
  name,
  matches: 12,
  exact: true,
  values: Object.entries(values).map(([value, count]) => ({ value, count, exact: true })),
  ...more,
})

test('a value is added to its filter and taken away again, other filters stay, and the place in the list is given up', () => {
  const one = toggled('cursor=abc&owner=acme', 'label', 'bug')
  expect(one).toBe('label=bug&owner=acme')
  const two = toggled(one, 'label', 'a, b')
  expect(valuesOf(two, 'label')).toEqual(['bug', 'a, b'])
  expect(toggled(toggled(two, 'label', 'a, b'), 'label', 'bug')).toBe('owner=acme')
})

test('what goes without saying is not in the address', () => {
  expect(changed('q=x', { sort: 'newest', limit: '25' })).toBe('q=x')
  expect(changed('q=x', { sort: 'reward' })).toBe('q=x&sort=reward')
})

test('empty fields of a form are left out, and what the API would refuse is named', () => {
  expect(readSearch({ q: '', language: 'Go', sort: 'newest' })).toMatchObject({
    search: 'language=Go',
    query: { language: ['Go'], sort: 'newest' },
  })
  const faults = readSearch({ funding: 'rich', colour: 'red', limit: '9999' }).faults ?? []
  expect(faults.map(({ name }) => name).sort()).toEqual(['colour', 'funding', 'limit'])
  const rewards = readSearch({ reward_min: '50', reward_max: '9.5', q: 'slug' }).faults
  expect(rewards?.map(({ name, reason }) => [name, reason.includes('lowest reward')])).toEqual([
    ['reward_min', true],
    ['reward_max', true],
  ])
  expect(readSearch({ reward_min: '50', reward_max: '50' }).query).toBeDefined()
  expect(readSearch({ q: 'a\u0000', language: 'Go' }).faults?.map(({ name }) => name)).toEqual(['q'])
})

test('a chosen value stays in the panel though nothing fits it, and leads back to a search without it', () => {
  const [group] = groupsOf([facet('language', { Go: 3 })], 'language=Rust')
  expect(group?.choices).toEqual([
    { text: 'Rust', search: '', isChosen: true, count: null },
    { text: 'Go', search: 'language=Rust%2CGo', isChosen: false, count: { count: 3, exact: true } },
  ])
})

test('a language or label that is chosen in another case is one choice, and one click away from the search without it', () => {
  const [language] = groupsOf([facet('language', { Go: 3 })], 'language=go')
  expect(language?.choices).toEqual([{ text: 'Go', search: '', isChosen: true, count: { count: 3, exact: true } }])
  const [label] = groupsOf([facet('label', { Bug: 3 })], 'label=bug')
  expect(label?.choices).toEqual([{ text: 'Bug', search: '', isChosen: true, count: { count: 3, exact: true } }])
})

test('a reward band leaves out where the next one begins, and an age holds all younger ones', () => {
  const groups = groupsOf([facet('reward', { 10: 2, 500: 1 }), facet('age', { day: 1, month: 2, older: 9 })], '')
  const of = (name: string) => groups.find((group) => group.name === name)?.choices ?? []
  expect(of('reward').map(({ search }) => search)).toEqual(['reward_max=49.999999&reward_min=10', 'reward_min=500'])
  expect(of('age').map(({ count }) => count?.count)).toEqual([1, 1, 3, 3])
  expect(groupsOf([facet('reward', { 10: 2 })], of('reward')[0]?.search ?? '')[0]?.choices[0]?.isChosen).toBe(true)
})

test('the total is that of a facet that is not filtered', () => {
  const facets = [facet('age', {}, { matches: 90 }), facet('funding', {}, { matches: 10_000, exact: false })]
  expect(totalOf(facets, '')).toEqual({ count: 90, exact: true })
  expect(totalOf(facets, 'age=day')).toEqual({ count: 10_000, exact: false })
  expect(totalOf(facets, 'age=day&funding=open&owner=acme')).toBeUndefined()
})

test('every filter is shown in words with a way to remove it', () => {
  expect(chosenOf('label=bug%2Cdocs&q=slug&reward_max=49.999999&reward_min=10&sort=reward')).toEqual([
    { text: '“slug”', search: 'label=bug%2Cdocs&reward_max=49.999999&reward_min=10&sort=reward' },
    { text: 'Label: bug', search: 'label=docs&q=slug&reward_max=49.999999&reward_min=10&sort=reward' },
    { text: 'Label: docs', search: 'label=bug&q=slug&reward_max=49.999999&reward_min=10&sort=reward' },
    { text: '10 to 50 USDC', search: 'label=bug%2Cdocs&q=slug&sort=reward' },
  ])
})
