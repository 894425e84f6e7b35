import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { mcpPath } from '#lib/api/program-paths.ts'
import { programEndpoints } from '#lib/api/programs.ts'
import { gasNeeded, nativeText } from '#lib/domain/key-fuel.ts'
import { operations } from '#lib/domain/operations.ts'
import { workerVariables } from '#lib/env.ts'
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
/** What people, owners and operators read; the decisions, too. */
const described = documents.filter((name) => name === 'README.md' || name.startsWith('docs/'))
const read = (name: string) => readFileSync(join(root, name), 'utf8')

test.each(documents)('every path that %s names exists', (name) => {
  const text = read(name)
  const paths = [
    ...text.matchAll(
      /`((?:app|public|lib|drizzle|contracts|sandbox|tools|docs|e2e)\/[^`{*]*|server\.ts|\.env\.example)`/g,
    ),
  ].map((match) => match[1] ?? '')
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test.each(documents)('every npm script that %s names exists', (name) => {
  const { scripts } = JSON.parse(read('package.json')) as {
    scripts: Record<string, string>
  }
  const named = [...read(name).matchAll(/npm run (?:-\S+ )*([\w:]+(?:-\w+)*)/g)].map((match) => match[1] ?? '')
  expect(named.filter((script) => !scripts[script])).toEqual([])
})

test('every link of llms.txt leads to a page, a chapter of the help, or an operation', () => {
  const text = read('public/llms.txt')
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

/** The programs of others read these. */
const ofOthers = ['CURL_CA_BUNDLE', 'GIT_SSL_CAINFO', 'NODE_EXTRA_CA_CERTS', 'OTEL_TRACES_SAMPLER', 'SUDO_USER']
/** Programs of people and of owners, an example of theirs, and tests that can run for longer. */
const besideSettings = [
  'JOBWRIGHT_ORIGIN',
  'JOBWRIGHT_TOKEN',
  'STARTER_PASSWORD',
  'WEBHOOK_SECRET',
  'BOOKS_JOBS',
  'CATCH_UP_BLOCKS',
]
/** A decision names them as refused, or as an error of a library. */
const named = ['DATABASE_DIRECT_URL', 'ERR_PACKAGE_IMPORT_NOT_DEFINED', 'UNSAFE_TRANSACTION']
const upperWords = (text: string) => text.match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g) ?? []
const sources = globSync(
  ['.env.example', 'lib/{api,domain,env}/**/*.ts', 'lib/env.ts', 'contracts/{src/*.sol,deploy-environment.ts}'].concat(
    'sandbox/sandbox-env.ts',
    'tools/start/settings.ts',
  ),
  { cwd: root, exclude: (file) => file.endsWith('.test.ts') },
)
const variables = new Set([
  ...sources.flatMap((file) => upperWords(read(file))),
  ...ofOthers,
  ...besideSettings,
  ...named,
])
const runtimeOptions = new Set(
  [...read('starter-runtime/options.ts').matchAll(/^ {2}'?([a-z-]+)'?: \{ type:/gm)].map(
    ([, name = '']) => `STARTER_${name.replaceAll('-', '_').toUpperCase()}`,
  ),
)
const isVariable = (name: string) =>
  [name, name.replace(/_FILE$/, '')].some((variable) => variables.has(variable) || runtimeOptions.has(variable))

test.each(described)('every variable that %s gives a value to or writes as one exists', (name) => {
  const text = read(name)
  const given = text.matchAll(/(?<![\w$])([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)=/g)
  const written = text.matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)`/g)
  const words = [...given, ...written].map(([, word = '']) => word)
  expect(words.filter((word) => !isVariable(word))).toEqual([])
})

/** Those of people's programs and of their assistants included; a document may also name what several paths begin with. */
const paths = [...Object.values(operations).map(([, path]) => path), ...programEndpoints().map(({ path }) => path)]
const served = ['/api/docs/', mcpPath, ...paths].map(withoutNames)
const beginnings = ['/api/', '/api/v1/', '/api/v1/agent-runtime/', '/api/v1/programs/', '/api/v1/public/']

/** A path in which each parameter is a star, however it is written. */
function withoutNames(path: string): string {
  return path.replace(/\{[^}]+\}|<[^>]+>|…|\$\w+/g, '*')
}

test.each(described)('every path of the API that %s names is that of an operation', (name) => {
  const links = read(name).matchAll(/(?<![\w.])(?:https?:\/\/[^/\s`]+)?(\/api\/[\w\-/{}<>…$]*)(?![\w.]*\.ts)/g)
  const written = [...links].map(([, path = '']) => withoutNames(path.replace(/>$/, '')))
  const isKnown = (path: string) => served.includes(path) || beginnings.includes(path.replace(/\*$/, ''))
  expect(written.filter((path) => !isKnown(path))).toEqual([])
})

test.each(described)('every metric that %s names is one that is served', (name) => {
  const programs = globSync('lib/metrics/*.ts', { cwd: root, exclude: (file) => file.endsWith('.test.ts') })
  const metrics = new Set(programs.flatMap((file) => read(file).match(/\bjobwright_[a-z_]+/g) ?? []))
  const databases = ['jobwright_after', 'jobwright_b', 'jobwright_before']
  const unknown = (read(name).match(/\bjobwright_[a-z_]+/g) ?? []).filter((metric) => !databases.includes(metric))
  expect(unknown.filter((metric) => !metrics.has(metric.replace(/_(bucket|count|sum)$/, '')))).toEqual([])
})

test.each(described)('every command for operators that %s names is one of the list that the program prints', (name) => {
  const usage = read('tools/admin/usage.ts')
  const offered = [...usage.matchAll(/npm run admin -- ([\w|-]+)((?: [a-z]+)*)/g)].flatMap(
    ([, first = '', more = '']) => first.split('|').map((word) => `${word}${more}`),
  )
  const text = read(name).replace(/\n\s*/g, ' ')
  const commands = [...text.matchAll(/npm run admin -- ([\w-]+(?: [a-z]+)*)/g)].map(([, command = '']) => command)
  const isOffered = (line: string) => offered.some((start) => line === start || line.startsWith(`${start} `))
  expect(commands.filter((line) => !isOffered(line))).toEqual([])
})

test.each(described)('every check of the doctor that %s names is one that it makes', (name) => {
  const [, parts = ''] = /^const parts = \{\n(.*?)^\}/ms.exec(read('tools/doctor/main.ts')) ?? []
  const offered = [...parts.matchAll(/^ {2}(\w+):/gm)].map(([, part]) => part)
  const commands = [...read(name).matchAll(/npm run doctor --((?: (?!--)\w+)+)/g)].map(([, words = '']) => words)
  expect(commands.flatMap((words) => words.trim().split(' ')).filter((word) => !offered.includes(word))).toEqual([])
})

const pages = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'))
test.each(pages)('docs/%s begins with the task that it is read for', (name) => {
  const [title, , lead] = read(`docs/${name}`).split('\n')
  expect([title, lead]).toEqual([expect.stringMatching(/^# \S/), expect.stringMatching(/^Read this (when|before|to) /)])
})

test('going-live.md asks for the money that a key needs at the highest price', () => {
  const text = read('docs/going-live.md').replace(/\s+/g, ' ')
  const [, reserve, job] = /each needs (\d+) before the first job: .* Add ([\d.]+) to the dispatcher/.exec(text) ?? []
  const price = BigInt(workerVariables.OPERATOR_FEE_CEILING_GWEI.parse(undefined)) * 10n ** 9n
  const none = { openJobs: 0n, openCalls: 0n }
  const needed = (openJobs: bigint) => gasNeeded('dispatcher', { ...none, openJobs }) * price
  expect(Number(reserve)).toBe(Number(nativeText(gasNeeded('registrar', none) * price)))
  expect([Number(reserve), Number(job)]).toEqual([needed(0n), needed(1n) - needed(0n)].map(nativeText).map(Number))
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
