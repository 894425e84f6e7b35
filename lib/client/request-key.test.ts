import { beforeEach, describe, expect, test } from 'vitest'
import { ApiError } from './api.ts'
import { askOnce, unansweredKey, unansweredOf } from './request-key.ts'

const request = { name: 'draft-1.fund', of: '2026-11-21T10:00:00.000Z' }

let kept: Map<string, string>
const place = {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, value: string) => void kept.set(name, value),
  removeItem: (name: string) => void kept.delete(name),
}

function refusal(status: number, retryable: boolean) {
  const problem = { title: '', detail: '', code: 'x', request_id: '', errors: [], next_actions: [], status, retryable }
  return new ApiError(problem)
}

beforeEach(() => {
  kept = new Map()
})

describe('the key of a request', () => {
  test('a lost answer is asked for again under the same key, and an answer ends it', async () => {
    const keys: string[] = []
    const lose = async (key: string) => {
      keys.push(key)
      throw new TypeError('network')
    }
    await expect(askOnce(place, request, lose)).rejects.toThrow('network')
    expect(unansweredKey(place, request)).toBe(keys[0])
    await askOnce(place, request, async (key) => keys.push(key))
    expect(keys[1]).toBe(keys[0])
    expect(unansweredKey(place, request)).toBeUndefined()
    await askOnce(place, request, async (key) => keys.push(key))
    expect(keys[2]).not.toBe(keys[0])
  })

  test('is kept before the request leaves', async () => {
    await askOnce(place, request, async (key) => expect(unansweredKey(place, request)).toBe(key))
  })

  test.each([
    ['a refusal ends it', refusal(409, false), false],
    ['a first request that still runs keeps it', refusal(409, true), true],
    ['a failed service keeps it', refusal(503, true), true],
    ['an accident of the service keeps it', refusal(500, false), true],
  ])('%s', async (_, error, isKept) => {
    await expect(askOnce(place, request, async () => Promise.reject(error))).rejects.toBe(error)
    expect(unansweredKey(place, request) !== undefined).toBe(isKept)
  })

  test('what was sent for an earlier review is never repeated for a later one', async () => {
    await expect(askOnce(place, request, async () => Promise.reject(new TypeError('lost')))).rejects.toThrow()
    const later = { ...request, of: '2026-11-21T11:00:00.000Z' }
    expect(unansweredKey(place, later)).toBeUndefined()
  })

  test('what was asked for is known until an answer comes', async () => {
    await expect(askOnce(place, request, async () => Promise.reject(new TypeError('lost')))).rejects.toThrow()
    expect(unansweredOf(place, request.name)).toBe(request.of)
    expect(unansweredOf(place, 'draft-2.fund')).toBeUndefined()
    await askOnce(place, request, async () => undefined)
    expect(unansweredOf(place, request.name)).toBeUndefined()
  })

  test('what is kept and cannot be read counts as nothing', async () => {
    kept.set('jobwright.intention.draft-1.fund', '{')
    expect(unansweredKey(place, request)).toBeUndefined()
  })
})
