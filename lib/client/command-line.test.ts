import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commandLineProblem, joinCommand, splitCommand } from './command-line.ts'

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

test.each([
  ['node "unclosed', { kind: 'unclosed' }],
  ["grep it's here", { kind: 'unclosed' }],
  ['node "a\\" b', { kind: 'unclosed' }],
  ['npm test && npm run lint', { kind: 'operator', word: '&&' }],
  ['npm test | tee log', { kind: 'operator', word: '|' }],
  ['npm test 2>&1', { kind: 'operator', word: '2>&1' }],
  ['sh -c "npm test && echo ok"', undefined],
  [`find . -exec node {} ";"`, undefined],
  ['grep "it\'s" file', undefined],
])('%j runs as it reads, or says why not', (line, problem) => {
  expect(commandLineProblem(line)).toEqual(problem)
})

test('no list of arguments is refused once it is written as a line', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.constantFrom('&&', '|', ';', '>')), { maxLength: 6 }), (argv) => {
      expect(commandLineProblem(joinCommand(argv))).toBeUndefined()
    }),
  )
})
