import { expect, test } from 'vitest'
import { cursorOf, filteredList, keyWithin, toPage } from './page.ts'

test('a cursor works for the list that issued it alone', () => {
  const { nextCursor } = toPage('jobs', [3, 2, 1], 2, String)
  expect(keyWithin('jobs', nextCursor ?? '')).toBe('2')
  expect(keyWithin('job', nextCursor ?? '')).toBeUndefined()
  expect(keyWithin(filteredList('jobs', { states: ['OPEN'] }), nextCursor ?? '')).toBeUndefined()
  expect(toPage('jobs', [3, 2], 2, String).nextCursor).toBeNull()
})

test('the same filter names the same list, in whatever order it was written; without a filter it is the bare list', () => {
  const list = filteredList('issues', { labels: ['a', 'b'], min: 1n, isAssigned: false, text: null })
  expect(filteredList('issues', { isAssigned: false, min: 1n, labels: ['b', 'a'] })).toBe(list)
  expect(filteredList('issues', { labels: [], text: null, age: undefined })).toBe('issues')
})

test('different filters name different lists', () => {
  const filters = [{ a: ['b,c'] }, { a: ['b', 'c'] }, { a: 'b,c' }, { b: 'b,c' }, { a: false }, { a: true }, { a: 0n }]
  expect(new Set(filters.map((filter) => filteredList('x', filter))).size).toBe(filters.length)
})

test('a cursor of the longest list and key is one that the API takes', () => {
  const list = filteredList('issues/relevance', { text: 'x' })
  expect(cursorOf(list, `${'1'.repeat(60)}|${'1'.repeat(15)}`).length).toBeLessThanOrEqual(200)
})
