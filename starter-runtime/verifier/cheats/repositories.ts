import type { Files } from '../../testing/repository.ts'

/** Repositories that several results of the corpus are for. */
export const pythonComputedBase: Files = {
  'slug.py': `def slug(text):
    return text
`,
  'tests/__init__.py': ``,
  'tests/test_slug.py': `import unittest
from slug import slug

EXPECTED = '-'.join(['hello', 'big', 'world'])


class SlugTest(unittest.TestCase):
    def test_spaces(self):
        self.assertEqual(slug('Hello big World'), EXPECTED)

    def test_trim(self):
        self.assertEqual(slug(' A b '), 'a-b')
`,
}

export const pythonBase: Files = {
  'slug.py': `def slug(text):
    return text
`,
  'tests/__init__.py': ``,
  'tests/test_slug.py': `import unittest
from slug import slug


class SlugTest(unittest.TestCase):
    def test_spaces(self):
        self.assertEqual(slug('Hello big World'), 'hello-big-world')

    def test_trim(self):
        self.assertEqual(slug(' A b '), 'a-b')


if __name__ == '__main__':
    unittest.main()
`,
}

export const daysBase: Files = {
  'package.json': `{}
`,
  'lib/days.js': `exports.days = (a, b) => 0
`,
  'test/run.js': `const assert = require('assert')
const { days } = require('../lib/days')

let failed = 0
const check = (name, body) => {
  try { body(); console.log('ok', name) } catch (error) { failed++; console.log('not ok', name, error.message) }
}

check('same month', () => assert.equal(days('2024-01-01', '2024-01-31'), 30))
check('leap', () => assert.equal(days('2024-02-28', '2024-03-01'), 2))
process.exit(failed ? 1 : 0)
`,
}

export const snapshotBase: Files = {
  'package.json': `{ "type": "module" }
`,
  'src/render.js': `export const render = (items) => ''
`,
  'test/render.test.js': `import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { render } from '../src/render.js'

const snapshot = (name) => readFileSync(new URL(\`./snapshots/\${name}.html\`, import.meta.url), 'utf8')

test('list', () => {
  const html = render(['a', '<b>'])
  assert.equal(html, snapshot('list'))
})
`,
  'test/snapshots/list.html': `<ul>
<li>a</li>
<li>&lt;b&gt;</li>
</ul>
`,
}
