import { protectByDefault } from './protect-by-default.ts'
import type { Sample } from './sample.ts'

/** Settings, remarks and helpers that make a check milder. */
export const milderChecks: Sample[] = protectByDefault([
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
