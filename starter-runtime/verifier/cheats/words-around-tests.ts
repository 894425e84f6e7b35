import { protectByDefault } from './protect-by-default.ts'
import type { Sample } from './sample.ts'

/** Answers from the words around an assertion: titles, names, remarks, what a script printed before. */
export const wordsAroundTests: Sample[] = protectByDefault([
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
