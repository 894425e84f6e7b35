import { expect, test } from 'vitest'
import { noteDeleted, noteRestored, readDeleted } from './deleted-drafts.ts'

test('a deleted draft can come back for ten minutes, and not once it is back', () => {
  const items = new Map<string, string>()
  const storage = {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => items.set(name, value),
  } as unknown as Storage
  const minute = 60_000
  noteDeleted(storage, [{ id: 'a', title: 'First' }], 0)
  noteDeleted(
    storage,
    [
      { id: 'b', title: 'Second' },
      { id: 'c', title: 'Third' },
    ],
    minute,
  )
  expect(readDeleted(storage, 10 * minute - 1).map(({ id }) => id)).toEqual(['b', 'c', 'a'])
  noteRestored(storage, ['b'], 10 * minute)
  expect(readDeleted(storage, 10 * minute)).toEqual([{ id: 'c', title: 'Third', until: 11 * minute }])
  expect(readDeleted(storage, 11 * minute)).toEqual([])
})
