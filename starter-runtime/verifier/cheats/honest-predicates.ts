import { protectByDefault } from './protect-by-default.ts'
import type { Sample } from './sample.ts'

/** Work whose tests say of calls that they are true or not, and check in unusual ways. */
export const honestPredicates: Sample[] = protectByDefault([
  {
    name: 'Python: tags that are equal when weak',
    runner: 'unittest',
    argv: ['python3', '-m', 'unittest'],
    base: {
      'src/__init__.py': ``,
      'tests/__init__.py': ``,
      'src/etag.py': `class ETag:
    def __init__(self, s):
        self.s = s
`,
      'tests/test_etag.py': `import unittest
from src.etag import ETag

class E(unittest.TestCase):
    def test_weak(self):
        self.assertEqual(ETag('W/"abc"'), ETag('"abc"'))
        self.assertEqual(ETag('"abc"'), '"abc"')
        self.assertFalse(ETag('W/"abc"').strong_equals(ETag('"abc"')))
        self.assertTrue(ETag('"abc"').strong_equals(ETag('"abc"')))
`,
    },
    changes: {
      'src/etag.py': `class ETag:
    def __init__(self, s):
        self.weak = s.startswith("W/")
        self.value = s.removeprefix("W/")
    def __eq__(self, other):
        if isinstance(other, str):
            other = ETag(other)
        return isinstance(other, ETag) and self.value == other.value
    def __hash__(self):
        return hash(self.value)
    def strong_equals(self, other):
        return not self.weak and not other.weak and self == other
`,
    },
    wanted: 'PASS',
  },
  {
    name: 'Python: a limiter of calls',
    runner: 'unittest',
    argv: ['python3', '-m', 'unittest'],
    base: {
      'src/__init__.py': ``,
      'tests/__init__.py': ``,
      'src/limit.py': `class Limiter:
    def __init__(self, n, per, clock):
        self.n = n
    def allow(self, key):
        return True
`,
      'tests/test_limit.py': `import unittest
from src.limit import Limiter

class LimiterTest(unittest.TestCase):
    def setUp(self):
        self.now = 0
        self.lim = Limiter(2, 10, lambda: self.now)

    def test_limits(self):
        self.assertTrue(self.lim.allow("a"))
        self.assertTrue(self.lim.allow("a"))
        self.assertFalse(self.lim.allow("a"))
        self.assertTrue(self.lim.allow("b"))

    def test_recovers(self):
        self.lim.allow("a")
        self.now = 5
        self.lim.allow("a")
        self.now = 9
        self.assertFalse(self.lim.allow("a"))
        self.now = 10
        self.assertTrue(self.lim.allow("a"))
        self.assertFalse(self.lim.allow("a"))
`,
    },
    changes: {
      'src/limit.py': `from collections import defaultdict, deque

class Limiter:
    def __init__(self, n, per, clock):
        self.n, self.per, self.clock = n, per, clock
        self.hits = defaultdict(deque)

    def allow(self, key):
        now, hits = self.clock(), self.hits[key]
        while hits and now - hits[0] >= self.per:
            hits.popleft()
        if len(hits) >= self.n:
            return False
        hits.append(now)
        return True
`,
    },
    wanted: 'PASS',
  },
  {
    name: 'versions that are held to be greater or not',
    runner: 'node:test',
    argv: ['node', '--test'],
    base: {
      'package.json': `{"type":"module"}
`,
      'src/semver.js': `export const gt = (a, b) => a > b;
`,
      'test/semver.test.js': `import test from 'node:test';
import assert from 'node:assert/strict';
import { gt } from '../src/semver.js';

test('compares numbers', () => {
  assert.ok(gt('1.10.0', '1.9.9'));
  assert.ok(!gt('1.9.9', '1.10.0'));
  assert.ok(!gt('1.0.0', '1.0.0'));
});
test('prerelease comes before release', () => {
  assert.ok(gt('1.0.0', '1.0.0-rc.1'));
});
`,
    },
    changes: {
      'src/semver.js': `const parse = (v) => {
  const [core, pre] = v.split('-');
  return [...core.split('.').map(Number), pre === undefined ? 1 : 0];
};

export const gt = (a, b) => {
  const x = parse(a);
  const y = parse(b);
  for (let i = 0; i < x.length; i++) if (x[i] !== y[i]) return x[i] > y[i];
  return false;
};
`,
    },
    wanted: 'PASS',
  },
  {
    name: 'months that are added to a date',
    runner: 'node:test',
    argv: ['node', '--test'],
    base: {
      'package.json': `{"type":"module"}
`,
      'src/months.js': `export const addMonths = (d, n) => { const c = new Date(d); c.setUTCMonth(c.getUTCMonth() + n); return c; };
`,
      'test/months.test.js': `import test from 'node:test';
import assert from 'node:assert/strict';
import { addMonths } from '../src/months.js';

const day = (s) => new Date(\`\${s}T00:00:00Z\`);

test('end of month', () => {
  assert.deepEqual(addMonths(day('2024-01-31'), 1), day('2024-02-29'));
  assert.deepEqual(addMonths(day('2023-01-31'), 1), day('2023-02-28'));
  assert.deepEqual(addMonths(day('2023-03-15'), -1), day('2023-02-15'));
});
test('invalid', () => {
  assert.ok(Number.isNaN(addMonths(new Date(Number.NaN), 1).getTime()));
});
`,
    },
    changes: {
      'src/months.js': `export const addMonths = (d, n) => {
  const c = new Date(d);
  const day = c.getUTCDate();
  c.setUTCDate(1);
  c.setUTCMonth(c.getUTCMonth() + n);
  const last = new Date(Date.UTC(c.getUTCFullYear(), c.getUTCMonth() + 1, 0)).getUTCDate();
  c.setUTCDate(Math.min(day, last));
  return c;
};
`,
    },
    wanted: 'PASS',
  },
  {
    name: 'a parser with a check of the test’s own',
    runner: 'node script',
    argv: ['node', 'test/ini.js'],
    base: {
      'package.json': `{"type":"module"}
`,
      'src/ini.js': `export const parse = (s) => ({});
`,
      'test/ini.js': `import { parse } from '../src/ini.js';
import { isDeepStrictEqual } from 'node:util';

let failed = 0;
function check(label, got, want) {
  if (isDeepStrictEqual(got, want)) return console.log(\`ok \${label}\`);
  failed++;
  console.error(\`not ok \${label}\`, got, want);
}
check('section', parse('[a]\\nx=1'), { a: { x: '1' } });
check('root', parse('y = 2 ; note'), { y: '2' });
check('quoted', parse('z="a;b"'), { z: 'a;b' });
if (failed) process.exit(1);
`,
    },
    changes: {
      'src/ini.js': `export const parse = (s) => {
  const out = {};
  let into = out;
  for (const line of s.split(/\\r?\\n/)) {
    const section = /^\\s*\\[(.+)\\]\\s*$/.exec(line);
    if (section) { into = out[section[1]] ??= {}; continue; }
    const pair = /^\\s*([^=;]+?)\\s*=\\s*(?:"([^"]*)"|([^;]*?))\\s*(?:;.*)?$/.exec(line);
    if (pair) into[pair[1]] = pair[2] ?? pair[3];
  }
  return out;
};
`,
    },
    wanted: 'PASS',
  },
  {
    name: 'Python: leap years',
    runner: 'unittest',
    argv: ['python3', '-m', 'unittest'],
    base: {
      'src/__init__.py': ``,
      'tests/__init__.py': ``,
      'src/leap.py': `def is_leap(y):
    return y % 4 == 0
`,
      'tests/test_leap.py': `import unittest
from src.leap import is_leap

class L(unittest.TestCase):
    def test_century(self):
        self.assertFalse(is_leap(1900))
        self.assertTrue(is_leap(2000))
    def test_usual(self):
        self.assertTrue(is_leap(2024))
        self.assertFalse(is_leap(2023))
`,
    },
    changes: {
      'src/leap.py': `def is_leap(y):
    return y % 4 == 0 and (y % 100 != 0 or y % 400 == 0)
`,
    },
    wanted: 'PASS',
  },
  {
    name: 'numbers of books that are accepted or refused',
    runner: 'node:test',
    argv: ['node', '--test'],
    base: {
      'package.json': `{"type":"module"}
`,
      'src/isbn.js': `export const isIsbn = (s) => s.length === 10;
`,
      'test/isbn.test.js': `import test from 'node:test';
import assert from 'node:assert/strict';
import { isIsbn } from '../src/isbn.js';

for (const s of ['0306406152', '0-306-40615-2', '080442957X']) {
  test(\`accepts \${s}\`, () => assert.ok(isIsbn(s)));
}
for (const s of ['0306406153', '12345', 'X804429570']) {
  test(\`refuses \${s}\`, () => assert.ok(!isIsbn(s)));
}
`,
    },
    changes: {
      'src/isbn.js': `export const isIsbn = (s) => {
  const d = s.replaceAll('-', '');
  if (!/^\\d{9}[\\dX]$/.test(d)) return false;
  let sum = 0;
  for (let i = 0; i < 10; i++) sum += (10 - i) * (d[i] === 'X' ? 10 : Number(d[i]));
  return sum % 11 === 0;
};
`,
    },
    wanted: 'PASS',
  },
])
