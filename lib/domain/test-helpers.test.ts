import { expect, test } from 'vitest'
import type { TestFile } from './test-file.ts'
import { borrowedVariables, changedFolders, changedHelpers } from './test-helpers.ts'

const file = (path: string, text: string): TestFile => ({ path, text, runner: 'node-test', isModule: true })
const helper = 'export function assertEqual(a, b) {\n  if (a !== b) throw new Error(a)\n}\n'
const loose = helper.replace('a !== b', 'a.length !== b.length')
const used = "import { assertEqual } from '../lib/helpers.js'\ntest('x', () => {\n  assertEqual(slug('A'), 'a')\n})\n"

test.each([
  ['a function', 'lib/helpers.js', helper, loose, file('test/a.test.js', used)],
  [
    'an arrow function in a test of one line',
    'lib/helpers.js',
    'export const checkSame = (got, want) => {\n  if (!Object.is(got, want)) throw Error()\n}\n',
    'export const checkSame = (got, want) => {\n}\n',
    file(
      'test/a.test.js',
      "import { checkSame } from '../lib/helpers.js'\ntest('x', () => checkSame(slug('A'), 'a'))\n",
    ),
  ],
  [
    'Python',
    'lib/helpers.py',
    'def assert_same(got, want):\n    assert got == want\n',
    'def assert_same(got, want):\n    assert got\n',
    file('tests/test_a.py', "from lib.helpers import assert_same\n\ndef test_a():\n    assert_same(slug('A'), 'a')\n"),
  ],
  [
    'a shell function',
    'lib/helpers.sh',
    'check() {\n  [ "$1" = "$2" ] || exit 1\n}\n',
    'check() {\n  [ -n "$1" ] || exit 1\n}\n',
    file('test/check.sh', '. lib/helpers.sh\ncheck "$(slug A)" a\n'),
  ],
])('an assertion outside of test folders that the result rewrites is a mark: %s', (_, path, before, after, tests) => {
  expect(changedHelpers({ path, before, after }, [tests])).toMatchObject([{ code: 'loosens_checks' }])
  expect(changedHelpers({ path, before, after: before }, [tests])).toEqual([])
})

test('a helper that the result deletes is a mark', () => {
  expect(
    changedHelpers({ path: 'lib/helpers.js', before: helper, after: undefined }, [file('test/a.js', used)]),
  ).toHaveLength(1)
})

const thrown = used.replace('assertEqual(slug', 'assert.throws(() => assertEqual(slug')
test.each([
  ['a function whose failure is what is tested', helper, loose, thrown],
  ['a function that no test calls', helper, loose, "import { assertEqual } from '../lib/helpers.js'\n"],
  ['a function of another file', helper, loose, used.replace('helpers', 'others')],
  ['another function of the file', helper, `${helper}export const other = 1\n`, used],
  [
    'a function of the program that compares nothing that it is given',
    'export function checkName(name) {\n  if (name.length !== 3) throw new Error(name)\n}\n',
    'export function checkName(name) {\n  if (name.length !== 4) throw new Error(name)\n}\n',
    "import { checkName } from '../lib/helpers.js'\ntest('x', () => {\n  checkName('four')\n})\n",
  ],
])('%s is none', (_, before, after, text) => {
  expect(changedHelpers({ path: 'lib/helpers.js', before, after }, [file('test/a.test.js', text)])).toEqual([])
})

const script = file('test/check.sh', 'want=a-b\ngot=$(slug "A b")\n[ "$got" = "$want" ] || exit 1\n')
test('a script that reads the variable which a test compares with knows the test', () => {
  const after = 'slug() {\n  echo "$want"\n}\n'
  expect(borrowedVariables({ path: 'lib/slug.sh', before: '', after }, [script])).toMatchObject([
    { code: 'knows_tests', line: 2 },
  ])
})

test.each([
  'slug() {\n  local want=$1\n  echo "$want"\n}\n',
  'slug() {\n  for want in "$@"; do echo "$want"; done\n}\n',
  'slug() {\n  echo "$text"\n}\n',
])('a script that reads its own variables does not: %j', (after) => {
  expect(borrowedVariables({ path: 'lib/slug.sh', before: '', after }, [script])).toEqual([])
})

const sourcing = file('test/check.sh', 'set -eu\n. ./lib/slug.sh\n[ "$(slug A)" = "$(cat data/want.txt)" ]\n')

test.each([
  'cd lib',
  'cd "$(dirname "$BASH_SOURCE")"',
  'pushd ./lib >/dev/null',
  '[ -d lib ] && cd lib',
  '  cd lib/other',
])('a sourced file whose added line goes to another folder takes the test along: %s', (line) => {
  const after = `${line}\nslug() {\n  echo a\n}\n`
  expect(changedFolders({ path: 'lib/slug.sh', before: 'slug() {\n  echo b\n}\n', after }, [sourcing])).toMatchObject([
    { code: 'knows_tests', line: 1 },
  ])
})

test.each([
  ['a subshell', 'here=$(cd "$(dirname "$0")" && pwd)', sourcing],
  ['a subshell of several lines', '(\ncd lib\n)', sourcing],
  ['a folder that is given', 'enter() {\n  cd "$1"\n}', sourcing],
  ['the folder before', 'cd - >/dev/null', sourcing],
  ['a remark', '# cd lib', sourcing],
  ['a line that was there', 'cd lib', sourcing, 'cd lib\n'],
  ['a program that the test starts', 'cd lib', file('test/check.sh', '[ "$(sh lib/slug.sh A)" = a ]\n')],
])('%s takes no test to another folder', (_, lines, by, before = '') => {
  expect(changedFolders({ path: 'lib/slug.sh', before, after: `${lines}\necho a\n` }, [by])).toEqual([])
})

test('a file made to take long is given up soon', () => {
  const start = performance.now()
  const variables = Array.from({ length: 5_000 }, (_, at) => `echo $v${at}`).join('\n')
  const after = `${variables}\n${'$want '.repeat(9_000)}`
  const found = borrowedVariables({ path: 'a.sh', before: '', after }, [script])
  expect(found).toHaveLength(1)
  expect(changedHelpers({ path: 'a.js', before: 'function assertIt(a) {\n}\n'.repeat(20_000), after: '' }, [])).toEqual(
    [],
  )
  expect(performance.now() - start).toBeLessThan(5_000)
})
