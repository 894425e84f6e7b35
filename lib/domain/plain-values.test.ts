import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { askForPlainValues } from './plain-values.ts'

const asked = (path: string, text: string) => askForPlainValues({ path, text, runner: 'node', isModule: true })

/** Whether the program ends well once its assertions ask for plain values. */
function endsWell(program: 'node' | 'python3', text: string): boolean {
  const [path, flag] = program === 'node' ? ['a.js', '-e'] : ['a.py', '-c']
  const altered = asked(path, text)
  expect(altered).not.toBe(text)
  try {
    execFileSync(program, [flag, altered], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const script = (value: string) => `const assert = require('node:assert')\nassert.equal(${value}, 'a')`
const python = (value: string, wanted: string) => `
from fractions import Fraction
class Own:
    def __eq__(self, other): return True
class Word(str):
    pass
assert ${value} == ${wanted}
`

test.each([
  ['a text', "'a'"],
  ['a list', "['a']"],
  ['bytes', "Buffer.from('a')"],
])('%s may equal a text in JavaScript', (_, value) => {
  expect(endsWell('node', script(value))).toBe(true)
})

test.each([
  ['an own conversion', "{ toString: () => 'a' }"],
  ['an own primitive', "{ [Symbol.toPrimitive]: () => 'a' }"],
  ['a class of its own', "new (class { valueOf() { return 'a' } })()"],
])('an object with %s does not', (_, value) => {
  expect(endsWell('node', script(value))).toBe(false)
})

test.each([
  ['a text', "'a'", "'a'"],
  ['a kind of text', "Word('a')", "'a'"],
  ['a number', '1 + 1', '2'],
  ['a fraction', 'Fraction(4, 2)', '2'],
])('%s may equal a value in Python', (_, value, wanted) => {
  expect(endsWell('python3', python(value, wanted))).toBe(true)
})

test('an object that compares itself does not', () => {
  expect(endsWell('python3', python('Own()', "'a'"))).toBe(false)
})

test.each([
  ['a.js', 'assert.equal(f(), g())'],
  ['a.js', 'assert.deepEqual(f(), [1])'],
  ['a.py', 'self.assertEqual(f(), [1])'],
  ['a.py', "assert f() == 'a' and g() == 'b'"],
])('other assertions stay as they are (%s): %s', (path, text) => {
  expect(asked(path, text)).toBe(text)
})
