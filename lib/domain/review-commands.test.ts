import { expect, test } from 'vitest'
import { reviewCommands } from './review-commands.ts'

const scripts = { test: 'echo "Error: no test specified" && exit 1', check: 'node check.js', wait: 'sleep 1' }

function review(argv: string[]) {
  return reviewCommands([{ name: 'c', argv, expect: 'fails_then_passes' }], scripts)
}

test.each([
  [['false']],
  [['true']],
  [['/bin/true']],
  [['sleep', '1']],
  [['sh', '-c', 'exit 1']],
  [['sh', '-c', ':']],
  [['bash', '-c', '! false']],
  [['sh', '-c', 'sleep 1; echo done && exit 0']],
  [['sh', '-c', '']],
  [['env', 'A=b', 'false']],
  [['timeout', '5', 'sleep', '1']],
  [['npm', 'test']],
  [['npm', 'run', 'wait']],
  [['node', '--version']],
  [['python3', '--version']],
])('%j runs nothing of the repository, so it blocks with what to run instead', (argv) => {
  const [finding, ...others] = review(argv)
  expect(finding).toMatchObject({
    code: 'command_proves_nothing',
    severity: 'blocking',
    pointer: '/verification_commands/0/argv',
    message: '“c” runs no file and no test of the repository, so it says nothing about a result.',
  })
  expect(finding?.next_action).toMatch(/test/)
  expect(others).toEqual([])
})

test.each([
  [['./true']],
  [['bin/false']],
  [['node', 'check.js']],
  [['node', '--test']],
  [['npm', 'run', 'check']],
  [['npm', 'run', 'unknown']],
  [['make']],
  [['sh', 'check.sh']],
  [['sh', '-c', 'exit $(node check.js)']],
  [['sh', '-c', 'exit `node check.js`']],
  [['sh', '-c', '. ./check.sh; exit 1']],
  [['sh', '-c', 'sleep 1 && node check.js']],
  [['sh', '-c', 'if node check.js; then exit 1; fi']],
  [['sh', '-c', 'read x < version; exit $x']],
  [['sh', '-c', 'while sleep 1; do [ -e a ] && exit 0; done']],
  [['test', '-f', 'src/a.js']],
  [['grep', '-q', 'x', 'src/a.js']],
  [['timeout', '5', 'node', 'check.js']],
])('nothing is said of %j', (argv) => {
  expect(review(argv)).toEqual([])
})

test('a shell that ends with a failure whatever it ran is blocked, and says what to end with', () => {
  const [finding] = review(['sh', '-c', 'node --test test/a.test.js; exit 1'])
  expect(finding).toMatchObject({ code: 'command_proves_nothing', severity: 'blocking' })
  expect(finding?.message).toContain('no result can pass')
})

test.each([
  [['node', '-e', 'process.exit(1)'], 1],
  [['node', '-e', "require('assert').equal(1, 2)"], 1],
  [['python3', '-c', 'assert 1 == 2'], 1],
  [['node', '-e', "require('./src/a.js').check()"], 0],
  [['node', '--input-type=module', '-e', "import './src/a.js'"], 0],
  [['node', '-p', "import('./src/a.js')"], 0],
  [['python3', '-c', 'import a; assert a.b() == 2'], 0],
])('code that loads nothing of the repository proves nothing: %j', (argv, findings) => {
  expect(review(argv)).toHaveLength(findings)
})
