import { beforeEach, describe, expect, test } from 'vitest'
import { ApiError } from './api.ts'
import { AskedElsewhere, askAlone, askOnce, unanswered, unansweredKey } from './request-key.ts'

const request = { name: 'draft-1.fund', of: '2026-11-21T10:00:00.000Z' }

let kept: Map<string, string>
const place = {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, value: string) => void kept.set(name, value),
  removeItem: (name: string) => void kept.delete(name),
}

function refusal(status: number, retryable: boolean, code = 'x') {
  const problem = { title: '', detail: '', code, request_id: '', errors: [], next_actions: [], status, retryable }
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
    ['a session that is over keeps it', refusal(401, false, 'unauthenticated'), true],
    ['an answer that is not the service’s keeps it', refusal(403, false, 'unexpected_answer'), true],
  ])('%s', async (_, error, isKept) => {
    await expect(askOnce(place, request, async () => Promise.reject(error))).rejects.toBe(error)
    expect(unansweredKey(place, request) !== undefined).toBe(isKept)
  })

  test('a refusal that a request outlives keeps its key, for the answer that was lost before', async () => {
    const rotation = { ...request, outlives: ['recent_sign_in_required'] }
    const key = await askOnce(place, rotation, () => Promise.reject(new TypeError('lost'))).catch(() =>
      unansweredKey(place, rotation),
    )
    const refused = refusal(403, false, 'recent_sign_in_required')
    await expect(askOnce(place, rotation, () => Promise.reject(refused))).rejects.toBe(refused)
    expect([unansweredKey(place, rotation), typeof key]).toEqual([key, 'string'])
    await askOnce(place, rotation, async (again) => expect(again).toBe(key))
    expect(unansweredKey(place, rotation)).toBeUndefined()
  })

  test('what was sent for an earlier review is never repeated for a later one', async () => {
    await expect(askOnce(place, request, async () => Promise.reject(new TypeError('lost')))).rejects.toThrow()
    const later = { ...request, of: '2026-11-21T11:00:00.000Z' }
    expect(unansweredKey(place, later)).toBeUndefined()
  })

  test('what was asked for is known until an answer comes', async () => {
    await expect(askOnce(place, request, async () => Promise.reject(new TypeError('lost')))).rejects.toThrow()
    expect(unanswered(place, request.name)?.of).toBe(request.of)
    expect(unanswered(place, 'draft-2.fund')).toBeUndefined()
    await askOnce(place, request, async () => undefined)
    expect(unanswered(place, request.name)).toBeUndefined()
  })

  test('what is kept and cannot be read counts as nothing', async () => {
    kept.set('jobwright.intention.draft-1.fund', '{')
    expect(unansweredKey(place, request)).toBeUndefined()
  })
})

describe('a request that must not take effect beside another', () => {
  const lose = async () => Promise.reject(new TypeError('lost'))
  const notAsked = async () => expect.unreachable('nothing may be sent')
  const keyHeld = () => unanswered(place, request.name)?.key

  test('is asked for again under the key that was shown, until another tab got the answer', async () => {
    await expect(askAlone(place, request, undefined, lose)).rejects.toThrow('lost')
    const shown = keyHeld()
    await askAlone(place, request, shown, async (key) => expect(key).toBe(shown))
    await expect(askAlone(place, request, shown, notAsked)).rejects.toThrow(AskedElsewhere)
    expect(keyHeld()).toBeUndefined()
  })

  test('neither replaces nor joins one that another tab sent and that has no answer', async () => {
    await expect(askAlone(place, request, undefined, lose)).rejects.toThrow('lost')
    const held = keyHeld()
    await expect(askAlone(place, { ...request, of: 'more' }, undefined, notAsked)).rejects.toThrow(AskedElsewhere)
    await expect(askAlone(place, request, undefined, notAsked)).rejects.toThrow(AskedElsewhere)
    await expect(askAlone(place, request, 'an earlier key', notAsked)).rejects.toThrow(AskedElsewhere)
    expect(keyHeld()).toBe(held)
  })

  test('whose answer another tab got while this one lost it does not look open', async () => {
    const answeredElsewhere = async () => {
      kept.clear()
      throw new TypeError('lost')
    }
    await expect(askAlone(place, request, undefined, answeredElsewhere)).rejects.toThrow(AskedElsewhere)
    const refusedHere = async () => {
      kept.clear()
      throw refusal(409, false)
    }
    await expect(askAlone(place, request, undefined, refusedHere)).rejects.toThrow(ApiError)
  })

  test('an answer ends no request but its own', async () => {
    const overtaken = async () => {
      place.setItem('jobwright.intention.draft-1.fund', JSON.stringify({ key: 'newer', of: 'more' }))
    }
    await askAlone(place, request, undefined, overtaken)
    expect(keyHeld()).toBe('newer')
  })
})
