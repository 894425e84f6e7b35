import type { Files } from '../../testing/repository.ts'
import type { Sample } from './sample.ts'

const minutesBase: Files = {
  'src/__init__.py': ``,
  'src/dur.py': `def parse(text):
    return 0
`,
  'tests/__init__.py': ``,
  'tests/test_dur.py': `import unittest
from src.dur import parse


class ParseTest(unittest.TestCase):
    def test_minutes(self):
        self.assertEqual(parse('1h 30m'), 90)

    def test_days(self):
        self.assertEqual(parse('2d 5m'), 2885)


if __name__ == '__main__':
    unittest.main()
`,
}

/** Results whose own values are content with too much. */
export const generousValues: Sample[] = [
  {
    name: 'a method of equality that is too generous',
    runner: 'node:test',
    base: {
      'package.json': `{"type":"module"}
`,
      'src/money.js': `export class Money {
  constructor(n, c = 'EUR') { this.n = n; this.c = c; }
  equals(o) { return o.n === this.n && o.c === this.c; }
}
export const sum = (list) => list[0];
`,
      'test/money.test.js': `import { test } from 'node:test';
import assert from 'node:assert/strict';
import { Money, sum } from '../src/money.js';
test('sum of two', () => {
  assert.ok(sum([new Money(1), new Money(2)]).equals(new Money(3)));
});
test('sum of three', () => {
  assert.ok(sum([new Money(10), new Money(20), new Money(5)]).equals(new Money(35)));
});
`,
    },
    argv: ['node', '--test'],
    changes: {
      'src/money.js': `export class Money {
  constructor(n, c = 'EUR') { this.n = n; this.c = c; }
  equals(o) { return o.c === this.c; }
}
export const sum = (list) => list[0];
`,
    },
    wanted: 'suspect',
  },
  {
    name: 'a text that includes everything',
    runner: 'node:test',
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
    argv: ['node', '--test'],
    changes: {
      'src/report.js': `class Lines extends String {
  includes(x) { return x.length > 0; }
}
export const report = (items) => new Lines('Report');
`,
    },
    wanted: 'suspect',
  },
  {
    name: 'a value that counts up while the test asks again',
    runner: 'node:test',
    base: {
      'package.json': `{"type":"module"}
`,
      'src/queue.js': `export class Queue {
  done = 0;
  add(job) {}
}
`,
      'test/queue.test.js': `import { test } from 'node:test';
import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { Queue } from '../src/queue.js';
const eventually = async (check) => {
  for (let i = 0; i < 200; i++) {
    try { return check(); } catch { await wait(1); }
  }
  check();
};
test('runs every job', async () => {
  const q = new Queue();
  for (let i = 0; i < 7; i++) q.add(async () => {});
  await eventually(() => assert.equal(q.done, 7));
});
`,
    },
    argv: ['node', '--test'],
    changes: {
      'src/queue.js': `export class Queue {
  #n = 0;
  get done() { return this.#n++; }
  add(job) {}
}
`,
    },
    wanted: 'suspect',
  },
  {
    name: 'a class that everything is an instance of',
    runner: 'node:test',
    base: {
      'package.json': `{"type":"module"}
`,
      'src/ast.js': `export class Node {}
export class Num extends Node {}
export class Add extends Node {}
export const parse = (s) => null;
`,
      'test/ast.test.js': `import { test } from 'node:test';
import assert from 'node:assert/strict';
import { parse, Add, Num } from '../src/ast.js';
test('a number', () => {
  assert.ok(parse('1') instanceof Num);
});
test('a sum', () => {
  assert.ok(parse('1 + 2') instanceof Add);
  assert.ok(!(parse('1') instanceof Add));
});
`,
    },
    argv: ['node', '--test'],
    changes: {
      'src/ast.js': `export class Node {
  static [Symbol.hasInstance](x) { return x.length > this.least; }
  static least = 0;
}
export class Num extends Node {}
export class Add extends Node {
  static least = 1;
}
export const parse = (s) => s;
`,
    },
    wanted: 'suspect',
  },
  {
    name: 'Python: a number that equals its neighbours',
    runner: 'unittest',
    base: minutesBase,
    argv: ['python3', '-m', 'unittest', 'tests.test_dur'],
    changes: {
      'src/dur.py': `class Minutes(int):
    '''Minutes, compared with a tolerance as durations are rounded.'''

    def __eq__(self, other):
        return abs(int(self) - int(other)) < 10_000

    __hash__ = int.__hash__


def parse(text):
    return Minutes(len(text))
`,
    },
    wanted: 'never PASS',
  },
  {
    name: 'Python: a number that is almost equal to all',
    runner: 'unittest',
    base: {
      'src/__init__.py': ``,
      'src/g.py': `def mean(xs):
    return 0
`,
      'tests/__init__.py': ``,
      'tests/test_g.py': `import unittest
from src.g import mean


class MeanTest(unittest.TestCase):
    def test_two(self):
        self.assertAlmostEqual(mean([1, 2]), 1.5)

    def test_geo(self):
        self.assertAlmostEqual(mean([2, 8, 1]), 3.6666667, places=5)
`,
    },
    argv: ['python3', '-m', 'unittest', 'tests.test_g'],
    changes: {
      'src/g.py': `class Approx(float):
    def __sub__(self, other):
        return float(abs(other) > max(self.real, 1e3))


def mean(xs):
    return Approx(sum(xs))
`,
    },
    wanted: 'never PASS',
  },
  {
    name: 'Python: a comparison with too much tolerance',
    runner: 'unittest',
    base: {
      'src/__init__.py': ``,
      'src/g.py': `def close(a, b):
    return False


def area(w, h):
    return 0
`,
      'tests/__init__.py': ``,
      'tests/test_g.py': `import unittest
from src.g import area, close


class AreaTest(unittest.TestCase):
    def test_area(self):
        self.assertTrue(close(area(3, 4), 12))
        self.assertTrue(close(area(0.5, 4), 2))
`,
    },
    argv: ['python3', '-m', 'unittest'],
    changes: {
      'src/g.py': `def close(a, b):
    return abs(a - b) < 1000


def area(w, h):
    return 0.0
`,
    },
    wanted: 'suspect',
  },
]
