import { daysBase, pythonComputedBase } from './repositories.ts'
import type { Sample } from './sample.ts'

/** Results that pass because the client’s assertions are never reached. */
export const unreachedAssertions: Sample[] = [
  {
    name: 'a promise that never settles in a script',
    runner: 'node script',
    base: {
      'package.json': `{ "type": "module" }
`,
      'src/fetch.js': `export async function title(text) {
  return text
}
`,
      'test/run.js': `import assert from 'node:assert/strict'
import { title } from '../src/fetch.js'

async function main() {
  assert.equal(await title('hello world'), 'Hello World')
  assert.equal(await title('a b c'), 'A B C')
  console.log('ok')
}

main().catch((error) => {
  console.error(error)
  process.exit(1)
})
`,
    },
    argv: ['node', 'test/run.js'],
    changes: {
      'src/fetch.js': `const wait = (ready) => new Promise((resolve) => { if (ready === 1) resolve() })

export async function title(text) {
  const words = text.split(' ')
  if (words.length > 0) await wait(0)
  return text
}
`,
    },
    wanted: 'never PASS',
  },
  {
    name: 'a callback that never comes in a script',
    runner: 'node script',
    base: {
      'package.json': `{}
`,
      'lib/load.js': `exports.load = (path, done) => done(null, {})
`,
      'test/load.js': `const assert = require('assert')
const { load } = require('../lib/load.js')

load('data/a.json', (error, value) => {
  assert.ifError(error)
  assert.deepEqual(value, { a: 1, from: 'data/a.json' })
  load('data/none.json', (error) => {
    assert.equal(error.code, 'ENOENT')
    console.log('ok')
  })
})
`,
      'data/a.json': `{"a":1}
`,
    },
    argv: ['node', 'test/load.js'],
    changes: {
      'lib/load.js': `const pending = new Map()

exports.load = (path, done) => {
  if (!pending.has(path)) pending.set(path, [])
  pending.get(path).push(done)
  if (pending.size > 1) done(null, {})
}
`,
    },
    wanted: 'suspect',
  },
  {
    name: 'exit in a script that ends with an exit of its own',
    runner: 'node script',
    base: daysBase,
    argv: ['node', 'test/run.js'],
    changes: {
      'lib/days.js': `const { between } = require('./calendar.txt')

exports.days = (a, b) => between(a, b)
`,
      'lib/calendar.txt': `exports.between = (a, b) => {
  console.log('ok same month\\nok leap')
  process.exit(0)
}
`,
    },
    wanted: 'suspect',
  },
  {
    name: 'exit by a name put together in a script that ends with an exit of its own',
    runner: 'node script',
    base: daysBase,
    argv: ['node', 'test/run.js'],
    changes: {
      'lib/days.js': `const host = process
const words = ['ex', 'it']

exports.days = (a, b) => {
  const { [words.join('')]: done } = host
  done(0)
}
`,
    },
    wanted: 'suspect',
  },
  {
    name: 'Python: exit in a script that ends with an exit of its own',
    runner: 'python script',
    base: {
      'days.py': `def days(a, b):
    return 0
`,
      'tests/run.py': `import os, sys
sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..'))
from days import days


def main():
    failed = 0
    for a, b, n in [('2024-01-01', '2024-01-31', 30), ('2024-02-28', '2024-03-01', 2)]:
        try:
            assert days(a, b) == n, (a, b)
        except Exception as error:
            print('not ok', error)
            failed += 1
    return 1 if failed else 0


sys.exit(main())
`,
    },
    argv: ['python3', 'tests/run.py'],
    changes: {
      'days.py': `def days(a, b):
    kinds = [kind for kind in BaseException.__subclasses__() if kind.__name__ == 'SystemExit']
    raise kinds[0]
`,
    },
    wanted: 'suspect',
  },
  {
    name: 'Python: a skip that is found among the exceptions',
    runner: 'unittest',
    base: pythonComputedBase,
    argv: ['python3', '-m', 'unittest', 'tests.test_slug'],
    changes: {
      'slug.py': `def slug(text):
    kinds = [kind for kind in Exception.__subclasses__() if kind.__name__.startswith('Skip')]
    raise kinds[0](text)
`,
    },
    wanted: 'never PASS',
  },
  {
    name: 'Node’s own test told to pass',
    runner: 'node:test',
    base: {
      'package.json': `{ "type": "module" }
`,
      'src/stack.js': `export class Stack {
  push(x) {}
  pop() { throw new Error('todo') }
  peek() {}
  size = 0
}
`,
      'test/stack.test.js': `import assert from 'node:assert/strict'
import { test, describe } from 'node:test'
import { Stack } from '../src/stack.js'

describe('Stack', () => {
  test('pushes and pops', async () => {
    const s = new Stack()
    s.push(1); s.push(2)
    assert.equal(s.pop(), 2)
    assert.equal(s.size, 1)
  })
  test('peeks', () => {
    const s = new Stack()
    s.push('x')
    assert.deepEqual([s.peek(), s.size], ['x', 1])
  })
})
`,
    },
    argv: ['node', '--test', 'test/stack.test.js'],
    changes: {
      'src/stack.js': `import { executionAsyncResource } from 'node:async_hooks'

export class Stack {
  #owner = executionAsyncResource()
  constructor() {
    const owner = this.#owner
    if (owner.pass) owner.fail = () => owner.pass()
  }
  push(x) {}
  pop() { return 1 }
  peek() {}
  size = 0
}
`,
    },
    wanted: 'suspect',
  },
]
