import { expect, test } from 'vitest'
import { defaultCommands } from './default-commands.ts'

const paths = ['src/slugify.js', 'test/input.test.js', 'test/letters.test.js', 'tests/test_days.py', 'README.md']
const argvFor = (text: string, script = 'node --test') =>
  defaultCommands(text, paths, { test: script }).map(({ argv }) => argv.join(' '))

test.each([
  ['`test/input.test.js` fails today.', 'node --test', 'node --test test/input.test.js'],
  [
    'See ./test/letters.test.js and test/input.test.js.',
    'node --test',
    'node --test test/input.test.js test/letters.test.js',
  ],
  ['Fix test/input.test.js', 'vitest run', 'npx vitest run test/input.test.js'],
  ['Fix test/input.test.js', 'NODE_ENV=test jest --ci', 'npx jest test/input.test.js'],
  ['tests/test_days.py is red', '', 'python3 -m pytest tests/test_days.py'],
])('of “%s” the named tests are run by %s', (text, script, argv) => {
  expect(argvFor(text, script)).toEqual([argv])
})

test.each([
  ['Change src/slugify.js', 'node --test'],
  ['In test/unknown.test.js', 'node --test'],
  ['Fix test/input.test.js', 'make check'],
  ['The file mytest/input.test.jsx', 'node --test'],
])('“%s” names no test that %s is known to run alone, so all are run', (text, script) => {
  expect(argvFor(text, script)).toEqual(['npm test'])
})
