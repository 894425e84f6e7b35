import { expect, test } from 'vitest'
import type { Runner } from './collected-tests.ts'
import { runsAddedTests } from './control-proof.ts'
import { addControls, type Control, controlKinds, onlyControls } from './test-controls.ts'
import type { TestFile } from './test-file.ts'

const throws: Control = { kind: 'throws', name: 'c1', marker: 'abcdef' }
const asserts: Control = { kind: 'asserts', name: 'c2', marker: 'uvwxyz' }

const file = (path: string, text: string, runner: Runner = 'node-test'): TestFile => ({
  path,
  text,
  runner,
  isModule: false,
})
const added = (of: TestFile, ...controls: Control[]) => addControls(of, controls).slice(of.text.length)

test.each<[string, TestFile, string[]]>([
  [
    'node:test with assert',
    file('a.mjs', "import test from 'node:test'\nimport assert from 'assert'"),
    ['throws', 'asserts'],
  ],
  ['node:test without a library', file('a.cjs', "require('node:test')"), ['throws']],
  ['globals of Jest', file('a.test.js', "it('a', () => {})", 'jest'), ['throws', 'asserts']],
  ['pytest', file('test_a.py', 'def test_a(): pass', 'pytest'), ['throws', 'asserts']],
  ['a Python program', file('check.py', 'print(1)', 'python'), ['throws']],
  ['Go', file('a_test.go', 'package a', 'go'), ['throws', 'asserts']],
  ['Rust', file('tests/a.rs', '', 'cargo'), ['throws', 'asserts']],
  ['a shell script without an ending', file('check', '#!/bin/sh\ntrue', 'shell'), ['throws']],
  ['another language', file('check.rb', 'puts 1', 'unknown'), ['unparsable']],
])('controls for %s', (_, of, kinds) => {
  expect(controlKinds(of)).toEqual(kinds)
})

test('the library and its assertions are those of the file', () => {
  const text = "import { test } from 'vitest'\nexpect(a).toEqual(b)\nexpect(a).toHaveLength(1)\n"
  const control = added(file('a.test.ts', text, 'vitest'), asserts)
  expect(control).toContain("import { expect as c2_values } from 'vitest'")
  expect(control).toContain('.toEqual(')
  expect(control).toContain('.toHaveLength(')
  expect(control).not.toContain('.toBe(')
})

test('a file in CommonJS loads its library by require, one that imports by import', () => {
  const common = file('a.js', "const assert = require('node:assert')\nconst { test } = require('node:test')\n")
  expect(added(common, asserts)).toContain("= require('node:assert')")
  expect(added({ ...common, text: "import 'node:test'\nfrom 'node:test'" }, throws)).toContain("} from 'node:test'")
})

test('where a file chooses tests, the added one is chosen too', () => {
  const chosen = file('a.mjs', "import { test } from 'node:test'\ntest.only('a', () => {})\n")
  expect(added(chosen, throws)).toContain(".only('c1'")
})

test('a control in a Python file comes before the lines that run it', () => {
  const text = "import unittest\nclass A(unittest.TestCase):\n  pass\nif __name__ == '__main__':\n  unittest.main()\n"
  const whole = addControls(file('test_a.py', text, 'python'), [throws])
  expect(whole.indexOf('class C1Test')).toBeLessThan(whole.indexOf('if __name__'))
  expect(onlyControls(file('test_a.py', text, 'python'), [throws])).toContain('unittest.main()')
})

test('a marker stands nowhere in the text that prints it', () => {
  for (const path of ['a.mjs', 'test_a.py', 'a_test.go', 'a.rs', 'a.sh'])
    for (const runner of ['node-test', 'pytest', 'vitest', 'python'] as const) {
      const of = file(path, "import { test } from 'node:test'\nfrom 'node:assert'\n", runner)
      expect(addControls(of, [throws, asserts])).not.toMatch(/abcdef|uvwxyz/)
    }
})

const read = (files: Record<string, string>) => (path: string) => files[path]
const program = "import { run } from './run.js'\nrun()\n"

test.each<[string, TestFile, Record<string, string>, boolean]>([
  ['a plain program', file('test/a.js', program, 'node'), { 'test/run.js': 'export const run = () => {}' }, true],
  ['a program that exits', file('test/a.js', 'process.exit(0)', 'node'), {}, false],
  ['a program whose helper exits', file('test/a.js', program, 'node'), { 'test/run.js': 'process.exit(0)' }, false],
  [
    'a program whose helper’s helper exits',
    file('test/a.js', program, 'node'),
    { 'test/run.js': "export * from '../lib/x.js'", 'lib/x.js': 'process.exit(0)' },
    false,
  ],
  ['a program with a package', file('test/a.js', "import test from 'tape'", 'node'), {}, false],
  [
    'a test of code that exits as its work',
    file('test/a.js', "import 'node:test'\nfrom 'node:test'\nimport '../src/cli.js'"),
    { 'src/cli.js': 'process.exit(1)' },
    true,
  ],
  [
    'a test whose helper exits',
    file('test/a.js', "import { test } from 'node:test'\nimport './end.js'"),
    { 'test/end.js': 'process.exit(0)' },
    false,
  ],
  ['a skipped Python module', file('test_a.py', 'pytestmark = pytest.mark.skip', 'pytest'), {}, false],
  ['a shell script that exits', file('a.sh', 'true || exit 1\nexit 0', 'shell'), {}, false],
  ['a shell script that loads one with a trap', file('a.sh', '. ./b.sh', 'shell'), { 'b.sh': 'trap : EXIT' }, false],
  ['a language that is not known', file('a.rb', '', 'unknown'), {}, false],
])('whether %s would run an added test', (_, of, files, expected) => {
  expect(runsAddedTests(of, read(files))).toBe(expected)
})

test('a test is added to a shell script before the exit that it ends with', () => {
  const script = file('check.sh', '. ./lib.sh\nfail=0\n[ "$(f)" = 1 ] || fail=1\nexit "$fail"\n', 'shell')
  const [before = '', after = ''] = addControls(script, [throws]).split('exit 97')
  expect(before).toContain('fail=1\n')
  expect(before).not.toContain('exit "$fail"')
  expect(after.trim()).toBe('exit "$fail"')
})
