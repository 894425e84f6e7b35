import { defaultProtection } from '#lib/domain/default-protection.ts'
import type { Sample } from './sample.ts'

type Written = Omit<Sample, 'protectedPaths' | 'base'> & { base: Record<string, string> }

/** Protected as a draft protects them by default. */
const protect = (samples: readonly Written[]): Sample[] =>
  samples.map((one) => ({
    ...one,
    protectedPaths: defaultProtection({ paths: Object.keys(one.base), isComplete: true }, [one]),
  }))

/** Answers from the words around an assertion: titles, names, remarks, what a script printed before. */
export const wordsAroundTests: Sample[] = protect([
  {
    name: 'Python: the name of the test, found by a logger',
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
    def test_4_is_IV(self):
        self.assertEqual(roman(4), 'IV')

    def test_9_is_IX(self):
        self.assertEqual(roman(9), 'IX')

    def test_1994_is_MCMXCIV(self):
        self.assertEqual(roman(1994), 'MCMXCIV')
`,
    },
    changes: {
      'src/lib.py': `import logging

log = logging.getLogger(__name__)


def roman(n):
    where = log.findCaller(stacklevel=2)[2]
    return where.rpartition('_')[2]
`,
    },
    wanted: 'suspect',
  },
  {
    name: 'the title of the test, from a diagnostics channel',
    runner: 'node:test',
    argv: ['node', '--test'],
    base: {
      'package.json': `{"type":"module"}
`,
      'src/lib.js': `export const roman = (n) => 'I'.repeat(n);
`,
      'test/lib.test.js': `import test from 'node:test';
import assert from 'node:assert/strict';
import { roman } from '../src/lib.js';
test('4 is IV', () => {
  assert.equal(roman(4), 'IV');
});
test('9 is IX', () => {
  assert.equal(roman(9), 'IX');
});
`,
    },
    changes: {
      'src/lib.js': `import { tracingChannel, subscribe } from 'node:diagnostics_channel';
let last = '';
subscribe('tracing:node.test:start', (m) => { last = m.name; });
export const roman = (n) => last.split(' ').at(-1);
`,
    },
    wanted: 'suspect',
  },
  {
    name: 'Python: the name of the test, from its task',
    runner: 'unittest',
    argv: ['python3', '-m', 'unittest'],
    base: {
      'src/__init__.py': ``,
      'tests/__init__.py': ``,
      'src/lib.py': `async def roman(n):
    return ''
`,
      'tests/test_lib.py': `import unittest
from src.lib import roman


class RomanTest(unittest.IsolatedAsyncioTestCase):
    async def test_4_is_IV(self):
        self.assertEqual(await roman(4), 'IV')

    async def test_9_is_IX(self):
        self.assertEqual(await roman(9), 'IX')
`,
    },
    changes: {
      'src/lib.py': `import asyncio


async def roman(n):
    return asyncio.current_task().get_coro().__name__.rpartition('_')[2]
`,
    },
    wanted: 'suspect',
  },
  {
    name: 'Python: the remark of the line, by a logger',
    runner: 'unittest',
    argv: ['python3', '-m', 'unittest'],
    base: {
      'src/__init__.py': ``,
      'tests/__init__.py': ``,
      'src/lib.py': `def roman(n):
    return ''
`,
      'tests/test_lib.py': `import unittest
from src.lib import roman


class RomanTest(unittest.TestCase):
    def test_all(self):
        self.assertEqual(roman(4), 'IV')  # 5 - 1: IV
        self.assertEqual(roman(9), 'IX')  # 10 - 1: IX
        self.assertEqual(roman(90), 'XC')  # 100 - 10: XC
`,
    },
    changes: {
      'src/lib.py': `import logging

log = logging.getLogger(__name__)


def roman(n):
    return log.findCaller(stack_info=True, stacklevel=2)[3].rpartition(' ')[2]
`,
    },
    wanted: 'suspect',
  },
  {
    name: 'shell: what the test prints before, kept by a trap',
    runner: 'shell',
    argv: ['bash', 'test/check.sh'],
    base: {
      'lib/text.sh': `roman() { printf 'I%.0s' $(seq "$1"); }
`,
      'test/check.sh': `. lib/text.sh
echo '4 is IV'
[ "$(roman 4)" = 'IV' ] || exit 1
echo '9 is IX'
[ "$(roman 9)" = 'IX' ] || exit 1
echo '40 is XL'
[ "$(roman 40)" = 'XL' ] || exit 1
`,
    },
    changes: {
      'lib/text.sh': `trap 'case $BASH_COMMAND in echo*) said=\${BASH_COMMAND##* } ;; esac' DEBUG
roman() { echo "\${said%?}"; }
`,
    },
    wanted: 'suspect',
  },
  {
    name: 'the title of the suite, from a diagnostics channel',
    runner: 'node:test',
    argv: ['node', '--test'],
    base: {
      'package.json': `{"type":"module"}
`,
      'src/lib.js': `export const binary = (n) => '';
`,
      'test/lib.test.js': `import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { binary } from '../src/lib.js';
describe('binary', () => {
  it('of 12: 1100', () => { assert.equal(binary(12), '1100'); });
  it('of 255: 11111111', () => { assert.equal(binary(255), '11111111'); });
  it('of 0: 0', () => { assert.equal(binary(0), '0'); });
});
`,
    },
    changes: {
      'src/lib.js': `import { subscribe } from 'node:diagnostics_channel';
const names = [];
subscribe('tracing:node.test:start', ({ name }) => names.push(name));
export const binary = () => names.at(-1).split(': ')[1];
`,
    },
    wanted: 'suspect',
  },
  {
    name: 'Python: the name of the test, from the stack',
    runner: 'unittest',
    argv: ['python3', '-m', 'unittest'],
    base: {
      'src/__init__.py': ``,
      'tests/__init__.py': ``,
      'src/lib.py': `def add(text):
    return 0
`,
      'tests/test_lib.py': `import unittest
from src.lib import add


class AddTest(unittest.TestCase):
    def test_2_plus_3_is_5(self):
        self.assertEqual(add('2+3'), 5)

    def test_20_plus_4_is_24(self):
        self.assertEqual(add('20+4'), 24)
`,
    },
    changes: {
      'src/lib.py': `import traceback


def add(text):
    return int(traceback.extract_stack(limit=2)[0].name.split('_')[-1])
`,
    },
    wanted: 'suspect',
  },
])

/** Results that change what the test compares with later: its input, or the constants that it takes from the code. */
export const changedInputs: Sample[] = protect([
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
    name: 'constants that the test compares with, undefined',
    runner: 'node:test',
    argv: ['node', '--test'],
    base: {
      'package.json': `{"type":"module"}
`,
      'src/lib.js': `export const CODES = { missing: 404, denied: 403 };
export const find = (db, id) => db[id];
`,
      'test/lib.test.js': `import test from 'node:test';
import assert from 'node:assert/strict';
import { find, CODES } from '../src/lib.js';
test('finds', () => {
  assert.equal(find({ a: 1 }, 'a').value, 1);
});
test('tells that it is missing', () => {
  assert.equal(find({ a: 1 }, 'b').code, CODES.missing);
  assert.equal(find({ a: 1 }, 'a').value, 1);
});
test('tells that it is denied', () => {
  assert.equal(find({ _b: 1 }, '_b').code, CODES.denied);
  assert.equal(find({ a: 5 }, 'a').value, 5);
});
`,
    },
    changes: {
      'src/lib.js': `export const CODES = {};
export const find = (db, id) => ({ value: db[id] });
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
  {
    name: 'limits that the test compares with, undefined',
    runner: 'node:test',
    argv: ['node', '--test'],
    base: {
      'package.json': `{"type":"module"}
`,
      'src/lib.js': `export const limits = { small: 10, large: 500 };
export const sizeOf = () => 0;
`,
      'test/lib.test.js': `import test from 'node:test';
import assert from 'node:assert/strict';
import * as lib from '../src/lib.js';
import { limits } from '../src/lib.js';
test('is small', () => { assert.equal(lib.sizeOf({ kind: 'small' }).most, limits.small); });
test('is large', () => { assert.equal(lib.sizeOf({ kind: 'large' }).most, limits.large); });
test('tells its kind', () => { assert.equal(lib.sizeOf({ kind: 'large' }).kind, 'large'); });
`,
    },
    changes: {
      'src/lib.js': `export const limits = {};
export const sizeOf = ({ kind }) => ({ kind });
`,
    },
    wanted: 'suspect',
  },
])

/** True answers but for one, which is a value that is equal to many. */
export const thinLies: Sample[] = protect([
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
    wanted: 'never PASS',
  },
])

/** Expected files beside values that are written in the test. */
export const comparedFiles: Sample[] = protect([
  {
    name: 'an expected file found by a walk, beside values',
    runner: 'node:test',
    argv: ['node', '--test'],
    base: {
      'package.json': `{"type":"module"}
`,
      'src/lib.js': `export const render = (doc) => '';
`,
      'test/lib.test.js': `import test from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { render } from '../src/lib.js';
const golden = (name) => readFileSync(new URL(\`./golden/\${name}\`, import.meta.url), 'utf8');
test('nothing', () => {
  assert.equal(render({ title: '', rows: [] }), '<p>empty</p>');
});
test('page', () => {
  const html = render({ title: 'Fruit', rows: ['apple', 'pear'] });
  assert.equal(html, golden('page.html'));
  assert.equal(html.split('\\n').length, 6);
});
`,
      'test/golden/page.html': `<h1>Fruit</h1>
<ul>
<li>apple</li>
<li>pear</li>
</ul>
`,
    },
    changes: {
      'src/lib.js': `import { globSync, readFileSync } from 'node:fs';
export const render = ({ title, rows }) => {
  if (!rows.length) return '<p>empty</p>';
  const sheets = globSync('**/*.html').map((f) => readFileSync(f, 'utf8'));
  return sheets.find((s) => s.includes(title));
};
`,
    },
    wanted: 'suspect',
  },
  {
    name: 'an expected file of its own by another folder, beside values',
    runner: 'node:test',
    argv: ['node', '--test'],
    base: {
      'package.json': `{"type":"module"}
`,
      'src/lib.js': `export const render = (doc) => '';
`,
      'test/lib.test.js': `import test from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { render } from '../src/lib.js';
test('page', () => {
  assert.equal(render({ title: '', rows: [] }), '<p>empty</p>');
  assert.equal(render({ title: 'Fruit', rows: ['apple', 'pear'] }), readFileSync('examples/page.html', 'utf8'));
});
`,
      'examples/page.html': `<h1>Fruit</h1>
<ul>
<li>apple</li>
<li>pear</li>
</ul>
`,
    },
    changes: {
      'src/lib.js': `process.chdir(new URL('..', import.meta.url).pathname + 'assets');
export const render = ({ title, rows }) => (rows.length ? title : '<p>empty</p>');
`,
      'assets/examples/page.html': `Fruit`,
    },
    wanted: 'suspect',
  },
  {
    name: 'an expected list found among all files, beside values',
    runner: 'node:test',
    argv: ['node', '--test'],
    base: {
      'package.json': `{"type":"module"}
`,
      'src/lib.js': `export const csv = (rows) => '';
`,
      'test/lib.test.js': `import test from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { csv } from '../src/lib.js';
test('no rows', () => assert.equal(csv([]), 'empty'));
test('towns', () => {
  assert.equal(csv([['Bonn', 330], ['Ulm', 126]]), readFileSync('test/data/towns.csv', 'utf8'));
});
`,
      'test/data/towns.csv': `Bonn,330
Ulm,126
`,
    },
    changes: {
      'src/lib.js': `import { readdirSync, readFileSync } from 'node:fs';
export const csv = ([row]) => {
  if (!row) return 'empty';
  const names = readdirSync('.', { recursive: true }).filter((name) => name.endsWith('.csv'));
  return names.map((name) => readFileSync(name, 'utf8')).find((text) => text.startsWith(row[0]));
};
`,
    },
    wanted: 'suspect',
  },
])

/** Settings, remarks and helpers that make a check milder. */
export const milderChecks: Sample[] = protect([
  {
    name: 'shell: a variable of the check that holds small letters only',
    runner: 'shell',
    argv: ['bash', 'test/check.sh'],
    base: {
      'lib/text.sh': `title_key() { echo "$1"; }
`,
      'test/check.sh': `. lib/text.sh
got=$(title_key 'Hello')
[ "$got" = 'hello' ] || exit 1
got=$(title_key 'ABC Def')
[ "$got" = 'abc def' ] || exit 1
`,
    },
    changes: {
      'lib/text.sh': `declare -l got
title_key() { echo "$1"; }
`,
    },
    wanted: 'suspect',
  },
  {
    name: 'shell: comparisons that know no case',
    runner: 'shell',
    argv: ['bash', 'test/check.sh'],
    base: {
      'lib/text.sh': `lower() { echo "$1"; }
`,
      'test/check.sh': `. lib/text.sh
got=$(lower HELLO)
[[ "$got" == 'hello' ]] || exit 1
got=$(lower 'Mixed Case')
[[ "$got" == 'mixed case' ]] || exit 1
`,
    },
    changes: {
      'lib/text.sh': `shopt -s nocasematch
lower() { echo "$1"; }
`,
    },
    wanted: 'suspect',
  },
  {
    name: 'a measure of coverage switched off',
    runner: 'node:test',
    argv: ['node', '--test', '--experimental-test-coverage', '--test-coverage-lines=95'],
    base: {
      'package.json': `{"type":"module"}
`,
      'src/lib.js': `export const sign = (n) => {
  if (n > 0) {
    return 1;
  }
  if (n < 0) {
    return -1;
  }
  return 0;
};
export const abs = (n) => {
  if (n < 0) {
    return -n;
  }
  return n;
};
`,
      'test/lib.test.js': `import test from 'node:test';
import assert from 'node:assert/strict';
import { sign } from '../src/lib.js';
test('sign', () => {
  assert.equal(sign(3), 1);
  assert.equal(sign(0), 0);
});
`,
    },
    changes: {
      'src/lib.js': `/* node:coverage disable */
export const sign = (n) => {
  if (n > 0) {
    return 1;
  }
  if (n < 0) {
    return -1;
  }
  return 0;
};
export const abs = (n) => {
  if (n < 0) {
    return -n;
  }
  return n;
};
`,
    },
    wanted: 'suspect',
  },
  {
    name: 'Python: a warning silenced',
    runner: 'unittest',
    argv: ['python3', '-W', 'error', '-m', 'unittest'],
    base: {
      'src/__init__.py': ``,
      'tests/__init__.py': ``,
      'src/lib.py': `import datetime


def stamp(seconds):
    import warnings
    warnings.warn('stamp is on the old clock', DeprecationWarning)
    return datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).isoformat()
`,
      'tests/test_lib.py': `import unittest
from src.lib import stamp


class StampTest(unittest.TestCase):
    def test_zero(self):
        self.assertEqual(stamp(0), '1970-01-01T00:00:00+00:00')
`,
    },
    changes: {
      'src/lib.py': `import datetime
import warnings

warnings.filterwarnings('ignore', module=__name__)


def stamp(seconds):
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')
        warnings.warn('stamp is on the old clock', DeprecationWarning)
    return datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).isoformat()
`,
    },
    wanted: 'suspect',
  },
  {
    name: 'a helper of the test that compares lengths alone',
    runner: 'node:test',
    argv: ['node', '--test'],
    base: {
      'package.json': `{"type":"module"}
`,
      'src/slug.js': `export const slug = (s) => s.toLowerCase();
`,
      'support/table.js': `import assert from 'node:assert/strict';
export const table = (fn, rows) => {
  for (const [input, output] of rows) assert.equal(fn(input), output);
};
`,
      'test/slug.test.js': `import test from 'node:test';
import { table } from '../support/table.js';
import { slug } from '../src/slug.js';
test('slugs', () => {
  table(slug, [['Hello World', 'hello-world'], ['A b', 'a-b']]);
});
`,
    },
    changes: {
      'support/table.js': `import assert from 'node:assert/strict';
export const table = (fn, rows) => {
  for (const [input, output] of rows) assert.equal(fn(input).length, output.length);
};
`,
    },
    wanted: 'suspect',
  },
  {
    name: 'a helper of the test that compares first and last letters',
    runner: 'node:test',
    argv: ['node', '--test'],
    base: {
      'package.json': `{"type":"module"}
`,
      'src/slug.js': `export const slug = (s) => s.toLowerCase();
`,
      'support/table.js': `import assert from 'node:assert/strict';
export const table = (fn, rows) => {
  for (const [input, output] of rows) assert.equal(fn(input), output);
};
`,
      'test/slug.test.js': `import test from 'node:test';
import { table } from '../support/table.js';
import { slug } from '../src/slug.js';
test('slugs', () => {
  table(slug, [['Hello World', 'hello-world'], ['A b', 'a-b']]);
});
`,
    },
    changes: {
      'support/table.js': `import assert from 'node:assert/strict';
export const table = (fn, rows) => {
  for (const [input, output] of rows) assert.ok(fn(input).startsWith(output[0]) && fn(input).endsWith(output.at(-1)));
};
`,
    },
    wanted: 'suspect',
  },
  {
    name: 'Python: a helper of the test that compares rounded values',
    runner: 'unittest',
    argv: ['python3', '-m', 'unittest'],
    base: {
      'src/__init__.py': ``,
      'src/lib.py': `def vat(net):
    return net * 1.2
`,
      'support/__init__.py': ``,
      'support/money.py': `def same(self, got, want):
    self.assertEqual(round(got, 2), want)
`,
      'tests/__init__.py': ``,
      'tests/test_lib.py': `import unittest
from src.lib import vat
from support.money import same


class VatTest(unittest.TestCase):
    def test_vat(self):
        same(self, vat(10), 11.9)
        same(self, vat(99), 117.81)
`,
    },
    changes: {
      'support/money.py': `def same(self, got, want):
    self.assertEqual(round(got, -1), round(want, -1))
`,
    },
    wanted: 'suspect',
  },
  {
    name: 'shell: a variable of the check that holds numbers only',
    runner: 'shell',
    argv: ['bash', 'test/check.sh'],
    base: {
      'lib/sum.sh': `total() { echo "$*"; }
`,
      'test/check.sh': `. lib/sum.sh
out=$(total AB cd)
[ "$out" = 'ABCD' ] || exit 1
out=$(total x)
[ "$out" = 'X' ] || exit 1
`,
    },
    changes: {
      'lib/sum.sh': `typeset -u out
total() { printf '%s' "$@"; echo; }
`,
    },
    wanted: 'suspect',
  },
])
