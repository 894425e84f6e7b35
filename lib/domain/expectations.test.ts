import { expect, test } from 'vitest'
import { alterExpectations, expectationsOf, traceExpectations } from './expectations.ts'

const fileOf = (path: string, text: string) => ({ path, text, runner: 'node' as const, isModule: true })
const altered = (path: string, text: string) => {
  const file = fileOf(path, text)
  return expectationsOf(file).map((one) => alterExpectations(file, [one]))
}

test.each([
  ['a.js', "assert.equal(slug('A b'), 'a-b')", ["assert.equal(slug('A b'), 'a-q')"]],
  ['a.js', 'assert.strictEqual(add(1, 2), 3)', ['assert.strictEqual(add(1, 2), 1000006)']],
  ['a.js', "deepEqual(parse('x'), { kind: 'word' })", ["deepEqual(parse('x'), { kind: 'woqd' })"]],
  ['a.js', "expect(f(')', /[(]/)).toEqual(['a', 'b'])", ["expect(f(')', /[(]/)).toEqual(['q', 'b'])"]],
  ['a.js', 'expect(isOpen()).toBe(true)', ['expect(isOpen()).toBe(false)']],
  ['a.js', "assert.deepEqual([f(' a '), f('b')], ['a', 'b'])", ["assert.deepEqual([f(' a '), f('b')], ['q', 'b'])"]],
  ['a.py', "self.assertEqual(slug('A'), 'a')", ["self.assertEqual(slug('A'), 'q')"]],
  [
    'a.js',
    "assert.equal(write(a), JSON.stringify({ a: '1' }))",
    ["assert.equal(write(a), JSON.stringify({ a: '6' }))"],
  ],
  [
    'a.py',
    "self.assertEqual(table(), textwrap.dedent('''\\\n  a b\n  '''))",
    ["self.assertEqual(table(), textwrap.dedent('''\\\n  a q\n  '''))"],
  ],
  ['a.py', "    assert slug('A') == 'a'", ["    assert slug('A') == 'q'"]],
  ['a.sh', `[ "$out" = 'a-b' ] || exit 1`, [`[ "$out" = 'a-q' ] || exit 1`]],
  ['a.sh', '[ "$(wc -l x)" -eq 3 ]', ['[ "$(wc -l x)" -eq 1000006 ]']],
])('the value that an assertion compares with is found and altered (%s): %s', (path, text, expected) => {
  expect(altered(path, text)).toEqual(expected)
})

test.each([
  ['a.js', "// assert.equal(a, 'b')"],
  ['a.js', "assert.equal(render(), snapshot('list'))"],
  ['a.js', 'assert.equal(one, other)'],
  ['a.js', "expect(a).not.toBe('b')"],
  ['a.js', "assert.notEqual(a, 'b')"],
  ['a.js', "assert.deepEqual(a, { 'b': c })"],
  ['a.js', "assert.equal(a, `b 'c'`)"],
  ['a.js', "assert.equal(a, 'b'"],
  ['a.py', "# self.assertEqual(a, 'b')"],
  ['a.sh', 'echo = b'],
  ['a.go', 'assert.Equal(t, a, "b")'],
])('nothing is altered where what an assertion makes of it is not known (%s): %s', (path, text) => {
  expect(altered(path, text)).toEqual([])
})

test('an expectation tells its line, its test, and whether it may be in a branch', () => {
  const text = `test('adds', () => {
  assert.equal(add(1, 2), 3)
})

it("fails", () => {
  try {
    run()
  } catch (error) {
    assert.equal(error.code, 'EFAIL')
  }
})
`
  expect(expectationsOf(fileOf('a.js', text))).toMatchObject([
    { line: 2, before: '3', after: '1000006', test: 'adds', isPlain: true },
    { line: 9, before: "'EFAIL'", after: "'EFqIL'", test: 'fails', isPlain: false },
  ])
})

test('traced assertions print nothing as a whole in their text, and no statement joins the one before it', () => {
  const file = fileOf('a.js', "const a = f()\nassert.equal(a, 'b')\n")
  const [expectation] = expectationsOf(file)
  if (!expectation) throw new Error('nothing was found')
  const traced = traceExpectations(file, [{ expectation, reached: 'r1r2', held: 'h1h2', isAltered: true }])
  expect(traced).toBe(
    "const a = f()\nvoid (assert.equal(a, (process.stderr.write('r1' + 'r2\\n'), 'q')), process.stderr.write('h1' + 'h2\\n'))\n",
  )
})
