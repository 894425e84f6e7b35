import { expect, test } from 'vitest'
import { Failure } from '../domain/failure.ts'
import { sweepRows } from './sweep-rows.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

test.each([1, 3])('%d rows are handled at once, in their order, and every one of them', async (atOnce) => {
  const started: number[] = []
  let busy = 0
  let most = 0
  const rows = Array.from({ length: 10 }, (_, row) => row)
  const handle = async (row: number) => {
    started.push(row)
    busy += 1
    most = Math.max(most, busy)
    await turn()
    busy -= 1
  }
  await sweepRows(rows, { nameOf: String, handle, atOnce })
  expect([started, most, busy]).toEqual([rows, atOnce, 0])
})

test('a row that fails keeps no other from being handled, and is named at the end unless it is to be tried again', async () => {
  const done: string[] = []
  const broken = new Error('broken')
  const handle = async (row: string) => {
    if (row === 'b') throw broken
    if (row === 'c') throw new Failure('unavailable', 'The chain does not answer.')
    done.push(row)
  }
  const sweep = sweepRows(['a', 'b', 'c', 'd'], { nameOf: (row) => `row ${row}`, handle })
  await expect(sweep).rejects.toMatchObject({ failures: [{ row: 'row b', error: broken }] })
  expect(done).toEqual(['a', 'd'])
  await sweepRows([], { nameOf: String, handle })
})
