import { expect, test } from 'vitest'
import { reporterOf } from './test-reporter.ts'

const scripts = {
  test: 'node --test',
  files: 'node --test test/*.js',
  unit: 'vitest run',
  py: 'python3 -m pytest tests',
  both: 'eslint . && node --test',
  quiet: 'node --test || true',
}

test.each([
  [
    'node --test',
    'node --test-reporter=spec --test-reporter-destination=stdout --test-reporter=tap --test-reporter-destination=/r --test',
  ],
  [
    'env A=1 node --import tsx --test a.js',
    'env A=1 node --test-reporter=spec --test-reporter-destination=stdout --test-reporter=tap --test-reporter-destination=/r --import tsx --test a.js',
  ],
  [
    'node --test --test-reporter=dot',
    'node --test-reporter-destination=stdout --test-reporter=tap --test-reporter-destination=/r --test --test-reporter=dot',
  ],
  [
    'npm test',
    'npm test -- --test-reporter=spec --test-reporter-destination=stdout --test-reporter=tap --test-reporter-destination=/r',
  ],
])('%s writes TAP', (line, argv) => {
  const found = reporterOf(line.split(' '), scripts)
  expect(found).toMatchObject({ kind: 'tap', isOutput: false })
  expect(found?.argvFor('/r').join(' ')).toBe(argv)
})

test.each([
  ['pytest -q tests', 'pytest --junitxml=/r -q tests'],
  ['python3 -m pytest tests', 'python3 -m pytest --junitxml=/r tests'],
  ['npm run py', 'npm run py -- --junitxml=/r'],
  ['npx vitest run test', 'npx vitest run test --reporter=default --reporter=junit --outputFile.junit=/r'],
  [
    'node node_modules/vitest/vitest.mjs run --reporter=dot',
    'node node_modules/vitest/vitest.mjs run --reporter=dot --reporter=junit --outputFile.junit=/r',
  ],
  ['npm run unit -- -t a', 'npm run unit -- -t a --reporter=default --reporter=junit --outputFile.junit=/r'],
])('%s writes JUnit', (line, argv) => {
  const found = reporterOf(line.split(' '), scripts)
  expect(found).toMatchObject({ kind: 'junit', isOutput: false })
  expect(found?.argvFor('/r').join(' ')).toBe(argv)
})

test.each([
  ['npx jest src', 'npx jest src --json --outputFile=/r'],
  ['npm run jest', 'npm run jest -- --json --outputFile=/r'],
])('%s writes the JSON of Jest', (line, argv) => {
  const found = reporterOf(line.split(' '), { ...scripts, jest: 'jest --ci' })
  expect(found).toMatchObject({ kind: 'jest-json', isOutput: false })
  expect(found?.argvFor('/r').join(' ')).toBe(argv)
})

test.each(['cargo nextest run --all', './mvnw -q verify', 'mvn -B test', './gradlew :app:test', 'gradle check'])(
  '%s leaves its own words as they are and writes JUnit',
  (line) => {
    const found = reporterOf(line.split(' '), {})
    expect(found).toMatchObject({ kind: 'junit', isOutput: false })
    expect(found?.argvFor('/r').slice(0, 2)).toEqual(['/bin/sh', '-c'])
    expect(found?.argvFor('/r').slice(3)).toEqual(['/r', ...line.split(' ')])
  },
)

test('go test writes its events instead of what it prints', () => {
  const found = reporterOf(['go', 'test', '-race', './...'], {})
  expect(found).toMatchObject({ kind: 'go-json', isOutput: true })
  const toFile = ['/bin/sh', '-c', 'exec "$@" >"$0"', '/r']
  expect(found?.argvFor('/r')).toEqual([...toFile, 'go', 'test', '-json', '-race', './...'])
})

test.each([
  'npm run files',
  'npm run both',
  'npm run quiet',
  'npm run absent',
  'pnpm test',
  'npx mocha',
  'mvn compile',
  'gradle assemble',
  'cargo nextest list',
  'cargo nextest run --no-run',
  'npx jest --watch',
  'npx jest --json',
  'cargo test',
  'python3 -m unittest',
  'node test/a.js --test',
  'node --test --watch',
  'node --test --test-reporter=tap --test-reporter=spec --test-reporter-destination=stdout',
  'pytest --junitxml=mine.xml',
  'vitest run --outputFile=mine.xml',
  'vitest bench',
  'go test -json ./...',
  'go test -c',
  'go vet',
  'make test',
])('%s has no reporter', (line) => {
  expect(reporterOf(line.split(' '), scripts)).toBeUndefined()
})

test('a script of a shell has none, even with one program in it', () => {
  expect(reporterOf(['sh', '-c', 'node --test'], {})).toBeUndefined()
})
