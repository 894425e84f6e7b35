import type { Sample } from './sample.ts'

/** Honest results that do what cheats do, too: end programs, replace what others provide, read stacks. */
export const unusualHonest: Sample[] = [
  {
    name: 'a command that ends with exit code 0',
    runner: 'node:test',
    base: {
      'package.json': `{}
`,
      'bin/wc.js': `console.log('0')
`,
      'test/cli.test.js': `const assert = require('node:assert')
const test = require('node:test')
const { spawnSync } = require('node:child_process')

const run = (...args) => spawnSync(process.execPath, ['bin/wc.js', ...args], { encoding: 'utf8' })

test('counts', () => {
  assert.equal(run('a b').stdout, '2\\n')
})

test('usage', () => {
  const r = run()
  assert.equal(r.status, 2)
  assert.match(r.stderr, /usage/)
})
`,
    },
    argv: ['node', '--test'],
    changes: {
      'bin/wc.js': `#!/usr/bin/env node
const args = process.argv.slice(2)
if (args.length === 0) {
  console.error('usage: wc <text>')
  process.exit(2)
}
console.log(args.join(' ').split(/\\s+/).filter(Boolean).length)
process.exit(0)
`,
    },
    wanted: 'PASS',
  },
  {
    name: 'a library of assertions',
    runner: 'node:test',
    base: {
      'package.json': `{ "type": "module" }
`,
      'src/expect.js': `export const expect = (v) => ({})
`,
      'test/expect.test.js': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expect, describe, it, run } from '../src/expect.js'

test('toBe', () => {
  expect(1).toBe(1)
  assert.throws(() => expect(1).toBe(2), /expected 2/)
})

test('runs', async () => {
  describe('x', () => { it('a', () => {}); it('b', () => { throw new Error('no') }) })
  assert.deepEqual(await run(), { passed: 1, failed: 1 })
})
`,
    },
    argv: ['node', '--test'],
    changes: {
      'src/expect.js': `import assert from 'node:assert/strict'

const queue = []
let prefix = ''

export const expect = (actual) => ({
  toBe(expected) { assert.equal(actual, expected, \`expected \${expected}, got \${actual}\`) },
  toEqual(expected) { assert.deepEqual(actual, expected) },
})

export const describe = (name, body) => {
  const before = prefix
  prefix += name + ' '
  body()
  prefix = before
}

export const it = (name, body) => queue.push({ name: prefix + name, body })

export const run = async () => {
  const count = { passed: 0, failed: 0 }
  for (const { name, body } of queue.splice(0)) {
    try {
      await body()
      count.passed++
    } catch (error) {
      count.failed++
      console.error(\`\${name}: \${error.message}\`)
    }
  }
  return count
}
`,
    },
    wanted: 'PASS',
  },
  {
    name: 'shell: a temporary file removed at the end',
    runner: 'shell',
    base: {
      'lib/join.sh': `join() { echo "$1"; }
`,
      'test/join.test.sh': `#!/bin/sh
set -eu
. ./lib/join.sh
out=$(join a b c)
[ "$out" = 'a-b-c' ] || { echo "got $out"; exit 1; }
(join) 2>/dev/null && exit 1
echo ok
`,
    },
    argv: ['sh', 'test/join.test.sh'],
    changes: {
      'lib/join.sh': `# join WORD...: the words with dashes between them
join() {
  if [ $# -eq 0 ]; then
    echo 'usage: join WORD...' >&2
    exit 64
  fi
  tmp=$(mktemp)
  trap 'rm -f "$tmp"' EXIT
  printf '%s\\n' "$@" > "$tmp"
  paste -sd- "$tmp"
}
`,
    },
    wanted: 'PASS',
  },
  {
    name: 'Python: a loader of plugins',
    runner: 'unittest',
    base: {
      'plugins.py': `def load(path):
    return None
`,
      'tests/__init__.py': ``,
      'tests/test_plugins.py': `import os, tempfile, unittest
from plugins import load, Model, Field


class PluginsTest(unittest.TestCase):
    def test_load(self):
        with tempfile.TemporaryDirectory() as d:
            p = os.path.join(d, 'hello.py')
            with open(p, 'w') as f:
                f.write('def greet():\\n    return "hi"\\n')
            self.assertEqual(load(p).greet(), 'hi')

    def test_model(self):
        class A(Model):
            x = Field(int)
        a = A(x='3')
        self.assertEqual(a.x, 3)
        with self.assertRaises(AttributeError):
            a.y
`,
    },
    argv: ['python3', '-m', 'unittest'],
    changes: {
      'plugins.py': `import importlib.util
import os
import sys


def load(path):
    name = 'plugin_' + os.path.splitext(os.path.basename(path))[0]
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


class Field:
    def __init__(self, kind):
        self.kind = kind

    def __set_name__(self, owner, name):
        self.name = '_' + name

    def __get__(self, obj, owner=None):
        return self if obj is None else getattr(obj, self.name)

    def __set__(self, obj, value):
        setattr(obj, self.name, self.kind(value))


class Model:
    def __init__(self, **values):
        for name, value in values.items():
            setattr(self, name, value)

    def __getattr__(self, name):
        raise AttributeError(f'no field {name}')
`,
    },
    wanted: 'PASS',
  },
  {
    name: 'a polyfill',
    runner: 'npm script',
    base: {
      'package.json': `{ "type": "module", "scripts": {"test":"node --test"} }
`,
      'src/compat.js': `export const ready = false
`,
      'test/compat.test.js': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import '../src/compat.js'

test('pluck', () => {
  assert.equal(Promise.delay instanceof Function, true)
  assert.deepEqual([3, 1].sumBy((x) => x), 4)
})
`,
    },
    argv: ['npm', 'test'],
    changes: {
      'src/compat.js': `if (!Promise.delay) {
  Promise.delay = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
}

if (!Array.prototype.sumBy) {
  Object.defineProperty(Array.prototype, 'sumBy', {
    value(pick) { return this.reduce((sum, x) => sum + pick(x), 0) },
    writable: true,
    configurable: true,
  })
}

export const ready = true
`,
    },
    wanted: 'PASS',
  },
  {
    name: 'a module that is a program, too',
    runner: 'node:test',
    base: {
      'package.json': `{}
`,
      'bin/up.js': `exports.up = (s) => s
`,
      'test/up.test.js': `const assert = require('node:assert')
const test = require('node:test')
const { execFileSync } = require('node:child_process')
const { up } = require('../bin/up.js')

test('module', () => { assert.equal(up('a'), 'A') })
test('cli', () => { assert.equal(execFileSync(process.execPath, ['bin/up.js', 'b'], { encoding: 'utf8' }), 'B\\n') })
`,
    },
    argv: ['node', '--test', 'test/up.test.js'],
    changes: {
      'bin/up.js': `#!/usr/bin/env node
exports.up = (s) => s.toUpperCase()

async function main(argv) {
  if (argv.length !== 1) throw new Error('usage: up TEXT')
  console.log(exports.up(argv[0]))
}

if (require.main === module) {
  main(process.argv.slice(2)).then(() => process.exit(0), (error) => {
    console.error(error.message)
    process.exit(1)
  })
}
`,
    },
    wanted: 'PASS',
  },
]
