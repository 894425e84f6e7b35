import { expect, test } from 'vitest'
import type { Run } from './judge.ts'
import { resultTimeOf } from './result-time.ts'

const took = (seconds: number): Run => {
  const durationMs = seconds * 1_000
  return { exitCode: 0, stoppedBy: null, durationMs, outputSha256: '', outputTail: '', lastLine: '', seen: [] }
}

test('the first run of a result may take a quarter of the window', () => {
  expect(resultTimeOf(900).seconds()).toBe(225)
})

test.each([1, 10, 100])('%i runs that each take all they may have never take more than half of the window', (runs) => {
  const time = resultTimeOf(900)
  let spent = 0
  for (let run = 0; run < runs; run += 1) {
    const seconds = time.seconds()
    spent += seconds
    time.spend(took(seconds))
  }
  expect(spent).toBeGreaterThanOrEqual(225)
  expect(spent).toBeLessThanOrEqual(450)
})

test('quick runs leave the later ones their time', () => {
  const time = resultTimeOf(900)
  for (let run = 0; run < 20; run += 1) time.spend(took(1))
  expect(time.seconds()).toBe(215)
})
