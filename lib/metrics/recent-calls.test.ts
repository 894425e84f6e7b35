import { expect, test } from 'vitest'
import { isFailing, type RecentCalls } from '../domain/readiness.ts'
import { countRecentCalls } from './recent-calls.ts'

const startMs = Date.UTC(2026, 0, 1)

/** What a program counts whose calls end like this, one each second from the given one on; `f` fails. */
function counted(calls: string, fromSecond = 0): RecentCalls {
  let at = startMs
  const recent = countRecentCalls(() => at)
  for (const [place, call] of [...calls].entries()) {
    at = startMs + (fromSecond + place) * 1_000
    recent.count(call === 'f')
  }
  return recent.read()
}

test.each([
  ['ffff', false],
  ['fffff', true],
  ['ssssssssssfffff', true],
  ['fsfsffff', true],
  ['sfsfsfsfsf', false],
  ['fffffs', true],
  ['ffffffffffss', true],
  ['ffffffffffsss', false],
  ['ffffffffffsssf', false],
  ['ffffffffffsssfffff', true],
  ['sssffsffsff', true],
])('calls that end as %s fail: %s', (calls, expected) => {
  expect(isFailing([counted(calls)])).toBe(expected)
})

test('what failed in one program counts no more once another one finds the provider well, and counts again when it fails later', () => {
  const web = counted('fffff')
  expect(isFailing([web, counted('fffff')])).toBe(true)
  expect(isFailing([web, counted('fffffsss')])).toBe(false)
  expect(isFailing([web, counted('sss')])).toBe(true)
  expect(isFailing([counted('fffff', 60), counted('fffffsss')])).toBe(true)
})

test('calls of more than five minutes ago count as none', () => {
  let at = startMs
  const recent = countRecentCalls(() => at)
  for (let n = 0; n < 6; n += 1) recent.count(true)
  at += 301_000
  expect(recent.read()).toEqual({ calls: 0, failures: 0, since: null, failedAt: null, inARow: 0, wellSince: null })
})
