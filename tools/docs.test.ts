import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { operations } from '#lib/domain/operations.ts'
import { missingEntries } from './lockfile/missing-entries.ts'
import { countOf, failuresIn, filesIn, lineOfFile, slowest } from './test/run-and-count.ts'

const root = resolve(import.meta.dirname, '..')
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'STYLE.md',
  'SECURITY.md',
  'CHANGELOG.md',
  ...['docs', 'sandbox'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((name) => `${folder}/${String(name)}`),
  ),
].filter((name) => name.endsWith('.md'))

test.each(documents)('every path that %s names exists', (name) => {
  const text = readFileSync(join(root, name), 'utf8')
  const paths = [
    ...text.matchAll(
      /`((?:app|public|lib|drizzle|contracts|sandbox|tools|docs|e2e)\/[^`{*]*|server\.ts|\.env\.example)`/g,
    ),
  ].map((match) => match[1] ?? '')
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test.each(documents)('every npm script that %s names exists', (name) => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const named = [...readFileSync(join(root, name), 'utf8').matchAll(/npm run (?:-\S+ )*([\w:]+(?:-\w+)*)/g)].map(
    (match) => match[1] ?? '',
  )
  expect(named.filter((script) => !scripts[script])).toEqual([])
})

test('every link of llms.txt leads to a page, a chapter of the help, or an operation', () => {
  const text = readFileSync(join(root, 'public/llms.txt'), 'utf8')
  const links = [...text.matchAll(/\]\((\/[^)]*)\)/g)].map((match) => match[1] ?? '')
  const known = [
    ...Object.values(operations).map(([, path]) => path),
    ...readdirSync(join(root, 'docs/help')).map((name) => `/docs/${name.replace(/\.md$/, '')}`),
    '/api/docs/',
    '/transparency',
  ]
  expect(links.length).toBeGreaterThan(8)
  expect(links.filter((link) => !known.includes(link))).toEqual([])
})

const operating = ['docs/going-live.md', 'docs/operations.md']
const variables = new Set(
  ['.env.example', 'lib/env.ts', 'contracts/deploy-environment.ts', 'starter-runtime/README.md']
    .map((name) => readFileSync(join(root, name), 'utf8'))
    .flatMap((text) => text.match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g) ?? []),
)

test.each(operating.slice(0, 1))('every variable that %s gives a value to exists', (name) => {
  const text = readFileSync(join(root, name), 'utf8')
  const named = [...text.matchAll(/(?<![\w$])([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)=/g)].map((match) => match[1] ?? '')
  expect(
    named.filter((variable) => !variables.has(variable.replace(/_FILE$/, '')) && !variables.has(variable)),
  ).toEqual([])
})

test.each(operating)('every command for operators that %s names is one of the list that the program prints', (name) => {
  const usage = readFileSync(join(root, 'tools/admin/usage.ts'), 'utf8')
  const offered = [...usage.matchAll(/npm run admin -- ([\w|-]+)((?: [a-z-]+)*)/g)].flatMap(
    ([, first = '', more = '']) => first.split('|').map((word) => `${word}${more}`),
  )
  const text = readFileSync(join(root, name), 'utf8').replace(/\n\s*/g, ' ')
  const named = [...text.matchAll(/`npm run admin -- ([\w-]+(?: [a-z-]+)*)/g)].map((match) => match[1] ?? '')
  const isOffered = (line: string) => offered.some((start) => line === start || line.startsWith(`${start} `))
  expect(named.filter((line) => !isOffered(line))).toEqual([])
})

test('a lockfile that lacks a platform’s package is completed with that platform', () => {
  const lock = {
    packages: {
      '': {},
      'node_modules/tool': { optionalDependencies: { '@tool/linux-x64': '^1.2.3', '@tool/darwin-arm64': '1.2.3' } },
      'node_modules/@tool/linux-x64': {},
    },
  }
  expect(missingEntries(lock)).toEqual({
    'node_modules/@tool/darwin-arm64': { version: '1.2.3', optional: true, os: ['darwin'], cpu: ['arm64'] },
  })
})

test('the sum counts every runner’s own closing lines', () => {
  expect(countOf('noise\n 12 passed\n')).toEqual({ passed: 12, failed: 0 })
  expect(countOf(' Test Files  3 failed | 4 passed (7)\n      Tests  2 failed | 40 passed (42)\n')).toEqual({
    passed: 40,
    failed: 2,
  })
  expect(countOf('216 passed, 1 failed')).toEqual({ passed: 216, failed: 1 })
  expect(countOf('  1 failed\n    [x] journey\n  3 passed (10s)')).toEqual({ passed: 3, failed: 1 })
})

test('the slowest files of all runners are listed, slowest first', () => {
  const files = Array.from({ length: 12 }, (_, index) => ({ path: `lib/${index}.test.ts`, seconds: index + 0.5 }))
  const output = ['noise', ...files.map(lineOfFile), ''].join('\n')
  expect(filesIn(output)).toEqual(files)
  expect(slowest(filesIn(output)).map(({ seconds }) => seconds)).toEqual([
    11.5, 10.5, 9.5, 8.5, 7.5, 6.5, 5.5, 4.5, 3.5, 2.5,
  ])
})

test('what failed is printed again with its first lines, or with the end of an output that names nothing', () => {
  const vitest = ' FAIL  a.test.ts > holds\nError: one\n\n FAIL  b.test.ts > stays\nError: two\n'
  expect(failuresIn(vitest).map((text) => text.trim())).toEqual([
    'FAIL  a.test.ts > holds\nError: one',
    'FAIL  b.test.ts > stays\nError: two',
  ])
  expect(failuresIn('  ✘  1 [x] › journey\n\n  1) [x] › journey\n\n    Error: lost\n')).toEqual([
    '  1) [x] › journey\n\n    Error: lost\n',
  ])
  expect(failuresIn('ok      format\nFAILED  types\na.ts(1,1): wrong\n')).toEqual(['FAILED  types\na.ts(1,1): wrong\n'])
  expect(failuresIn('noise\nError: no port\n')).toEqual(['noise\nError: no port'])
})
