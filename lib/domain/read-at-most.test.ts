import { expect, test } from 'vitest'
import { readAtMost } from './read-at-most.ts'

test('a body is given whole up to its limit, and nothing more is asked for once it is longer', async () => {
  const sent: number[] = []
  let isEnded = false
  async function* body() {
    try {
      for (let chunk = 0; chunk < 4; chunk += 1) {
        sent.push(chunk)
        yield Uint8Array.of(chunk, chunk)
      }
    } finally {
      isEnded = true
    }
  }
  expect(await readAtMost(body(), 8)).toEqual(Buffer.from([0, 0, 1, 1, 2, 2, 3, 3]))
  sent.length = 0
  isEnded = false
  expect(await readAtMost(body(), 3)).toBeUndefined()
  expect([sent, isEnded]).toEqual([[0, 1], true])
})

test('no body is an empty one', async () => {
  expect(await readAtMost(null, 0)).toEqual(Buffer.alloc(0))
})
