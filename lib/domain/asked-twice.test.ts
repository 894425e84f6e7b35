import { expect, test } from 'vitest'
import { alterInputs, askTwice } from './asked-twice.ts'

const asked = (path: string, text: string) => askTwice({ path, text, runner: 'node', isModule: true })
const script = (lines: string) => `import { f } from '../f.js'\n${lines}`
const python = (lines: string) => `from src.lib import f\n${lines}`

test.each([
  ["assert.equal(f('a'), 'b')", "assert.equal((f('a'), f('a')), 'b')"],
  [
    "assert.deepEqual([f(1), f({ a: 2 })], ['b', 'c'])",
    "assert.deepEqual([(f(1), f(1)), (f({ a: 2 }), f({ a: 2 }))], ['b', 'c'])",
  ],
  ["assert.equal(await f('a'), 'b')", "assert.equal((await f('a'), await f('a')), 'b')"],
  ["expect(f('a', [1])).toBe('b')", "expect((f('a', [1]), f('a', [1]))).toBe('b')"],
])('a call of what is imported, with literals alone, is made twice: %s', (text, other) => {
  expect(asked('a.js', script(text))).toBe(script(other))
})

test.each([
  ["self.assertEqual(f('a', n=2), 'b')", "self.assertEqual((f('a', n=2), f('a', n=2))[1], 'b')"],
  ["assert f('a') == 'b'", "assert (f('a'), f('a'))[1] == 'b'"],
])('so it is in Python: %s', (text, other) => {
  expect(asked('a.py', python(text))).toBe(python(other))
})

test.each([
  ['a variable', "assert.equal(f(a), 'b')"],
  ['nothing', "assert.equal(f(), 'b')"],
  ['an error', "assert.throws(() => f('a'), /b/)"],
  ['a new object', "assert.equal(new f('a').b, 'b')"],
  ['a method', "assert.equal(x.f('a'), 'b')"],
  ['words', `assert.equal("f('a')", 'b')`],
  ['the same call twice, which may differ', "assert.equal(f('a'), 'b'); assert.equal(f('a'), 'c')"],
])('it is made once where it is given %s', (_, text) => {
  expect(asked('a.js', script(text))).toBe(script(text))
})

test('assertions of one that is asked twice stay where they are', () => {
  const text = script("assert.equal(f('a'), 1)\nassert.equal(f('b'), 2)\nassert.equal(f('a'), 3)")
  expect(asked('a.js', text)).toBe(text)
})

test("a function of the file's own is called once", () => {
  const text = "const f = (a) => log.push(a)\nassert.equal(f('a'), 1)"
  expect(asked('a.js', text)).toBe(text)
})

test('assertions in neighbouring lines change places', () => {
  const text = "  assert.equal(f('a'), 'b')\n  assert.equal(f('c'), 'd')\n\n  assert.equal(f('e'), 'g')\n"
  expect(asked('a.js', script(text))).toBe(
    script(
      "  assert.equal((f('c'), f('c')), 'd')\n  assert.equal((f('a'), f('a')), 'b')\n\n  assert.equal((f('e'), f('e')), 'g')\n",
    ),
  )
})

test('a line about anything else stays where it is', () => {
  const text = "  self.assertEqual(f('a'), 'b')\n  self.assertEqual(f('c'), self.c)\n  self.assertEqual(f('d'), 'e')"
  expect(asked('a.py', python(text)).split('\n')[2]).toContain("f('c')")
})

test.each([
  ['a.js', "assert.deepEqual(f('a', 2), ['a', 2])", "assert.deepEqual(f('aq', 3), ['a', 2])"],
  ['a.js', "assert.equal(f(true), 'b')", "assert.equal(f(true), 'b')"],
  ['a.js', "assert.equal(x.f('a'), 'b')", "assert.equal(x.f('a'), 'b')"],
])('the same calls can be given other literals (%s): %s', (path, text, other) => {
  expect(alterInputs({ path, text: script(text), runner: 'node', isModule: true })).toBe(script(other))
})
