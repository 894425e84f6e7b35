import { expect, test } from 'vitest'
import { replaced } from './expectations.ts'
import { predicatesIn } from './predicates.ts'

const turned = (text: string, language: 'javascript' | 'python') =>
  replaced(
    text,
    predicatesIn(text, language).map(({ turned }) => turned),
  )

test.each([
  ['javascript', "assert.ok(f('a'))\nassert(!f('b'), 'no')", "assert.ok(!f('a'))\nassert(f('b'), 'no')"],
  ['javascript', 'ok(eq(a, b))\nok(!eq(a, c))', 'ok(!eq(a, b))\nok(eq(a, c))'],
  [
    'python',
    'self.assertTrue(a.f(1))\nself.assertFalse(a.f(2), m)',
    'self.assertFalse(a.f(1))\nself.assertTrue(a.f(2), m)',
  ],
  ['python', '  assert f(1)\n  assert not f(2)\n', '  assert not f(1)\n  assert f(2)\n'],
] as const)(
  'a call that is held to be true and false is turned into its opposite (%s): %s',
  (language, text, other) => {
    expect(turned(text, language)).toBe(other)
  },
)

test.each([
  ['javascript', "assert.ok(f('a'))\nassert.ok(f('b'))"],
  ['javascript', 'assert.ok(f(1))\nassert.ok(!g(1))'],
  ['python', 'self.assertTrue(f(1))'],
  ['python', 'assert f(1) == 2\nassert not f(2)'],
] as const)('one that is held to be but one of them is left (%s): %s', (language, text) => {
  expect(turned(text, language)).toBe(text)
})
