import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { honest } from '#starter-runtime/verifier/cheats/corpus.ts'
import { chooseSamples } from './choose-samples.ts'
import { readSamples } from './read-samples.ts'

const sample = (name: string) => ({ name, base: { 'a.sh': 'exit 1\n' }, argv: ['sh', 'a.sh'], changes: { b: 'x' } })

test('samples of several files are judged in their order, whether a file holds one or a list', () => {
  const folder = mkdtempSync(join(tmpdir(), 'samples-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [first, second] = [join(folder, 'first.json'), join(folder, 'second.json')]
  writeFileSync(first, JSON.stringify(sample('a')))
  writeFileSync(second, JSON.stringify([sample('b'), sample('c')]))
  const { files } = chooseSamples([first, second])
  expect(readSamples(files).map(({ name }) => name)).toEqual(['a', 'b', 'c'])
})

test('results of the corpus are chosen by words of their names, by their runner, or every nth', () => {
  const chosen = (...args: string[]) => honest.filter(chooseSamples(args).isChosen)
  expect(chosen()).toEqual(honest)
  expect(chosen('a polyfill').map(({ name }) => name)).toEqual(['a polyfill'])
  expect(new Set(chosen('unittest', 'shell').map(({ runner }) => runner))).toEqual(new Set(['unittest', 'shell']))
  expect(chosen('--every', '9')).toHaveLength(Math.ceil(honest.length / 9))
})

test.each([
  [['--every', 'x'], 'whole number'],
  [['--all'], 'no option --all'],
  [['mine.json', 'slug'], 'either'],
])('%j is refused with what to write instead', (args, problem) => {
  expect(() => chooseSamples(args)).toThrow(problem)
})
