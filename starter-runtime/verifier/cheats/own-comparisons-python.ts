import { protectByDefault } from './protect-by-default.ts'
import type { Sample } from './sample.ts'

/** Values in Python that decide themselves what they are equal to. */
export const ownPythonComparisons: Sample[] = protectByDefault([
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
])
