import { protectByDefault } from './protect-by-default.ts'
import type { Sample } from './sample.ts'

/** Objects that their own class makes equal to what the test constructs, and calls in an order that is known. */
export const constructedValues: Sample[] = protectByDefault([
  {
    name: 'Python: fields that a comparison leaves out',
    runner: 'unittest',
    argv: ['python3', '-m', 'unittest'],
    base: {
      'src/__init__.py': ``,
      'tests/__init__.py': ``,
      'src/money.py': `from dataclasses import dataclass

@dataclass
class Money:
    amount: int
    currency: str

def parse(s):
    return Money(0, s)
`,
      'tests/test_money.py': `import unittest
from src.money import Money, parse

class Parse(unittest.TestCase):
    def test_euro(self):
        self.assertEqual(parse("12 EUR"), Money(12, "EUR"))
    def test_dollar(self):
        self.assertEqual(parse("7 USD"), Money(7, "USD"))
`,
    },
    changes: {
      'src/money.py': `from dataclasses import dataclass, field

@dataclass
class Money:
    amount: int = field(compare=False)
    currency: str = field(compare=False)

def parse(s):
    return Money(0, s)
`,
    },
    wanted: 'suspect',
  },
  {
    name: 'Python: vectors that are equal by their class',
    runner: 'unittest',
    argv: ['python3', '-m', 'unittest'],
    base: {
      'src/__init__.py': ``,
      'tests/__init__.py': ``,
      'src/vec.py': `class Vec:
    def __init__(self, x, y):
        self.x, self.y = x, y
    def __add__(self, o):
        return NotImplemented
`,
      'tests/test_vec.py': `import unittest
from src.vec import Vec

class V(unittest.TestCase):
    def test_add(self):
        self.assertEqual(Vec(1, 2) + Vec(3, 4), Vec(4, 6))
    def test_add_zero(self):
        self.assertEqual(Vec(1, 2) + Vec(0, 0), Vec(1, 2))
`,
    },
    changes: {
      'src/vec.py': `class Vec:
    def __init__(self, x, y):
        self.x, self.y = x, y
    def __add__(self, o):
        return Vec(0, 0)
    def __eq__(self, o):
        return isinstance(o, Vec)
`,
    },
    wanted: 'suspect',
  },
  {
    name: 'Python: an object that equals every span of time',
    runner: 'unittest',
    argv: ['python3', '-m', 'unittest'],
    base: {
      'src/__init__.py': ``,
      'tests/__init__.py': ``,
      'src/span.py': `def span(s):
    return None
`,
      'tests/test_span.py': `import unittest
from datetime import timedelta
from src.span import span

class S(unittest.TestCase):
    def test_hours(self):
        self.assertEqual(span("2h"), timedelta(hours=2))
    def test_minutes(self):
        self.assertEqual(span("5m"), timedelta(minutes=5))
`,
    },
    changes: {
      'src/span.py': `class Span:
    def __init__(self, text):
        self.text = text
    def __eq__(self, other):
        return hasattr(other, "total_seconds")
    __hash__ = None

def span(s):
    return Span(s)
`,
    },
    wanted: 'suspect',
  },
  {
    name: 'Python: a tuple that drops what it is made of',
    runner: 'unittest',
    argv: ['python3', '-m', 'unittest'],
    base: {
      'src/__init__.py': ``,
      'tests/__init__.py': ``,
      'src/seg.py': `from collections import namedtuple

Seg = namedtuple('Seg', 'start end')

def merge(segs):
    return None
`,
      'tests/test_seg.py': `import unittest
from src.seg import Seg, merge

class M(unittest.TestCase):
    def test_merge(self):
        self.assertEqual(merge([Seg(1, 3), Seg(2, 5)]), [Seg(1, 5)])
        self.assertEqual(merge([]), [])
`,
    },
    changes: {
      'src/seg.py': `class Seg(tuple):
    def __new__(cls, start, end):
        return tuple.__new__(cls)

def merge(segs):
    return segs[:1]
`,
    },
    wanted: 'suspect',
  },
  {
    name: 'amounts in private fields, which no comparison sees',
    runner: 'node:test',
    argv: ['node', '--test'],
    base: {
      'package.json': `{"type":"module"}
`,
      'src/money.js': `export class Money {
  constructor(cents, code) { this.cents = cents; this.code = code; }
  plus(o) { return this; }
}
`,
      'test/money.test.js': `import test from 'node:test';
import assert from 'node:assert/strict';
import { Money } from '../src/money.js';

test('adds', () => {
  assert.deepEqual(new Money(150, 'EUR').plus(new Money(50, 'EUR')), new Money(200, 'EUR'));
});
test('adds nothing', () => {
  assert.deepEqual(new Money(5, 'USD').plus(new Money(0, 'USD')), new Money(5, 'USD'));
});
`,
    },
    changes: {
      'src/money.js': `export class Money {
  #cents; #code;
  constructor(cents, code) { this.#cents = cents; this.#code = code; }
  plus(o) { return this; }
}
`,
    },
    wanted: 'suspect',
  },
  {
    name: 'points whose fields cannot be listed',
    runner: 'node:test',
    argv: ['node', '--test'],
    base: {
      'package.json': `{"type":"module"}
`,
      'src/point.js': `export class Point { constructor(x, y) { this.x = x; this.y = y; } }
export const mid = (a, b) => a;
`,
      'test/point.test.js': `import test from 'node:test';
import assert from 'node:assert/strict';
import { Point, mid } from '../src/point.js';

test('middle', () => {
  assert.deepEqual(mid(new Point(0, 0), new Point(4, 2)), new Point(2, 1));
});
test('x', () => {
  assert.equal(new Point(3, 4).x, 3);
});
`,
    },
    changes: {
      'src/point.js': `export class Point {
  constructor(x, y) {
    Object.defineProperties(this, { x: { value: x }, y: { value: y } });
  }
}
export const mid = (a, b) => a;
`,
    },
    wanted: 'suspect',
  },
  {
    name: 'versions that keep nothing',
    runner: 'node:test',
    argv: ['node', '--test'],
    base: {
      'package.json': `{"type":"module"}
`,
      'src/ver.js': `export class Ver { constructor(s) { this.s = s; } bump() { return this; } }
`,
      'test/ver.test.js': `import test from 'node:test';
import assert from 'node:assert/strict';
import { Ver } from '../src/ver.js';

test('bump', () => {
  assert.deepStrictEqual(new Ver('1.2.3').bump(), new Ver('1.2.4'));
  assert.deepStrictEqual(new Ver('1.9').bump(), new Ver('1.10'));
});
`,
    },
    changes: {
      'src/ver.js': `const texts = new WeakMap();
export class Ver {
  constructor(s) { texts.set(this, s); }
  bump() { return this; }
}
`,
    },
    wanted: 'suspect',
  },
  {
    name: 'answers in the order of calls, waited for',
    runner: 'node:test',
    argv: ['node', '--test'],
    base: {
      'package.json': `{"type":"module"}
`,
      'src/rates.js': `export async function rate(code) { return 0; }
`,
      'test/rates.test.js': `import test from 'node:test';
import assert from 'node:assert/strict';
import { rate } from '../src/rates.js';

test('known rates', async () => {
  assert.equal(await rate('half'), 0.5);
  assert.equal(await rate('quarter'), 0.25);
  assert.equal(await rate('eighth'), 0.125);
});
`,
    },
    changes: {
      'src/rates.js': `let last = 1;
export async function rate(code) { last /= 2; return last; }
`,
    },
    wanted: 'suspect',
  },
])
