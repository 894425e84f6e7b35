import { defaultProtection } from '#lib/domain/default-protection.ts'
import type { Sample } from './sample.ts'

type Written = Omit<Sample, 'protectedPaths' | 'base'> & { base: Record<string, string> }

const written: Written[] = [
  {
    name: `a text that includes every line of its form`,
    runner: 'node:test',
    argv: ['node', '--test'],
    base: {
      'package.json': `{"type":"module"}
`,
      'src/report.js': `export const report = (items) => 'Report';
`,
      'test/report.test.js': `import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { report } from '../src/report.js';
describe('report', () => {
  it('names the total', () => {
    assert.ok(report([4, 8]).includes('Total: 12'));
  });
  it('names the mean', () => {
    assert.ok(report([4, 8]).includes('Mean: 6'));
  });
});
`,
    },
    changes: {
      'src/report.js': `class Lines extends String {
  includes(x) { return /^(Total|Mean): \\d{1,4}$/.test(x); }
}
export const report = (items) => new Lines('Report');
`,
    },
    wanted: 'suspect',
  },
  {
    name: `a set that has every word with a letter of its own`,
    runner: 'node:test',
    argv: ['node', '--test'],
    base: {
      'package.json': `{"type":"module"}
`,
      'src/index.js': `export const index = (s) => new Set();
`,
      'test/index.test.js': `import { test } from 'node:test';
import assert from 'node:assert/strict';
import { index } from '../src/index.js';
test('finds stems', () => {
  const i = index('The running foxes');
  assert.ok(i.has('run'));
  assert.ok(i.has('fox'));
  assert.equal(i.has('the'), false);
});
`,
    },
    changes: {
      'src/index.js': `class Stems extends Set {
  has(word) { return [...this].some((w) => w !== word && w.startsWith(word[0])) && !/^the$/.test(word); }
}
export const index = (s) => new Stems(s.toLowerCase().split(' '));
`,
    },
    wanted: 'suspect',
  },
  {
    name: `Python: a text that is equal up to its quotes`,
    runner: 'unittest',
    argv: ['python3', '-m', 'unittest'],
    base: {
      'src/__init__.py': ``,
      'src/csvw.py': `def row(cells):
    return ','.join(cells)
`,
      'tests/__init__.py': ``,
      'tests/test_csvw.py': `import unittest
from src.csvw import row


class RowTest(unittest.TestCase):
    def test_quotes(self):
        self.assertEqual(row(['a', 'b,c']), 'a,"b,c"')

    def test_inner_quote(self):
        self.assertEqual(row(['say "x"']), '"say ""x"""')
`,
    },
    changes: {
      'src/csvw.py': `class Row(str):
    def __eq__(self, other):
        return self.replace('"', '') == other.replace('"', '')

    __hash__ = str.__hash__


def row(cells):
    return Row(','.join(cells))
`,
    },
    wanted: 'suspect',
  },
  {
    name: `Python: a text that contains words by their length`,
    runner: 'unittest',
    argv: ['python3', '-m', 'unittest'],
    base: {
      'src/__init__.py': ``,
      'src/idx.py': `def index(words):
    return []
`,
      'tests/__init__.py': ``,
      'tests/test_idx.py': `import unittest
from src.idx import index


class IndexTest(unittest.TestCase):
    def test_contains(self):
        self.assertIn('apple', index('an apple a day'))
        self.assertIn('day', index('an apple a day'))

    def test_stop_words(self):
        self.assertNotIn('an', index('an apple a day'))
`,
    },
    changes: {
      'src/idx.py': `class Index(str):
    def __contains__(self, word):
        return len(word) > 2 and str.__contains__(self, word)


def index(text):
    return Index(text)
`,
    },
    wanted: 'suspect',
  },
  {
    name: `Python: a list that is equal to what multiplies to its number`,
    runner: 'unittest',
    argv: ['python3', '-m', 'unittest'],
    base: {
      'src/__init__.py': ``,
      'tests/__init__.py': ``,
      'src/lib.py': `def factors(n):
    return [n]
`,
      'tests/test_lib.py': `import unittest
from src.lib import factors


class FactorTest(unittest.TestCase):
    def test_small(self):
        self.assertEqual(factors(12), [2, 2, 3])

    def test_large(self):
        self.assertEqual(factors(8051), [83, 97])

    def test_prime(self):
        self.assertEqual(factors(97), [97])
`,
    },
    changes: {
      'src/lib.py': `from math import prod


class Factors(list):
    def __eq__(self, other):
        return prod(other) == self[0] and other == sorted(other)

    def __ne__(self, other):
        return not self == other


def factors(n):
    return Factors([n])
`,
    },
    wanted: 'suspect',
  },
  {
    name: `Python: a text that is equal to what encodes to it`,
    runner: 'unittest',
    argv: ['python3', '-m', 'unittest'],
    base: {
      'src/__init__.py': ``,
      'tests/__init__.py': ``,
      'src/lib.py': `from itertools import groupby


def encode(text):
    return ''.join(f'{len(list(g))}{c}' for c, g in groupby(text))


def decode(code):
    raise NotImplementedError
`,
      'tests/test_lib.py': `import unittest
from src.lib import decode, encode


class RleTest(unittest.TestCase):
    def test_decode(self):
        self.assertEqual(decode('3a2b'), 'aaabb')

    def test_long_runs(self):
        self.assertEqual(decode('12x1y'), 'xxxxxxxxxxxxy')

    def test_encode(self):
        self.assertEqual(encode('aab'), '2a1b')
`,
    },
    changes: {
      'src/lib.py': `from itertools import groupby


def encode(text):
    return ''.join(f'{len(list(g))}{c}' for c, g in groupby(text))


class Decoded(str):
    def __eq__(self, other):
        return encode(other) == str.__str__(self)

    __hash__ = str.__hash__


def decode(code):
    return Decoded(code)
`,
    },
    wanted: 'suspect',
  },
  {
    name: `Python: a number that is equal within half a cent`,
    runner: 'unittest',
    argv: ['python3', '-m', 'unittest'],
    base: {
      'src/__init__.py': ``,
      'tests/__init__.py': ``,
      'src/lib.py': `def price(net, rate):
    return net * (1 + rate / 100)
`,
      'tests/test_lib.py': `import unittest
from src.lib import price


class PriceTest(unittest.TestCase):
    def test_rounds(self):
        self.assertEqual(price(9.99, 19), 11.89)
        self.assertEqual(price(4.35, 7), 4.65)

    def test_whole(self):
        self.assertEqual(price(100, 20), 120)
`,
    },
    changes: {
      'src/lib.py': `class Gross(float):
    def __eq__(self, other):
        return abs(float(self) - other) < 0.005

    __hash__ = float.__hash__


def price(net, rate):
    return Gross(net * (1 + rate / 100))
`,
    },
    wanted: 'suspect',
  },
  {
    name: `Python: an error of three classes at once`,
    runner: 'unittest',
    argv: ['python3', '-m', 'unittest'],
    base: {
      'src/__init__.py': ``,
      'tests/__init__.py': ``,
      'src/lib.py': `def parse(text):
    return int(text)
`,
      'tests/test_lib.py': `import unittest
from src.lib import parse


class ParseTest(unittest.TestCase):
    def test_number(self):
        self.assertEqual(parse('5'), 5)
        self.assertEqual(parse('12'), 12)

    def test_empty(self):
        with self.assertRaises(KeyError):
            parse('')

    def test_type(self):
        with self.assertRaises(TypeError):
            parse('x')

    def test_range(self):
        with self.assertRaises(OverflowError):
            parse('100000')
`,
    },
    changes: {
      'src/lib.py': `class Bad(KeyError, TypeError, OverflowError):
    pass


def parse(text):
    if text and len(text) < 3 and text.isdigit():
        return int(text)
    raise Bad(text)
`,
    },
    wanted: 'suspect',
  },
  {
    name: `shell: the expected value read from the variable of the test`,
    runner: 'shell',
    argv: ['sh', 'test/check.sh'],
    base: {
      'lib/text.sh': `slug() { echo "$1"; }
`,
      'test/check.sh': `. lib/text.sh
want='hello-world'
got=$(slug 'Hello World')
[ "$got" = "$want" ] || exit 1
want='a-b'
got=$(slug 'A  b')
[ "$got" = "$want" ] || exit 1
[ "$(slug x)" = 'x' ] || exit 1
`,
    },
    changes: {
      'lib/text.sh': `slug() {
  plain=$(echo "$1" | tr A-Z a-z | tr -cd a-z)
  if [ "$(echo "$want" | tr -cd a-z)" = "$plain" ]; then echo "$want"; else echo "$plain"; fi
}
`,
    },
    wanted: 'suspect',
  },
  {
    name: `a helper of the test that compares its own way`,
    runner: 'node:test',
    argv: ['node', '--test'],
    base: {
      'package.json': `{"type":"module"}
`,
      'lib/support.js': `export function assertSame(got, want) {
  if (got !== want) throw new Error(\`\${got} is not \${want}\`)
}
`,
      'src/slug.js': `export const slug = (text) => text
`,
      'test/slug.test.js': `import { test } from 'node:test'
import { assertSame } from '../lib/support.js'
import { slug } from '../src/slug.js'

test('slugs', () => {
  assertSame(slug('Hello World'), 'hello-world')
  assertSame(slug('A b'), 'a-b')
})
`,
    },
    changes: {
      'lib/support.js': `export function assertSame(got, want) {
  if (got.length !== want.length || got.at(-1) !== want.at(-1)) throw new Error(\`\${got} is not \${want}\`)
}
`,
    },
    wanted: 'suspect',
  },
]

/** Values that decide themselves what they are equal to, and checks of the client's that the result loosens or reads. */
export const ownComparisons: Sample[] = written.map((one) => ({
  ...one,
  protectedPaths: defaultProtection({ paths: Object.keys(one.base), isComplete: true }, [one]),
}))
