import { expect, test } from 'vitest'
import { usageOf } from './usage.ts'

const commandsIn = (text: string) => text.split('\n').filter((line) => line.startsWith('npm run'))

test.each([
  [['withdrawals', '--help'], 2],
  [['withdrawals', 'resolve', 'x'], 1],
  [['chain'], 2],
  [['audit', 'import', 'x'], 1],
  [['job'], 1],
])('%j is answered with the commands that begin so', (words, count) => {
  const lines = commandsIn(usageOf(words))
  expect(lines).toHaveLength(count)
  expect(lines.every((line) => line.startsWith('npm run admin -- ') && line.includes(words[0] ?? ''))).toBe(true)
})

test.each([[[]], [['--help']], [['withdraw']]])('%j is answered with every command', (words) => {
  expect(commandsIn(usageOf(words)).length).toBeGreaterThan(20)
})
