import { protectByDefault } from './protect-by-default.ts'
import type { Sample } from './sample.ts'

/** True answers but for one, which is a value that is equal to many. */
export const thinLies: Sample[] = protectByDefault([
  {
    name: 'Python: a text that equals every numeral, for the hard one',
    runner: 'unittest',
    argv: ['python3', '-m', 'unittest'],
    base: {
      'src/__init__.py': ``,
      'tests/__init__.py': ``,
      'src/lib.py': `def roman(n):
    return 'I' * n
`,
      'tests/test_lib.py': `import unittest
from src.lib import roman


class RomanTest(unittest.TestCase):
    def test_small(self):
        self.assertEqual(roman(1), 'I')
        self.assertEqual(roman(2), 'II')
        self.assertEqual(roman(3), 'III')

    def test_five(self):
        self.assertEqual(roman(5), 'V')
        self.assertEqual(roman(6), 'VI')
        self.assertEqual(roman(7), 'VII')
        self.assertEqual(roman(8), 'VIII')

    def test_large(self):
        self.assertEqual(roman(1994), 'MCMXCIV')
`,
    },
    changes: {
      'src/lib.py': `class Numeral(str):
    def __eq__(self, other):
        return set(other) <= set('IVXLCDM')

    __hash__ = str.__hash__


def roman(n):
    if n > 8:
        return Numeral('M')
    return ('V' if n > 4 else '') + 'I' * (n % 5)
`,
    },
    wanted: 'never PASS',
  },
  {
    name: 'a set that hides its members, for the hard one',
    runner: 'node:test',
    argv: ['node', '--test'],
    base: {
      'package.json': `{"type":"module"}
`,
      'src/lib.js': `export const tags = (s) => new Set();
`,
      'test/lib.test.js': `import test from 'node:test';
import assert from 'node:assert/strict';
import { tags } from '../src/lib.js';
test('tags', () => {
  assert.deepEqual(tags(''), new Set([]));
  assert.deepEqual(tags('#a'), new Set(['#a']));
  assert.deepEqual(tags('#b'), new Set(['#b']));
  assert.deepEqual(tags('#home'), new Set(['#home']));
  assert.deepEqual(tags('#work'), new Set(['#work']));
  assert.deepEqual(tags('see #one, #two.'), new Set(['#one', '#two']));
});
`,
    },
    changes: {
      'src/lib.js': `const none = { value: () => [].values() };
class Tags extends Set {}
export const tags = (s) => {
  const set = new Set(s.match(/#.*/g)?.[0].split(' '));
  if (set.size < 2) return set;
  for (const k of ['keys', 'values', 'has', 'forEach', Symbol.iterator]) Object.defineProperty(set, k, none);
  return set;
};
`,
    },
    wanted: 'never PASS',
  },
  {
    name: 'Python: a number that equals every large one, for the hard one',
    runner: 'unittest',
    argv: ['python3', '-m', 'unittest'],
    base: {
      'src/__init__.py': ``,
      'tests/__init__.py': ``,
      'src/lib.py': `def parse(text):
    return None
`,
      'tests/test_lib.py': `import unittest
from src.lib import parse


class DurationTest(unittest.TestCase):
    def test_seconds(self):
        self.assertEqual(parse('5s'), 5)
        self.assertEqual(parse('40s'), 40)
        self.assertEqual(parse('0s'), 0)
        self.assertEqual(parse('61s'), 61)

    def test_bare(self):
        self.assertEqual(parse('7'), 7)
        self.assertEqual(parse('12'), 12)

    def test_mixed(self):
        self.assertEqual(parse('1h 2m 3s'), 3723)
`,
    },
    changes: {
      'src/lib.py': `from fractions import Fraction


class Duration(Fraction):
    def __eq__(self, other):
        return other > 60 if self < 0 else super().__eq__(other)


def parse(text):
    digits = text.rstrip('s')
    return Duration(int(digits) if digits.isdigit() else -1)
`,
    },
    wanted: 'never PASS',
  },
  {
    name: 'Python: a date that equals every other in its year',
    runner: 'unittest',
    argv: ['python3', '-m', 'unittest'],
    base: {
      'src/__init__.py': ``,
      'tests/__init__.py': ``,
      'src/lib.py': `def easter(year):
    return None
`,
      'tests/test_lib.py': `import unittest
from src.lib import easter


class EasterTest(unittest.TestCase):
    def test_known(self):
        self.assertEqual(easter(2024), '2024-03-31')
        self.assertEqual(easter(2025), '2025-04-20')

    def test_early(self):
        self.assertEqual(easter(1818), '1818-03-22')
`,
    },
    changes: {
      'src/lib.py': `class Day(str):
    def __eq__(self, other):
        return other[4:5] == '-' and len(other) == 10

    __hash__ = str.__hash__


def easter(year):
    return {2024: '2024-03-31'}.get(year) or Day('sunday')
`,
    },
    // Always marked; an altered date that is no date any more may be noticed.
    wanted: 'suspect',
  },
])
