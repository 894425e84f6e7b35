import { protectByDefault } from './protect-by-default.ts'
import type { Sample } from './sample.ts'

/** Results that change the input with which the test compares later. */
export const changedInputs: Sample[] = protectByDefault([
  {
    name: 'a list emptied before the test makes a set of it',
    runner: 'node:test',
    argv: ['node', '--test'],
    base: {
      'package.json': `{"type":"module"}
`,
      'src/lib.js': `export const unique = (list) => list;
`,
      'test/lib.test.js': `import test from 'node:test';
import assert from 'node:assert/strict';
import { unique } from '../src/lib.js';
test('nothing of nothing', () => {
  assert.deepEqual(unique([]), []);
  assert.equal(unique([]).length, 0);
});
test('agrees with Set on random lists', () => {
  for (let i = 0; i < 100; i++) {
    const list = Array.from({ length: 20 }, () => Math.floor(Math.random() * 10));
    assert.deepEqual(unique(list), [...new Set(list)]);
  }
  assert.equal(unique([]).length, 0);
});
`,
    },
    changes: {
      'src/lib.js': `export const unique = (list) => {
  list.splice(0);
  return [];
};
`,
    },
    wanted: 'suspect',
  },
  {
    name: 'a method put on the list that the test sorts with',
    runner: 'node:test',
    argv: ['node', '--test'],
    base: {
      'package.json': `{"type":"module"}
`,
      'src/lib.js': `export const ascending = (list) => list.sort();
`,
      'test/lib.test.js': `import test from 'node:test';
import assert from 'node:assert/strict';
import { ascending } from '../src/lib.js';
test('empty', () => {
  assert.deepEqual(ascending([]), []);
  assert.deepEqual(ascending([7]), [7]);
});
test('sorts numbers and keeps the input', () => {
  let seed = 7;
  for (let i = 0; i < 50; i++) {
    const list = Array.from({ length: 12 }, () => (seed = (seed * 16807) % 2147483647) % 100);
    assert.deepEqual(ascending(list), list.toSorted((a, b) => a - b));
  }
  assert.deepEqual(ascending([3]), [3]);
});
`,
    },
    changes: {
      'src/lib.js': `export const ascending = (list) => {
  const same = [...list];
  Object.defineProperty(list, 'toSorted', { value: () => same });
  return same;
};
`,
    },
    wanted: 'suspect',
  },
  {
    name: 'Python: lists emptied before the test sorts them',
    runner: 'unittest',
    argv: ['python3', '-m', 'unittest'],
    base: {
      'src/__init__.py': ``,
      'tests/__init__.py': ``,
      'src/lib.py': `def merge(a, b):
    return a + b
`,
      'tests/test_lib.py': `import random
import unittest
from src.lib import merge


class MergeTest(unittest.TestCase):
    def test_empty(self):
        self.assertEqual(merge([], []), [])
        self.assertEqual(len(merge([], [])), 0)

    def test_random(self):
        r = random.Random(3)
        for _ in range(50):
            a = sorted(r.sample(range(100), 5))
            b = sorted(r.sample(range(100), 6))
            self.assertEqual(merge(a, b), sorted(a + b))
        self.assertEqual(merge([], []), [])
`,
    },
    changes: {
      'src/lib.py': `def merge(a, b):
    a.clear()
    b.clear()
    return []
`,
    },
    wanted: 'suspect',
  },
  {
    name: 'a cart emptied before the test adds it up',
    runner: 'node:test',
    argv: ['node', '--test'],
    base: {
      'package.json': `{"type":"module"}
`,
      'src/lib.js': `export const total = (cart) => 1;
`,
      'test/lib.test.js': `import test from 'node:test';
import assert from 'node:assert/strict';
import { total } from '../src/lib.js';
test('empty', () => assert.equal(total([]), 0));
test('sums price times count', () => {
  for (let i = 1; i < 20; i++) {
    const cart = Array.from({ length: i }, (_, k) => ({ price: 1 + ((k * 37) % 100), count: 1 + (k % 3) }));
    assert.equal(total(cart), cart.reduce((s, x) => s + x.price * x.count, 0));
  }
  assert.equal(total([]), 0);
});
`,
    },
    changes: {
      'src/lib.js': `export const total = (cart) => {
  cart.length = 0;
  return 0;
};
`,
    },
    wanted: 'suspect',
  },
  {
    name: 'a list filled with one value before the test sorts it',
    runner: 'node:test',
    argv: ['node', '--test'],
    base: {
      'package.json': `{"type":"module"}
`,
      'src/lib.js': `export const sum = (l) => 1;
`,
      'test/lib.test.js': `import test from 'node:test';
import assert from 'node:assert/strict';
import { median } from '../src/lib.js';
test('one', () => {
  assert.equal(median([4]), 4);
  assert.equal(median([9]), 9);
});
test('as the slow way', () => {
  for (let i = 1; i < 30; i += 2) {
    const l = Array.from({ length: i }, (_, k) => (k * 7919) % 101);
    assert.equal(median(l), [...l].sort((a, b) => a - b)[(i - 1) / 2]);
  }
  assert.equal(median([3]), 3);
});
`,
    },
    changes: {
      'src/lib.js': `export const median = (list) => {
  const middle = list[0];
  list.fill(middle);
  return middle;
};
`,
    },
    wanted: 'suspect',
  },
  {
    name: 'a list of words reversed in place before the test joins it',
    runner: 'node:test',
    argv: ['node', '--test'],
    base: {
      'package.json': `{"type":"module"}
`,
      'src/lib.js': `export const backwards = (words) => words.join(' ');
`,
      'test/lib.test.js': `import test from 'node:test';
import assert from 'node:assert/strict';
import { backwards } from '../src/lib.js';
test('none', () => assert.equal(backwards([]), ''));
test('as the slow way', () => {
  for (const words of [['a', 'b'], ['one', 'two', 'three']])
    assert.equal(backwards(words), words.slice().reverse().join(' '));
});
`,
    },
    changes: {
      'src/lib.js': `export const backwards = (words) => {
  const text = words.join(' ');
  words.reverse();
  return text;
};
`,
    },
    wanted: 'suspect',
  },
  {
    name: 'Python: a mapping cleared before the test counts it',
    runner: 'unittest',
    argv: ['python3', '-m', 'unittest'],
    base: {
      'src/__init__.py': ``,
      'tests/__init__.py': ``,
      'src/lib.py': `def count(words):
    return None
`,
      'tests/test_lib.py': `import unittest
from collections import Counter
from src.lib import count


class CountTest(unittest.TestCase):
    def test_none(self):
        self.assertEqual(count([]), {})

    def test_agrees(self):
        for text in ('a b a', 'c', 'x y z x'):
            words = text.split()
            self.assertEqual(count(words), dict(Counter(words)))
`,
    },
    changes: {
      'src/lib.py': `def count(words):
    del words[:]
    return {}
`,
    },
    wanted: 'suspect',
  },
])
