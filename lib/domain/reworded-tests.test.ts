import { expect, test } from 'vitest'
import { catchExpectations } from './caught-expectations.ts'
import { everyExpectation } from './expectations.ts'
import { isGenerous } from './generous-subjects.ts'
import { opposeAssertions, oppositesOf } from './opposite-assertions.ts'
import { rewordTests } from './reworded-tests.ts'

const fileOf = (path: string, text: string) => ({ path, text, runner: 'node' as const, isModule: true })
const first = () => 0
const reworded = (path: string, text: string, argv: string[] = []) => rewordTests(fileOf(path, text), argv, first)

test.each([
  ['a.js', "test('4 is IV', () => {})", "test('bbbbbbb', () => {})"],
  ['a.js', 'check(4) // is IV', 'check(4) //'],
  ['a.js', 'check(4) /* is\nIV */', 'check(4) /*\n*/'],
  ['a.py', 'def test_4_is_IV(self):\n    pass  # IV', 'def test_0000_bbbbbbb(self):\n    pass  #'],
  ['a.sh', "echo '4 is IV'\n# IV", "echo 'bbbbbbb'\n#"],
  [
    'a.js',
    'assert.deepEqual(f(list), [...new Set(list)])',
    'assert.deepEqual(...((e_0) => [f(list), e_0])([...new Set(list)]))',
  ],
  ['a.py', 'self.assertEqual(f(a), sorted(a))', 'self.assertEqual(*(lambda e_0: (f(a), e_0))(sorted(a)))'],
  [
    'a.js',
    "import { C } from '../c.js'\nassert.equal(f(), C.x)",
    "import { C } from '../c.js'\nassert.equal(f(), (C.x ?? (() => { throw new Error('C.x is nothing') })()))",
  ],
])('tests can be written in other words (%s): %s', (path, text, other) => {
  expect(reworded(path, text)).toBe(other)
})

test.each([
  ['a.js', "// @ts-check\ntest('a', (t) => log(t.name)) // eslint-disable-line"],
  ['a.js', "test(`a`, () => {})\nrequest('http://a//b')"],
  ['a.js', 'assert.equal(push(list, 1), list.length)'],
  ['a.js', 'assert.deepEqual(await f(list), g(list))'],
  ['a.js', '// read by the test itself\nconst own = f.toString()'],
  ['a.py', 'def test_a(self):\n    self.id()'],
  ['a.py', 'def test_a(self): pass\nsuite.run(test_a)'],
  ['a.py', '#!/usr/bin/python\nx = 1  # type: int'],
  ['a.sh', "cat <<E\n# kept\nE\necho 'a'"],
  ['a.sh', '#!/bin/sh\n  echo "$a"\n  echo x > y'],
])('what a tool or the test itself may read stays as it is (%s): %s', (path, text) => {
  expect(reworded(path, text)).toBe(text)
})

test('tests that a command chooses keep their names', () => {
  const text = 'def test_a(self): pass'
  expect(reworded('a.py', text, ['python3', '-m', 'unittest', 'a.T.test_a'])).toBe(text)
  expect(reworded('a.js', "test('a', f)", ['node', '--test', '--test-name-pattern=a'])).toBe("test('a', f)")
})

test('methods keep their order by name', () => {
  const text = reworded('a.py', 'def test_b(self): pass\ndef test_a(self): pass')
  expect(text).toMatch(/test_0001_\w+[\s\S]*test_0000_/)
})

const caught = (path: string, text: string) => {
  const file = fileOf(path, text)
  const all = everyExpectation(file, first)
  return catchExpectations(
    file,
    all.map((expectation, at) => ({ expectation, marker: `r${at}r1r1r2r2r2` })),
  )
}

test.each([
  [
    'a.js',
    '  assert.equal(f(), 3)\n',
    /^ {2}\{ let \w+; try \{ assert\.equal\(f\(\), 4\); \w+ = '\w+' \+ '\w+' \} catch \{\} if .*\}\n$/,
  ],
  ['a.js', "test('a', () => assert.equal(f(), 3))", /=> \{ let .*assert\.equal\(f\(\), 4\).*\}\)$/],
  ['a.js', '  await assert.rejects(f(), /no/)\n', /try \{ await assert\.rejects\(f\(\), \/on\/\); /],
  [
    'a.js',
    'for (const [a, b] of [[1, 12]]) {\n  assert.equal(f(a), b)\n}',
    /\[\[13, '\w+' \+ '\w+'\]\]\.find\(\(one\) => one\[0\] === b\)\?\.\[1\]/,
  ],
  [
    'a.py',
    "    self.assertEqual(f(), 'ab')\n",
    /^ {4}try:\n {8}self\.assertEqual\(f\(\), 'ba'\)\n {4}except Exception:\n {8}pass\n {4}else:\n/,
  ],
  ['a.sh', '[ "$a" = "12" ] || exit 1', /^\{ if \[ "\$a" = "13" \]; then printf .* >&2; fi; true; \} \|\| exit 1$/],
])('an assertion of %s goes on when it refuses another value: %s', (path, text, other) => {
  expect(caught(path, text)).toMatch(other)
  expect(caught(path, text)).not.toContain('r0r1r1r2r2r2')
})

test.each([
  ['a.js', 'const a =\n  assert.equal(f(), 3)'],
  ['a.js', 'return assert.equal(f(), 3)'],
  ['a.js', '() => assert.rejects(f(), /no/)'],
  ['a.js', 'expect(f()).toBe(3)\n  .and(4)'],
  ['a.py', 'with a: self.assertEqual(f(), 3)'],
  ['a.sh', '! [ "$a" = 3 ] || exit 1'],
])('an assertion of %s that is part of something else stays as it is: %s', (path, text) => {
  expect(caught(path, text)).toBe(text)
})

test.each([
  ['a.py', 'self.assertEqual(ANY(int), 5)\nself.assertNotEqual(ANY(int), "a")', true],
  ['a.py', 'assert ANY(int) == 5\nassert ANY(int) == 7', true],
  ['a.js', 'expect(any(Number)).toEqual(5)\nexpect(any(Number)).not.toEqual("a")', true],
  ['a.py', 'self.assertEqual(slug(1), 5)\nself.assertEqual(slug(2), 7)', false],
  ['a.js', "assert.equal(slug('a'), 'b')\nassert.ok(other('a') !== 'b')", false],
])('a test says what it holds to be equal to several values (%s): %s', (path, text, is) => {
  const file = fileOf(path, text)
  const all = everyExpectation(file, first)
  expect(all[0] && isGenerous(file, all[0], all)).toBe(is)
})

test.each([
  ['a.js', 'assert.deepEqual(f(a), a)', 'assert.deepEqual(f(a), ({ q: a }))'],
  ['a.js', 'expect(f(a)).toEqual(a)', 'expect(f(a)).toEqual( ({ q: a }))'],
  ['a.js', 't.assert.snapshot(draw())', 't.assert.snapshot( ({ q: draw() }))'],
  ['a.js', 'assert.ok(a.length > 3)', 'assert.ok(!(a.length > 3))'],
  ['a.py', 'self.assertLess(a, b)', 'self.assertGreaterEqual(a, b)'],
  ['a.py', 'assert f(a) == a', 'assert not (f(a) == a)'],
  ['a.sh', 'if [ "$2" = "$3" ]; then', 'if [ "$2" != "$3" ]; then'],
  ['a.sh', 'grep -q a out || exit 1', '{ ! grep -q a out || false; } || exit 1'],
  ['a.sh', 'f 1 | diff - want.txt', '{ ! f 1 | diff - want.txt || false; }'],
])('an assertion without a value can be turned into its opposite (%s): %s', (path, text, other) => {
  const file = fileOf(path, text)
  expect(opposeAssertions(file, oppositesOf(file))).toBe(other)
})

test.each([
  ['a.js', 'assert.ok(a.equals(b))'],
  ['a.js', 'assert.ok(a.every((x) => x === 1))'],
  ['a.js', '// assert.equal(a, b)'],
  ['a.py', 'self.assertTrue(f())'],
  ['a.sh', 'cat want.txt'],
])('an assertion that leaves the comparison to others is not turned (%s): %s', (path, text) => {
  expect(oppositesOf(fileOf(path, text))).toEqual([])
})
