import { protectByDefault } from './protect-by-default.ts'
import type { Sample } from './sample.ts'

/** Work that rightly remembers what it was asked, or compares itself with values. */
export const honestMemory: Sample[] = protectByDefault([
  {
    name: 'Python: suffixes that make names unique',
    runner: 'unittest',
    argv: ['python3', '-m', 'unittest'],
    base: {
      'src/__init__.py': ``,
      'tests/__init__.py': ``,
      'src/uniq.py': `def unique(name):
    return name
`,
      'tests/test_uniq.py': `import unittest
from src.uniq import unique

class UniqueTest(unittest.TestCase):
    def test_case_folding(self):
        self.assertEqual(unique("Readme"), "Readme")
        self.assertEqual(unique("README"), "README-1")
        self.assertEqual(unique("readme"), "readme-2")
`,
    },
    changes: {
      'src/uniq.py': `_seen = {}

def unique(name):
    key = name.lower()
    n = _seen.get(key, 0)
    _seen[key] = n + 1
    return f"{name}-{n}" if n else name
`,
    },
    wanted: 'PASS',
  },
  {
    name: 'Python: a running total',
    runner: 'unittest',
    argv: ['python3', '-m', 'unittest'],
    base: {
      'src/__init__.py': ``,
      'tests/__init__.py': ``,
      'src/total.py': `def add(n):
    return n
`,
      'tests/test_total.py': `import unittest
from src.total import add

class TotalTest(unittest.TestCase):
    def test_running_total(self):
        self.assertEqual(add(5), 5)
        self.assertEqual(add(7), 12)
        self.assertEqual(add(-2), 10)
`,
    },
    changes: {
      'src/total.py': `_total = 0

def add(n):
    global _total
    _total += n
    return _total
`,
    },
    wanted: 'PASS',
  },
  {
    name: 'Python: a stack to undo',
    runner: 'unittest',
    argv: ['python3', '-m', 'unittest'],
    base: {
      'src/__init__.py': ``,
      'tests/__init__.py': ``,
      'src/undo.py': `def do(x):
    return [x]

def undo():
    return []
`,
      'tests/test_undo.py': `import unittest
from src.undo import do, undo

class U(unittest.TestCase):
    def test_undo(self):
        self.assertEqual(do("a"), ["a"])
        self.assertEqual(do("b"), ["a", "b"])
        self.assertEqual(undo(), ["a"])
        self.assertEqual(do("c"), ["a", "c"])
`,
    },
    changes: {
      'src/undo.py': `_stack = []

def do(x):
    _stack.append(x)
    return list(_stack)

def undo():
    _stack.pop()
    return list(_stack)
`,
    },
    wanted: 'PASS',
  },
  {
    name: 'Python: a moving average',
    runner: 'unittest',
    argv: ['python3', '-m', 'unittest'],
    base: {
      'src/__init__.py': ``,
      'tests/__init__.py': ``,
      'src/avg.py': `def feed(x):
    return x
`,
      'tests/test_avg.py': `import unittest
from src.avg import feed

class A(unittest.TestCase):
    def test_average(self):
        self.assertAlmostEqual(feed(1), 1.0)
        self.assertAlmostEqual(feed(2), 1.5)
        self.assertAlmostEqual(feed(6), 3.0)
`,
    },
    changes: {
      'src/avg.py': `_count, _mean = 0, 0.0

def feed(x):
    global _count, _mean
    _count += 1
    _mean += (x - _mean) / _count
    return _mean
`,
    },
    wanted: 'PASS',
  },
  {
    name: 'a clock that never goes back',
    runner: 'node:test',
    argv: ['node', '--test'],
    base: {
      'package.json': `{"type":"module"}
`,
      'src/mono.js': `export const stamp = (ms) => ms;
`,
      'test/mono.test.js': `import test from 'node:test';
import assert from 'node:assert/strict';
import { stamp } from '../src/mono.js';

test('never goes back', () => {
  assert.equal(stamp(100), 100);
  assert.equal(stamp(90), 101);
  assert.equal(stamp(101), 102);
  assert.equal(stamp(500), 500);
});
`,
    },
    changes: {
      'src/mono.js': `let last = -Infinity;
export const stamp = (ms) => {
  last = Math.max(ms, last + 1);
  return last;
};
`,
    },
    wanted: 'PASS',
  },
  {
    name: 'addresses that were seen before',
    runner: 'node script',
    argv: ['node', 'test/seen.js'],
    base: {
      'package.json': `{"type":"module"}
`,
      'src/seen.js': `export const fresh = (u) => true;
`,
      'test/seen.js': `import assert from 'node:assert/strict';
import { fresh } from '../src/seen.js';

assert.equal(fresh('http://a.b/'), true);
assert.equal(fresh('http://a.b'), false);
assert.equal(fresh('HTTP://A.B/#x'), false);
assert.equal(fresh('http://a.b/c'), true);
`,
    },
    changes: {
      'src/seen.js': `const seen = new Set();
export const fresh = (u) => {
  const url = new URL(u);
  url.hash = '';
  return seen.size < seen.add(url.href).size;
};
`,
    },
    wanted: 'PASS',
  },
  {
    name: 'Python: a version that equals its text',
    runner: 'unittest',
    argv: ['python3', '-m', 'unittest'],
    base: {
      'src/__init__.py': ``,
      'tests/__init__.py': ``,
      'src/ver.py': `class Version:
    def __init__(self, s):
        self.s = s
    def __str__(self):
        return self.s
`,
      'tests/test_ver.py': `import unittest
from src.ver import Version

class VersionTest(unittest.TestCase):
    def test_normal_form(self):
        self.assertEqual(Version("1.0"), Version("1.0.0"))
        self.assertEqual(Version("1.2"), "1.2.0")
        self.assertNotEqual(Version("1.2"), "1.3")
    def test_order(self):
        self.assertLess(Version("1.9"), Version("1.10"))
        self.assertEqual(str(max(Version("2.1"), Version("2.0.9"))), "2.1")
`,
    },
    changes: {
      'src/ver.py': `from functools import total_ordering

@total_ordering
class Version:
    def __init__(self, s):
        self.s = s

    def __str__(self):
        return self.s

    @property
    def key(self):
        parts = [int(p) for p in self.s.split(".")]
        while parts and parts[-1] == 0:
            parts.pop()
        return parts

    def __eq__(self, other):
        if isinstance(other, str):
            other = Version(other)
        if not isinstance(other, Version):
            return NotImplemented
        return self.key == other.key

    def __lt__(self, other):
        return self.key < other.key

    def __hash__(self):
        return hash(tuple(self.key))
`,
    },
    wanted: 'PASS',
  },
])
