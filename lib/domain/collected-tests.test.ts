import { expect, test } from 'vitest'
import { collectTests } from './collected-tests.ts'

const scripts = {
  test: 'npm run unit && vitest run src/a.spec.ts',
  unit: "NODE_ENV=test node --test 'test/*.test.js'",
  loop: 'npm run loop',
  swallowed: 'node --test || true',
  piped: 'node --test | tail -1',
}
const paths = [
  'package.json',
  'src/a.ts',
  'src/a.spec.ts',
  'test/a.test.js',
  'test/b.test.js',
  'test/helper.js',
  'node_modules/x/x.test.js',
  'tests/test_a.py',
  'tests/unit/test_b.py',
  'check.sh',
  'pkg/a_test.go',
  'tests/it.rs',
]
const collect = (...argv: string[]) =>
  collectTests(argv, { paths, scripts })?.map(({ runner, files }) => [runner, ...files])

test.each<[string[], string[][] | undefined]>([
  [['node', '--test', 'test/a.test.js'], [['node-test', 'test/a.test.js']]],
  [['node', '--test'], [['node-test', 'test/a.test.js', 'test/b.test.js', 'test/helper.js']]],
  [['node', '--test', '--test-name-pattern', 'test/a.test.js', './test/b.test.js'], [['node-test', 'test/b.test.js']]],
  [['node', '--test', 'test/'], [['node-test', 'test/a.test.js', 'test/b.test.js', 'test/helper.js']]],
  [['node', '--test', '**/{a,b}.test.js'], [['node-test', 'test/a.test.js', 'test/b.test.js']]],
  [['/usr/bin/env', 'CI=1', 'node', 'test/helper.js', 'package.json'], [['node', 'test/helper.js']]],
  [['node', '--check', 'test/a.test.js'], [['unknown']]],
  [['npx', '-y', 'vitest', 'run'], [['vitest', 'src/a.spec.ts', 'test/a.test.js', 'test/b.test.js']]],
  [['node', 'node_modules/vitest/vitest.mjs', 'run', 'src'], [['vitest', 'src/a.spec.ts']]],
  [
    ['npm', 'test'],
    [
      ['node-test', 'test/a.test.js', 'test/b.test.js'],
      ['vitest', 'src/a.spec.ts'],
    ],
  ],
  [['npm', 'run', 'unit', '--', '--test-reporter=tap'], [['node-test', 'test/a.test.js', 'test/b.test.js']]],
  [
    ['sh', '-c', 'node --check src/a.ts && pytest tests/unit'],
    [['unknown'], ['pytest', 'tests/unit/test_b.py']],
  ],
  [['pytest', 'tests/test_a.py::test_one'], [['pytest', 'tests/test_a.py']]],
  [['python3', '-m', 'unittest', 'tests.unit.test_b.TestB.test_c'], [['unittest', 'tests/unit/test_b.py']]],
  [['python3', 'tests/test_a.py'], [['python', 'tests/test_a.py']]],
  [['go', 'test', './...'], [['go', 'pkg/a_test.go']]],
  [['cargo', 'test'], [['cargo', 'tests/it.rs']]],
  [['bash', 'check.sh'], [['shell', 'check.sh']]],
  [['./check.sh'], [['shell', 'check.sh']]],
  [['rspec', 'check.sh'], [['unknown', 'check.sh']]],
  [['npm', 'ci'], undefined],
  [['npm', 'run', 'loop'], undefined],
  [['npm', 'run', 'swallowed'], undefined],
  [['npm', 'run', 'piped'], undefined],
  [['sh', '-c', 'node --test; true'], undefined],
  [['sh', '-c', 'node --test `cat list`'], undefined],
])('%j takes its tests from %j', (argv, expected) => {
  expect(collect(...argv)).toEqual(expected)
})
