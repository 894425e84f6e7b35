import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinCommand, splitCommand } from './command-line.ts'

test.each([
  ['node --test', ['node', '--test']],
  ['sh -c "npm test && echo ok"', ['sh', '-c', 'npm test && echo ok']],
  [`grep 'a "b" c' file`, ['grep', 'a "b" c', 'file']],
  ['--name="two words"', ['--name=two words']],
  ['  spaced   out  ', ['spaced', 'out']],
  ['', []],
])('%j means %j', (line, argv) => {
  expect(splitCommand(line)).toEqual(argv)
})

test('every list of arguments survives being written as a line', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { maxLength: 6 }), (argv) => {
      expect(splitCommand(joinCommand(argv))).toEqual(argv)
    }),
  )
})
