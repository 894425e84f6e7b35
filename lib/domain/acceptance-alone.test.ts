import { expect, test } from 'vitest'
import { reviewAcceptanceAlone } from './acceptance-alone.ts'

const codes = (path: string, content: string) => reviewAcceptanceAlone([{ path, content }]).map(({ code }) => code)

test.each([
  [
    'test/a.test.js',
    "import assert from 'node:assert/strict'\nimport test from 'node:test'\ntest('a', () => assert.equal(1, 2))",
  ],
  ['test/a.test.ts', "import { expect, test } from 'vitest'\ntest('a', () => expect(1).toBe(2))"],
  ['tests/test_a.py', 'import unittest\nclass A(unittest.TestCase):\n  def test_a(self):\n    self.assertEqual(1, 2)'],
  ['tests/test_a.py', 'def test_a():\n    assert 1 == 2'],
])('%s that loads nothing is warned of: %s', (path, content) => {
  expect(codes(path, content)).toEqual(['acceptance_alone'])
})

test.each([
  ['test/a.test.js', "import assert from 'node:assert'\nimport { a } from '../a.js'\nassert.equal(a(), 2)"],
  ['test/a.test.js', "const assert = require('assert')\nassert.ok(require('..').a)"],
  [
    'test/a.test.js',
    "import assert from 'assert'\nimport { readFileSync } from 'node:fs'\nassert.ok(readFileSync('a'))",
  ],
  ['test/a.test.js', "import assert from 'assert'\nassert.ok((await import(new URL('../a.js', import.meta.url))).a)"],
  ['test/a.test.js', "import assert from 'assert'\nimport own from 'own-name'\nassert.ok(own)"],
  ['tests/test_a.py', 'from src.a import a\ndef test_a():\n    assert a() == 2'],
  ['tests/test_a.py', 'def test_a(client):\n    assert client.get("/") == 2'],
  ['tests/test_a.py', 'import subprocess\nassert subprocess.run(["a"]).returncode == 0'],
  ['tests/data.json', '{"assert": 1}'],
  ['tests/helper.js', 'export const two = 2'],
])('%s is not, when it may reach others or is no test: %s', (path, content) => {
  expect(codes(path, content)).toEqual([])
})
