import { expect, test } from 'vitest'
import { ageText } from './_age.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const before = (seconds: number) => ageText(now - seconds * 1_000, now)

test('an age is shown in its largest whole unit, never in the future', () => {
  expect(before(-30)).toBe('just now')
  expect(before(59)).toBe('just now')
  expect(before(60)).toBe('1 minute ago')
  expect(before(3 * 3_600 + 1)).toBe('3 hours ago')
  expect(before(86_400)).toBe('yesterday')
  expect(before(29 * 86_400)).toBe('29 days ago')
  expect(before(64 * 86_400)).toBe('2 months ago')
  expect(before(800 * 86_400)).toBe('2 years ago')
})
