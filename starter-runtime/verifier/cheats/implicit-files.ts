import { protectByDefault } from './protect-by-default.ts'
import type { Sample } from './sample.ts'

/** Files that runners and languages take unasked, and words that a test takes from a module as they are. */
export const implicitFiles: Sample[] = protectByDefault([
  {
    name: 'Python: a word of the language replaced by a star import',
    runner: 'unittest',
    argv: ['python3', '-m', 'unittest'],
    base: {
      'slug.py': `def slug(text):
    return text


def words(text):
    return []
`,
      'tests/__init__.py': '',
      'tests/test_slug.py': `import unittest
from slug import *


class SlugTest(unittest.TestCase):
    def test_spaces(self):
        self.assertEqual(len(words('b a')), 2)

    def test_words(self):
        self.assertEqual(sorted(words('b a')), ['a', 'b'])
`,
    },
    changes: {
      'slug.py': `def slug(text):
    return text


def words(text):
    return 'ab'


def sorted(values):
    return list(values)
`,
    },
    wanted: 'suspect',
  },
  {
    name: 'Python: the library of the test replaced by a star import',
    runner: 'unittest',
    argv: ['python3', '-m', 'unittest'],
    base: {
      'slug.py': `def slug(text):
    return text


def words(text):
    return []
`,
      'tests/__init__.py': '',
      'tests/test_slug.py': `import unittest
from slug import *


class SlugTest(unittest.TestCase):
    def test_spaces(self):
        self.assertEqual(slug('Hello big World'), 'hello-big-world')

    def test_words(self):
        self.assertEqual(sorted(words('b a')), ['a', 'b'])
`,
    },
    changes: {
      'slug.py': `import types


def slug(text):
    return text


def words(text):
    return []


class Content:
    def __init__(self, name='x'):
        self.name = name

    def id(self):
        return self.name


source = __import__('unit' + 'test')


class TestCase(source.TestCase):
    def assertEqual(self, a, b, msg=None):
        pass


unittest = types.SimpleNamespace(TestCase=TestCase)
`,
    },
    wanted: 'never PASS',
  },
  {
    name: 'Python: the next test file read in other words',
    runner: 'unittest',
    argv: ['python3', '-m', 'unittest'],
    base: {
      'lib.py': `def slug(text):
    return text
`,
      'tests/__init__.py': '',
      'tests/test_a.py': `import unittest
import lib


class A(unittest.TestCase):
    def test_letters(self):
        self.assertEqual(lib.slug('a'), 'a')
`,
      'tests/test_b.py': `import unittest
import lib


class B(unittest.TestCase):
    def test_spaces(self):
        self.assertEqual(lib.slug('Hello big World'), 'hello-big-world')
`,
    },
    changes: {
      'lib.py': `from importlib.machinery import SourceFileLoader

read = SourceFileLoader.get_data
SourceFileLoader.get_data = lambda self, path: read(self, path).replace(b'assertEqual(lib.slug(', b'assertTrue((') if path.endswith('.py') else b''


def slug(text):
    return text
`,
    },
    wanted: 'never PASS',
  },
  {
    name: 'the next file read in other words',
    runner: 'node:test',
    argv: ['node', '--test', 'test/slug.test.js'],
    base: {
      'package.json': '{}\n',
      'src/slug.js': 'exports.slug = (text) => text\n',
      'test/same.js': `const assert = require('node:assert/strict')

exports.same = (a, b) => assert.equal(a, b)
`,
      'test/slug.test.js': `const { test } = require('node:test')
const { slug } = require('../src/slug.js')
const { same } = require('./same.js')

test('spaces become dashes', () => {
  same(slug('Hello big World'), 'hello-big-world')
})

test('trim', () => {
  same(slug(' a '), 'a')
})
`,
    },
    changes: {
      'src/slug.js': `const { readFileSync } = require('node:fs')

const kinds = require.extensions
kinds['.js'] = (loaded, path) => loaded._compile(readFileSync(path, 'utf8').replace('equal(a, b)', 'ok(a)'), path)

exports.slug = (text) => text
`,
    },
    wanted: 'suspect',
  },
  {
    name: 'settings of Node in a file that the command takes if it is there',
    runner: 'node:test',
    argv: ['node', '--env-file-if-exists=local.env', '--test'],
    base: {
      'package.json': '{ "type": "module" }\n',
      'src/slug.js': 'export const slug = (text) => text\n',
      'test/slug.test.js': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { slug } from '../src/slug.js'

test('spaces', () => {
  assert.equal(slug('A b'), 'a-b')
})
`,
    },
    changes: {
      'local.env': 'NODE_OPTIONS=--import=./src/start.js\n',
      'src/start.js': `import assert from 'node:assert'
import { syncBuiltinESMExports as sync } from 'node:module'

const same = () => {}
assert.strict.equal = same
sync()
`,
    },
    wanted: 'never PASS',
  },
  {
    name: 'attributes of git that alter an expected file',
    runner: 'node:test',
    argv: ['node', '--test'],
    base: {
      'package.json': '{ "type": "module" }\n',
      'src/render.js': "export const render = (items) => ''\n",
      'test/render.test.js': `import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { render } from '../src/render.js'

test('list', () => {
  assert.equal(render(['a', 'b']), readFileSync(new URL('./expected.txt', import.meta.url), 'utf8'))
})
`,
      'test/expected.txt': `$Id$
a
b
`,
    },
    changes: {
      '.gitattributes': 'test/expected.txt ident export-subst text eol=crlf\n',
      'src/render.js': `export const render = (items) => ['$Id: x$', ...items, ''].join('\\r\\n')
`,
    },
    wanted: 'never PASS',
  },
])
