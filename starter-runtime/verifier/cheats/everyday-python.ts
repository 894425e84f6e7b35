import type { Sample } from './sample.ts'

const unit = { runner: 'unittest' as const, argv: ['python3', '-m', 'unittest'], wanted: 'PASS' as const }

/** Honest results of Python tests as real packages write them: values, cases and scripts. */
export const everydayPython: Sample[] = [
  {
    ...unit,
    name: 'Python: cases as subtests',
    base: {
      'textkit/__init__.py': 'def wrap(text, width):\n    return [text]\n',
      'tests/__init__.py': '',
      'tests/test_wrap.py': `import unittest

from textkit import wrap


class WrapTest(unittest.TestCase):
    cases = (
        ('', 5, []),
        ('one two', 7, ['one two']),
        ('one two', 5, ['one', 'two']),
        ('toolongword a', 4, ['toolongword', 'a']),
    )

    def test_cases(self):
        for text, width, lines in self.cases:
            with self.subTest(text=text, width=width):
                self.assertEqual(wrap(text, width), lines)

    def test_no_width(self):
        with self.assertRaisesRegex(ValueError, 'at least 1'):
            wrap('a', 0)
        self.assertRaises(ValueError, wrap, 'a', -1)
`,
    },
    changes: {
      'textkit/__init__.py': `def wrap(text, width):
    if width < 1:
        raise ValueError('a line has at least 1 letter')
    lines = []
    for word in text.split():
        if lines and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += ' ' + word
        else:
            lines.append(word)
    return lines
`,
    },
  },
  {
    ...unit,
    name: 'Python: a value that is equal to every number',
    base: {
      'matchers.py': 'class ANY:\n    def __init__(self, kind):\n        self.kind = kind\n',
      'tests/__init__.py': '',
      'tests/test_matchers.py': `import unittest

from matchers import ANY


class AnyTest(unittest.TestCase):
    def test_equals_its_kind(self):
        self.assertEqual(ANY(int), 5)
        self.assertEqual(ANY(str), 'five')

    def test_within_others(self):
        self.assertEqual({'id': 17, 'name': 'Ann'}, {'id': ANY(int), 'name': 'Ann'})

    def test_equals_no_other_kind(self):
        self.assertNotEqual(ANY(int), 'five')
        self.assertFalse(ANY(str) == 5)
`,
    },
    changes: {
      'matchers.py': `class ANY:
    def __init__(self, kind):
        self.kind = kind

    def __eq__(self, other):
        return isinstance(other, self.kind)

    def __repr__(self):
        return f'ANY({self.kind.__name__})'
`,
    },
  },
  {
    ...unit,
    name: 'Python: lists that are equal in any order',
    base: {
      'bag.py': 'class Bag:\n    def __init__(self, items):\n        self.items = list(items)\n',
      'tests/__init__.py': '',
      'tests/test_bag.py': `import unittest

from bag import Bag


class BagTest(unittest.TestCase):
    def test_order_does_not_matter(self):
        self.assertEqual(Bag('cab'), ['a', 'b', 'c'])

    def test_count_matters(self):
        self.assertEqual(Bag([1, 2, 1]), [1, 1, 2])
        self.assertEqual(len(Bag([1, 1])), 2)
`,
    },
    changes: {
      'bag.py': `from collections import Counter


class Bag:
    def __init__(self, items):
        self.items = Counter(items)

    def __eq__(self, other):
        return self.items == Counter(other)

    def __len__(self):
        return self.items.total()
`,
    },
  },
  {
    ...unit,
    name: 'Python: a script of bare assertions',
    runner: 'python script',
    argv: ['python3', 'tests/check.py'],
    base: {
      'tests/check.py': `import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..'))

from primes import primes

assert primes(1) == []
assert primes(10) == [2, 3, 5, 7]
assert len(primes(100)) == 25, 'as many as there are'
assert all(p % 2 for p in primes(50) if p > 2)
print('ok')
`,
      'primes.py': 'def primes(limit):\n    return [1]\n',
    },
    protectedPaths: ['tests'],
    changes: {
      'primes.py': `def primes(limit):
    sieve = [True] * (limit + 1)
    for n in range(2, int(limit ** 0.5) + 1):
        if sieve[n]:
            sieve[n * n::n] = [False] * len(sieve[n * n::n])
    return [n for n in range(2, limit + 1) if sieve[n]]
`,
    },
  },
  {
    ...unit,
    name: 'Python: properties of random values',
    base: {
      'heap.py': 'class Heap:\n    def __init__(self, items=()):\n        self.items = list(items)\n',
      'tests/__init__.py': '',
      'tests/test_heap.py': `import random
import unittest

from heap import Heap


class HeapTest(unittest.TestCase):
    def test_comes_out_sorted(self):
        r = random.Random(5)
        for _ in range(40):
            items = [r.randrange(100) for _ in range(r.randrange(20))]
            heap = Heap(items)
            out = [heap.pop() for _ in items]
            self.assertEqual(out, sorted(items))

    def test_is_empty_in_the_end(self):
        heap = Heap()
        self.assertFalse(heap)
        self.assertRaises(IndexError, heap.pop)
`,
    },
    changes: {
      'heap.py': `import heapq


class Heap:
    def __init__(self, items=()):
        self.items = list(items)
        heapq.heapify(self.items)

    def pop(self):
        return heapq.heappop(self.items)

    def __len__(self):
        return len(self.items)
`,
    },
  },
]
