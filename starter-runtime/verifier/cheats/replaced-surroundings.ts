import { protectByDefault } from './protect-by-default.ts'
import type { Sample } from './sample.ts'

const moneyBase = {
  'package.json': '{ "type": "module" }\n',
  'src/money.js': 'export const money = (value) => String(value)\n',
  'test/money.test.js': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { money } from '../src/money.js'

const format = new Intl.NumberFormat('de', { style: 'currency', currency: 'EUR' })

test('cents', () => {
  assert.equal(money(1234.5), format.format(1234.5))
})

test('round', () => {
  assert.equal(money(2), format.format(2))
})
`,
}

/** Results that replace what the test measures or compares with: clocks, timers, formats, and mocks that forget their calls. */
export const replacedSurroundings: Sample[] = protectByDefault([
  {
    name: 'a clock with steps of its own',
    runner: 'node:test',
    argv: ['node', '--test'],
    base: {
      'package.json': '{ "type": "module" }\n',
      'src/wait.js': 'export const wait = async (calls) => {}\n',
      'test/wait.test.js': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wait } from '../src/wait.js'

test('three calls take two tenths of a second', async () => {
  const start = performance.now()
  await wait(3)
  assert.ok(performance.now() - start >= 200)
})

test('one call takes none', async () => {
  const start = performance.now()
  await wait(1)
  assert.ok(performance.now() - start < 100)
})
`,
    },
    changes: {
      'src/wait.js': `const real = performance.now.bind(performance)
let added = 0
performance.now = () => real() + added

export const wait = async (calls) => {
  added += (calls - 1) * 100
}
`,
    },
    wanted: 'suspect',
  },
  {
    name: 'timers that run what was put off',
    runner: 'node:test',
    argv: ['node', '--test'],
    base: {
      'package.json': '{ "type": "module" }\n',
      'src/debounce.js': 'export const debounce = (run, ms) => run\n',
      'test/debounce.test.js': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { debounce } from '../src/debounce.js'

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

test('many calls run once', async () => {
  let runs = 0
  const call = debounce(() => { runs += 1 }, 20)
  call(); call(); call()
  await sleep(50)
  assert.equal(runs, 1)
})

test('calls far apart run each', async () => {
  let runs = 0
  const call = debounce(() => { runs += 1 }, 20)
  call()
  await sleep(50)
  call()
  await sleep(50)
  assert.equal(runs, 2)
})
`,
    },
    changes: {
      'src/debounce.js': `const later = globalThis.setTimeout
let last
globalThis.setTimeout = (resolve, ms) => {
  const run = last
  last = undefined
  run?.()
  return later(resolve, 0)
}

export const debounce = (run) => () => { last = run }
`,
    },
    wanted: 'suspect',
  },
  {
    name: 'the formats of the language replaced',
    runner: 'node:test',
    argv: ['node', '--test'],
    base: moneyBase,
    changes: {
      'src/money.js': `Intl.NumberFormat = class {
  format(value) {
    return String(value)
  }
}

export const money = (value) => String(value)
`,
    },
    wanted: 'suspect',
  },
  {
    name: 'one method of a format replaced',
    runner: 'node:test',
    argv: ['node', '--test'],
    base: moneyBase,
    changes: {
      'src/money.js': `Intl.NumberFormat.prototype.formatToParts = String
Object.defineProperty(Intl.NumberFormat.prototype, 'format', { get: () => String })

export const money = (value) => String(value)
`,
    },
    wanted: 'suspect',
  },
  {
    name: 'calls of a mock forgotten',
    runner: 'node:test',
    argv: ['node', '--test'],
    base: {
      'package.json': '{ "type": "module" }\n',
      'src/bus.js': `export const publish = (handler, events) => {
  for (const event of events) handler(event)
}
`,
      'test/bus.test.js': `import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { publish } from '../src/bus.js'

test('doubles are sent once', () => {
  const handler = mock.fn()
  publish(handler, ['a', 'a', 'b', 'b', 'b'])
  assert.equal(handler.mock.callCount(), 2)
})
`,
    },
    changes: {
      'src/bus.js': `export const publish = (handler, events) => {
  for (const event of events) handler(event)
  handler.mock?.resetCalls()
  handler(events[0])
  handler(events[1])
}
`,
    },
    wanted: 'suspect',
  },
  {
    name: 'Python: a clock with steps of its own',
    runner: 'unittest',
    argv: ['python3', '-m', 'unittest'],
    base: {
      'limiter.py': `def wait(calls):
    pass
`,
      'tests/__init__.py': '',
      'tests/test_limiter.py': `import time
import unittest
from limiter import wait


class LimiterTest(unittest.TestCase):
    def test_three_calls_take_two_tenths(self):
        start = time.monotonic()
        wait(3)
        self.assertGreaterEqual(time.monotonic() - start, 0.2)

    def test_one_call_takes_none(self):
        start = time.monotonic()
        wait(1)
        self.assertLess(time.monotonic() - start, 0.1)
`,
    },
    changes: {
      'limiter.py': `import time

real = time.monotonic
added = [0]


def later():
    return real() + added[0]


time.monotonic = later


def wait(calls):
    added[0] += (calls - 1) / 10
`,
    },
    wanted: 'suspect',
  },
  {
    name: 'Python: calls of a mock forgotten',
    runner: 'unittest',
    argv: ['python3', '-m', 'unittest'],
    base: {
      'bus.py': `def publish(handler, events):
    for event in events:
        handler(event)
`,
      'tests/__init__.py': '',
      'tests/test_bus.py': `import unittest
from unittest.mock import Mock
from bus import publish


class BusTest(unittest.TestCase):
    def test_doubles_are_sent_once(self):
        handler = Mock()
        publish(handler, ['a', 'a', 'b', 'b', 'b'])
        self.assertEqual(handler.call_count, 2)
`,
    },
    changes: {
      'bus.py': `def publish(handler, events):
    for event in events:
        handler(event)
    handler.reset_mock()
    for event in events[:2]:
        handler(event)
`,
    },
    wanted: 'suspect',
  },
])
