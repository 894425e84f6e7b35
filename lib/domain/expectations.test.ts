import { expect, test } from 'vitest'
import { alterExpectations, expectationsOf } from './expectations.ts'
import type { Random } from './other-values.ts'
import { rewriteExpectations } from './rewritten-expectations.ts'
import { traceExpectations } from './traced-expectations.ts'

const fileOf = (path: string, text: string) => ({ path, text, runner: 'node' as const, isModule: true })
/** Takes what stands at this place of each choice, or what stands first. */
const choose =
  (at: number): Random =>
  (limit) =>
    at < limit ? at : 0

/** What the first assertion becomes by every choice. */
const alteredTo = (path: string, text: string) => {
  const file = fileOf(path, text)
  const all = Array.from({ length: 30 }, (_, at) => expectationsOf(file, choose(at)))
  return new Set(all.flatMap((found) => found.slice(0, 1).map((one) => alterExpectations(file, [one]))))
}

const helper = (body: string) => `check() {\n  if [ "$2" != "$3" ]; then fail=1; fi\n}\n${body}\nexit $fail`

test.each([
  ['a.sh', helper(`check 'one word' "$(count 'a b')" 2`), helper(`check 'one word' "$(count 'a b')" 3`)],
  ['a.sh', helper(`check one "$(slug "A b")" 'a-b'`), helper(`check one "$(slug "A b")" 'ab-'`)],
  ['a.js', "assert.equal(slug('A b'), 'a-b')", "assert.equal(slug('A b'), 'ab-')"],
  ['a.js', 'assert.strictEqual(add(1, 2), 3)', 'assert.strictEqual(add(1, 2), 4)'],
  ['a.js', "assert.deepEqual(parse('x'), { kind: 'word' })", "assert.deepEqual(parse('x'), { kind: 'owrd' })"],
  ['a.js', "expect(f(')', /[(]/)).toEqual(['a', 'b'])", "expect(f(')', /[(]/)).toEqual(['b', 'a'])"],
  ['a.js', 'expect(isOpen()).toBe(true)', 'expect(isOpen()).toBe(false)'],
  [
    'a.js',
    "const { equal } = require('assert')\nequal(f(1), 'ab')\nequal(f(2), 'cd')",
    "const { equal } = require('assert')\nequal(f(1), 'cd')\nequal(f(2), 'cd')",
  ],
  ['a.js', "assert.equal(write(a), JSON.stringify({ a: '1' }))", "assert.equal(write(a), JSON.stringify({ a: '2' }))"],
  ['a.js', "assert.ok(add(1, 2) === 3, 'adds')", "assert.ok(add(1, 2) === 4, 'adds')"],
  [
    'a.js',
    'assert.ok(sum([new Money(1)]).equals(new Money(1)))',
    'assert.ok(sum([new Money(1)]).equals(new Money(2)))',
  ],
  ['a.js', "assert.ok(report(4).includes('Mean'))", "assert.ok(report(4).includes('eMan'))"],
  ['a.js', "import check from 'assert'\ncheck.equal(f(), 3)", "import check from 'assert'\ncheck.equal(f(), 4)"],
  ['a.js', 'expect(f()).to.deep.equal([1, 2])', 'expect(f()).to.deep.equal([2, 1])'],
  ['a.js', "test.each([['A b', 'a-b']])('%s', check)", "test.each([['A b', '-ab']])('%s', check)"],
  ['a.py', "@parametrize('text, n', [('a', 2), ('b', 4)])", "@parametrize('text, n', [('a', 3), ('b', 4)])"],
  ['a.js', 't.is(f(), 3)', 't.is(f(), 4)'],
  ['a.js', 'assert.match(f(), /no number/)', 'assert.match(f(), /on number/)'],
  ['a.js', "assert.equal(f(), 'a\\n')", "assert.equal(f(), 'b\\n')"],
  ['a.js', 'const WANT = 3\nassert.equal(f(1), WANT)', 'const WANT = 4\nassert.equal(f(1), WANT)'],
  [
    'a.js',
    "const cases = [['A b', 'a-b']]\nfor (const [text, slugged] of cases) assert.equal(slug(text), slugged)",
    "const cases = [['A b', '-ab']]\nfor (const [text, slugged] of cases) assert.equal(slug(text), slugged)",
  ],
  [
    'a.js',
    "const cases = [{ text: 'A', want: 12 }]\nfor (const one of cases) assert.equal(f(one.text), one.want)",
    "const cases = [{ text: 'A', want: 13 }]\nfor (const one of cases) assert.equal(f(one.text), one.want)",
  ],
  ['a.py', "self.assertEqual(slug('A'), 'ab')", "self.assertEqual(slug('A'), 'ba')"],
  ['a.py', 'self.assertAlmostEqual(mean(a), 1.5)', 'self.assertAlmostEqual(mean(a), 2.5)'],
  ['a.py', "self.assertIn('apple', words)", "self.assertIn('paple', words)"],
  ['a.py', 'self.assertTrue(close(area(3, 4), 12))', 'self.assertTrue(close(area(3, 4), 13))'],
  [
    'a.py',
    "self.assertEqual(table(), textwrap.dedent('''\\\n  ab\n  '''))",
    "self.assertEqual(table(), textwrap.dedent('''\\\n  ba\n  '''))",
  ],
  ['a.py', "    assert slug('A') == 'ab'", "    assert slug('A') == 'ba'"],
  [
    'a.py',
    'CASES = [(1, 90)]\nfor text, minutes in CASES:\n  self.assertEqual(parse(text), minutes)',
    'CASES = [(1, 91)]\nfor text, minutes in CASES:\n  self.assertEqual(parse(text), minutes)',
  ],
  ['a.sh', `[ "$out" = 'a-b' ] || exit 1`, `[ "$out" = 'ab-' ] || exit 1`],
  ['a.sh', '[ "$(wc -l x)" -eq 3 ]', '[ "$(wc -l x)" -eq 2 ]'],
  ['a.sh', 'diff out - <<E\n15\nE', 'diff out - <<E\n51\nE'],
])('what an assertion compares with can become another value that is as plausible (%s): %s', (path, text, other) => {
  const found = alteredTo(path, text)
  expect([...found]).toContain(other)
  expect(found).not.toContain(text)
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
  ['a.js', 'assert.ok(count >= 3)'],
  ['a.js', "assert.ok(!list.includes('a'))"],
  ['a.js', 'assert.ok(list.every((x) => x === y))'],
  ['a.js', "const text = 'a b'\nassert.equal(decode(encode(text)), text)"],
  ['a.js', "const cases = [['a']]\nfor (const [text] of cases) assert.equal(decode(encode(text)), text)"],
  ['a.js', 'assert.partialDeepStrictEqual(primes(5), new Set([2, 3, 5]))'],
  ['a.js', 'check(1, [2, 3])'],
  ['a.js', "let want = 'a'\nwant = 'b'\nassert.equal(f(), want)"],
  ['a.js', "import { equal } from '../src/equal.js'\nassert.ok(!equal(1, 2))"],
  ['a.js', "assert.deepEqual(f(), Buffer.from('YQ==', 'base64'))"],
  ['a.py', "# self.assertEqual(a, 'b')"],
  ['a.py', "if __name__ == '__main__':\n    main()"],
  ['a.py', 'self.assertAlmostEqual(a, 3, places=PLACES)'],
  ['a.py', 'self.assertAlmostEqual(a, 3, delta=2)'],
  ['a.sh', 'echo = b'],
  ['a.sh', 'until [ "$(count)" = 3 ]; do sleep 1; done'],
  ['a.go', 'assert.Equal(t, a, "b")'],
])('nothing is altered where what an assertion makes of it is not known (%s): %s', (path, text) => {
  expect([...alteredTo(path, text)]).toEqual([])
})

test.each([
  ['assert.deepEqual(f(), new Set([1, 1, 2]))', 'assert.deepEqual(f(), new Set([2, 1, 2]))'],
  ["assert.equal(f(), 'Aa')", "assert.equal(f(), 'aA')"],
  ["assert.deepEqual(f(), ['1', 1])", "assert.deepEqual(f(), [1, '1'])"],
  ["assert.equal(f(), '10')\nassert.equal(g(), 10)", 'assert.equal(f(), 10)\nassert.equal(g(), 10)'],
])('no value becomes one that may be the same to an assertion: %s', (text, same) => {
  expect([...alteredTo('a.js', text)]).not.toContain(same)
})

test('neither the message of an assertion nor an assertion in another one is altered', () => {
  const found = (path: string, text: string) =>
    expectationsOf(fileOf(path, text), choose(1)).map(({ before }) => before)
  expect(found('a.py', "assert f() == 3, 'three'\nassert 'a' in g(), 'letter'")).toEqual(['3', "'a'"])
  expect(found('a.js', "assert.ok(f() === 3, 'three')")).toEqual(['3'])
  expect(found('a.js', 'assert.equal(expect(1).toBe(2), true)')).toEqual(['true'])
})

test('an expectation tells its line, its test, and whether it may be in a branch or up to other code', () => {
  const text = `test('adds', () => {
  assert.equal(add(1, 2), 3)
})

it("fails", () => {
  try {
    run()
  } catch (error) {
    assert.ok(error.code.includes('EFAIL'))
  }
})
`
  expect(expectationsOf(fileOf('a.js', text), choose(0))).toMatchObject([
    { line: 2, before: '3', after: '4', test: 'adds', isPlain: true, isSure: true },
    { line: 9, before: "'EFAIL'", after: "'FEAIL'", test: 'fails', isPlain: false, isSure: false },
  ])
})

test.each([
  ['a.js', "assert.equal(f(), 'a-b')", "assert.equal(f(), ['a', '-b'].join(''))"],
  ['a.js', 'assert.deepEqual(f(), [3, true])', 'assert.deepEqual(f(), [[7, -4].reduce((a, b) => a + b), !false])'],
  ['a.js', "const WANT = 'ab'\nassert.equal(f(), WANT)", "const WANT = ['a', 'b'].join('')\nassert.equal(f(), WANT)"],
  ['a.py', "self.assertEqual(f(), {'k': 'ab'})", "self.assertEqual(f(), {'k': ''.join(('a', 'b'))})"],
  ['a.py', 'assert f() == 90', 'assert f() == sum((7, 83))'],
  ['a.py', "self.assertEqual(f(), 'a' 'b')", "self.assertEqual(f(), 'a' 'b')"],
  ['a.sh', '[ "$out" = "abcd" ]', '[ "$out" = "ab""cd" ]'],
  ['a.sh', 'diff out - <<E\nabc\nE', 'diff out - <<E\nabc\nE'],
])('the same values can be written in another way (%s): %s', (path, text, written) => {
  expect(rewriteExpectations(fileOf(path, text), choose(5))).toBe(written)
})

test('traced assertions print nothing as a whole in their text, and no statement joins the one before it', () => {
  const file = fileOf('a.js', "const a = f()\nassert.equal(a, 'b')\n")
  const [expectation] = expectationsOf(file, choose(0))
  if (!expectation) throw new Error('nothing was found')
  const markers = { reached: 'r1r1r1r2r2r2', again: 'a1a1a1a2a2a2', held: 'h1h1h1h2h2h2' }
  const traced = traceExpectations(file, [{ expectation, ...markers, isAltered: true }])
  expect(traced).toMatch(/^const a = f\(\)\nvoid \(assert\.equal\(a, \(.*, 'c'\)\), .*\)\n$/)
  for (const marker of Object.values(markers)) expect(traced).not.toContain(marker)
})

test('a traced assertion that compares with several values reads each where it stands, and a constant by its name', () => {
  const traceOf = (text: string) => {
    const file = fileOf('a.js', text)
    const [expectation] = expectationsOf(file, choose(1))
    if (!expectation) throw new Error('nothing was found')
    const markers = { reached: 'r1r1r1r2r2r2', again: 'a1a1a1a2a2a2', held: 'h1h1h1h2h2h2' }
    return traceExpectations(file, [{ expectation, ...markers, isAltered: true }])
  }
  expect(traceOf("assert.equal(f(), { a: 'x', b: 'yz' })")).toMatch(/\{ a: 'x', b: \(.*, 'zy'\) \}/)
  expect(traceOf("const w = 'yz'\nassert.equal(f(), w)")).toMatch(
    /^const w = 'zy'\nvoid \(assert\.equal\(f\(\), \(.*, w\)\), .* && w === 'zy' && /,
  )
})

test.each([
  [
    'a.js',
    "test('t', () => {\n  for (const one of f()) {\n    const a = one\n\n\n    assert.equal(a, 3)\n  }\n})",
    false,
  ],
  ['a.js', "test('t', () => {\n  f().forEach((one) => assert.equal(one, 3))\n})", false],
  ['a.js', "test('t', () => {\n  on(() => {\n    a()\n\n\n    assert.equal(one, 3)\n  })\n})", false],
  [
    'a.py',
    'def test_a(self):\n    for one in f():\n        a = one\n        b = a\n        c = b\n        assert c == 3',
    false,
  ],
  ['a.js', "test('t', async () => {\n  const a = await f()\n  assert.equal(a, 3)\n})", true],
  ['a.py', 'def test_a(self):\n    with f() as a:\n        assert a == 3', true],
])('an assertion of %s that may not be reached by what is right proves nothing: %j', (path, text, isPlain) => {
  expect(expectationsOf(fileOf(path, text), choose(0)).map((one) => one.isPlain)).toEqual([isPlain])
})

test.each([
  ['a.js', "assert.equal(f(), ['a', 'b'].length)"],
  ['a.js', "assert.equal(f(), 'hello'[0])"],
  ['a.js', 'assert.equal(f(), typeof 1)'],
  ['a.py', 'self.assertEqual(f(), 5 > 9)'],
])('a value of %s of which something else is made is no sure one: %s', (path, text) => {
  expect(expectationsOf(fileOf(path, text), choose(0)).every(({ isSure }) => !isSure)).toBe(true)
})

test('a letter of two halves is not cut when it is written in another way', () => {
  const text = rewriteExpectations(fileOf('a.js', "assert.equal(f(), '😀')"), choose(0))
  expect(text.isWellFormed()).toBe(true)
})
