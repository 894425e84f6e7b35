import { expect, test } from 'vitest'
import { ApiError, type Problem } from './api.ts'
import { deleteDrafts, deleteOnce } from './delete-drafts.ts'

const refusal = (code: Problem['code'], status: number) =>
  new ApiError({
    title: code,
    status,
    detail: code,
    code,
    request_id: 'r',
    errors: [],
    retryable: false,
    next_actions: [],
  })

/** Deletes all but those for which it has a refusal. */
function drafts(refusals: Record<string, Error>) {
  const deleted: string[] = []
  const remove = async (id: string) => {
    const error = refusals[id]
    if (error) throw error
    deleted.push(id)
  }
  return { deleted, remove }
}

test('a draft that is refused stays with its reason, and the others are deleted', async () => {
  const locked = refusal('draft_locked', 409)
  const { deleted, remove } = drafts({ b: locked })
  expect(await deleteDrafts(['a', 'b', 'c'], remove)).toEqual({
    deleted: ['a', 'c'],
    refused: [{ id: 'b', error: locked }],
  })
  expect(deleted).toEqual(['a', 'c'])
})

test('a draft that another tab deleted is no refusal', async () => {
  const { deleted, remove } = drafts({ a: refusal('not_found', 404) })
  expect(await deleteDrafts(['a', 'b'], remove)).toEqual({ deleted: ['b'], refused: [] })
  expect(deleted).toEqual(['b'])
})

test.each([
  ['an ended session', refusal('unauthenticated', 401)],
  ['an outage', refusal('unavailable', 503)],
  ['a lost network', new TypeError('fetch failed')],
])(
  '%s ends the deletion instead of being said once for each draft, and what went before it is known',
  async (_, error) => {
    const { deleted, remove } = drafts({ b: error })
    expect(await deleteDrafts(['a', 'b', 'c'], remove)).toEqual({ deleted: ['a'], refused: [], error })
    expect(deleted).toEqual(['a'])
  },
)

test.each([
  ['no answer', new TypeError('fetch failed')],
  ['an accident of the service', refusal('internal', 500)],
])('a draft that is gone after %s was deleted by that attempt', async (_, first) => {
  const lost = new Set<string>()
  const answers: Record<string, Error> = { a: first }
  const { remove } = drafts(answers)
  await expect(deleteOnce('a', lost, remove)).rejects.toBe(first)
  answers.a = refusal('not_found', 404)
  await deleteOnce('a', lost, remove)
  answers.b = refusal('not_found', 404)
  await expect(deleteOnce('b', lost, remove)).rejects.toBe(answers.b)
})
