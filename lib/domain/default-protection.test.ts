import { describe, expect, test } from 'vitest'
import { defaultProtection, missingEntries, withEntries } from './default-protection.ts'
import type { BaseTree } from './named-paths.ts'
import { maxProtectedPaths, protectorOf } from './path-pattern.ts'

const tree = (...paths: string[]): BaseTree => ({ paths, isComplete: true })
const run = (line: string) => ({ argv: line.split(' ') })
const shell = (script: string) => ({ argv: ['sh', '-c', script] })
const protects = (base: BaseTree, commands: { argv: string[] }[], scripts?: Record<string, string>) =>
  protectorOf(defaultProtection(base, commands, scripts))

const javascript = tree(
  'package.json',
  'src/index.js',
  'src/check.js',
  'test/index.test.js',
  'checks/run.js',
  'checks/data.json',
  'scripts/verify.sh',
  'config/mine.config.json',
  'docs/guide.md',
  'packages/a/package.json',
  'packages/a/a.js',
)
const python = tree('pyproject.toml', 'mypkg/core.py', 'mypkg/tests/test_core.py', 'checks/run.py', 'README.md')

describe('what a command names is protected', () => {
  test.each<[string, BaseTree, { argv: string[] }, string[]]>([
    ['a file', javascript, run('node checks/run.js'), ['checks/run.js', 'CHECKS/Run.js']],
    ['the program itself', javascript, run('./scripts/verify.sh'), ['scripts/verify.sh']],
    ['a script of a shell', javascript, run('bash scripts/verify.sh --fast'), ['scripts/verify.sh']],
    ['a file in the text of a shell', javascript, shell('set -e; node "checks/run.js" && echo ok'), ['checks/run.js']],
    ['a file below the folder that a script enters', javascript, shell('cd checks && node run.js'), ['checks/run.js']],
    ['a program given as text', javascript, { argv: ['node', '-e', "import('./checks/run.js')"] }, ['checks/run.js']],
    ['the value of an option', javascript, run('vitest --config=config/mine.config.json'), ['config/mine.config.json']],
    ['the word after an option', javascript, run('mocha -r ./checks/run'), ['checks/run.js']],
    ['a file behind a launcher', javascript, run('npx --yes tsx checks/run.js'), ['checks/run.js']],
    ['a file behind assignments', javascript, run('env CI=1 node checks/run.js'), ['checks/run.js']],
    ['a folder of checks', javascript, run('mocha checks'), ['checks/run.js', 'checks/data.json', 'checks/new.js']],
    [
      'a folder of tests and what they use',
      tree('src/a.js', 'checks/a.test.js', 'checks/helper.js', 'checks/deep/tool.js'),
      run('mocha checks'),
      ['checks/helper.js', 'checks/deep/tool.js', 'checks/new.js'],
    ],
    ['a glob', javascript, run('node --test checks/*.{js,mjs}'), ['checks/run.js', 'checks/new.js']],
    ['a Python module', python, run('python3 -m checks.run'), ['checks/run.py']],
    ['one test of a file', python, run('pytest checks/run.py::test_a'), ['checks/run.py']],
    [
      'the configuration of a linter',
      javascript,
      run('eslint -c config/mine.config.json src'),
      ['config/mine.config.json'],
    ],
    ['what configures a linter by default', javascript, run('npx eslint src'), ['.eslintrc.json', 'eslint.config.js']],
  ])('%s', (_, base, command, paths) => {
    const isProtected = protects(base, [command])
    expect(paths.filter((path) => !isProtected(path))).toEqual([])
  })

  test('also where a script of the manifest names it', () => {
    const scripts = { test: 'npm run -s check', precheck: 'sh scripts/verify.sh', check: 'node checks/run.js' }
    const paths = ['checks/run.js', 'scripts/verify.sh']
    for (const line of ['npm test', 'npm run check', 'yarn check', 'pnpm run test'])
      expect([line, paths.filter(protects(javascript, [run(line)], scripts))]).toEqual([line, paths])
    expect(protects(javascript, [run('npm test')])('checks/run.js')).toBe(false)
  })

  test('scripts that call each other without end are read once and a half', () => {
    expect(protects(javascript, [run('npm test')], { test: 'npm test && npm test' })('test/a.js')).toBe(true)
  })

  test('a file that an incomplete listing does not show is taken by its name', () => {
    const isProtected = protects({ paths: [], isComplete: false }, [run('node checks/run.js')])
    expect(['checks/run.js', 'src/index.js'].map(isProtected)).toEqual([true, false])
  })

  test('many files of one folder are protected as that folder, so that the list stays short', () => {
    const files = Array.from({ length: 100 }, (_, at) => `checks/c${at}.js`)
    const entries = defaultProtection(tree(...files), [{ argv: ['node', ...files] }])
    expect(entries).toContain('checks')
    expect(entries.length).toBeLessThan(80)
  })
})

describe('the work itself is left to the worker', () => {
  test.each<[string, BaseTree, { argv: string[] }, string[]]>([
    ['a syntax check', javascript, run('node --check src/index.js'), ['src/index.js']],
    ['a linter', javascript, run('npx eslint src checks'), ['src/index.js', 'checks/run.js']],
    ['a formatter with a glob', javascript, run('prettier --check **/*.js'), ['src/index.js']],
    ['a search in a file', javascript, shell('grep -q limits docs/guide.md'), ['docs/guide.md']],
    ['the whole repository', javascript, run('pytest .'), ['src/index.js', 'docs/guide.md']],
    ['the folder of the sources', javascript, run('jest src'), ['src/index.js', 'src/new.js']],
    ['every file of the sources', javascript, run('mocha src/**/*.js'), ['src/index.js']],
    ['a package', javascript, run('npm test --prefix packages/a'), ['packages/a/a.js']],
    ['packages of Go', tree('go.mod', 'foo/a.go', 'foo/a_test.go'), run('go test ./foo/...'), ['foo/a.go']],
    ['a folder of sources and tests', python, run('python -m pytest mypkg'), ['mypkg/core.py', 'mypkg/new.py']],
    [
      'a folder with tests beside their sources',
      tree('web/a.ts', 'web/a.test.ts', 'web/b.ts'),
      run('vitest run web'),
      ['web/a.ts', 'web/b.ts'],
    ],
    ['a folder with a test beside its module', tree('pkg2/test_a.py', 'pkg2/a.py'), run('pytest pkg2'), ['pkg2/a.py']],
    ['the measured sources', python, run('pytest --cov=mypkg'), ['mypkg/core.py']],
    ['the filter of a runner', javascript, run('npx jest src/index'), ['src/index.js']],
    ['a script of the same name', tree('package.json', 'build.js'), run('npm run build'), ['build.js']],
    [
      'the sources whose tests are looked up',
      javascript,
      run('jest --findRelatedTests src/index.js'),
      ['src/index.js'],
    ],
    ['the same with Vitest', javascript, run('vitest related --run src/index.js'), ['src/index.js']],
    ['a byte compiler', python, run('python -m py_compile mypkg/core.py'), ['mypkg/core.py']],
  ])('%s', (_, base, command, paths) => {
    const isProtected = protects(base, [command])
    expect(paths.filter(isProtected)).toEqual([])
  })
})

describe('what a runner collects and what steers it is protected, there or not', () => {
  const npmTest = [run('npm test')]
  test.each<[string, BaseTree, { argv: string[] }[], string[]]>([
    [
      'JavaScript',
      javascript,
      npmTest,
      [
        'test/index.test.js',
        'src/deep/__tests__/a.js',
        'src/a.spec.ts',
        'packages/a/package.json',
        'package.json',
        'package-lock.json',
        'yarn.lock',
        'pnpm-lock.yaml',
        '.npmrc',
        '.yarnrc.yml',
        'node_modules/chai/index.js',
        'vitest.config.ts',
        'vitest.setup.ts',
        'vite.config.js',
        'jest.config.cjs',
        '.mocharc.json',
        'tsconfig.json',
        'ava.config.js',
        'playwright.config.ts',
        'babel.config.js',
        '.babelrc',
        'src/__mocks__/fs.js',
        'test.js',
        'tsconfig.build.json',
        'src/a-test.js',
        'test/__snapshots__/a.snap',
        '.pnp.cjs',
        '.swcrc',
      ],
    ],
    [
      'Python',
      python,
      [run('make check')],
      [
        'mypkg/tests/test_core.py',
        'test_x.py',
        'x_test.py',
        'conftest.py',
        'deep/conftest.py',
        'pytest.ini',
        'tox.ini',
        'setup.cfg',
        'pyproject.toml',
        'sitecustomize.py',
        'pytest.py',
        '_pytest/__init__.py',
        'unittest/case.py',
        'poetry.lock',
        'requirements-dev.txt',
        'mypkg/__pycache__/core.cpython-313.pyc',
        'Makefile',
        'GNUmakefile',
        'x.pth',
      ],
    ],
    [
      'Go',
      tree('go.mod', 'a.go'),
      [run('go test ./...')],
      ['a_test.go', 'pkg/b_test.go', 'go.mod', 'go.sum', 'go.work', 'vendor/modules.txt', 'pkg/testdata/x'],
    ],
    [
      'Rust',
      tree('Cargo.toml', 'src/lib.rs'),
      [run('cargo test')],
      ['tests/a.rs', 'src/tests.rs', 'Cargo.toml', 'Cargo.lock', 'build.rs', '.cargo/config.toml', 'x/Cargo.toml'],
    ],
    [
      'Java',
      tree('pom.xml', 'src/main/java/A.java'),
      [run('mvn -q test')],
      [
        'src/test/java/ATest.java',
        'src/main/java/BTest.java',
        'pom.xml',
        'build.gradle',
        '.mvn/maven.config',
        'mod/pom.xml',
        'src/main/resources/junit-platform.properties',
      ],
    ],
    ['Ruby', tree('Gemfile', 'lib/a.rb'), [run('bundle exec rspec')], ['spec/a_spec.rb', 'Gemfile.lock', '.rspec']],
    ['a runner that no file tells of', tree('main.x'), [run('pytest')], ['conftest.py', 'test_x.py']],
  ])('for %s', (_, base, commands, paths) => {
    const isProtected = protects(base, commands)
    expect(paths.filter((path) => !isProtected(path))).toEqual([])
  })

  test('sources, documents and configuration of other tools are not', () => {
    const free = [
      'src/index.js',
      'README.md',
      'docs/test-plan.md',
      'src/latest.js',
      'src/contest/a.js',
      'next.config.js',
    ]
    expect(free.filter(protects(javascript, npmTest))).toEqual([])
    const pythonFree = ['mypkg/core.py', 'mypkg/pytest_plugin.py', 'mypkg/testing.py', 'docs/index.md']
    expect(pythonFree.filter(protects(python, [run('pytest')]))).toEqual([])
  })

  test('without a complete listing every tool chain is expected, within the bounds of a draft', () => {
    const entries = defaultProtection({ paths: ['a.js'], isComplete: false }, npmTest)
    const isProtected = protectorOf(entries)
    expect(['conftest.py', 'package.json', 'go.mod', 'pom.xml', 'spec/a_spec.rb'].every(isProtected)).toBe(true)
    expect(entries.length).toBeLessThanOrEqual(maxProtectedPaths)
    expect(Math.max(...entries.map((entry) => entry.length))).toBeLessThanOrEqual(300)
  })

  test('a tool chain that is not there adds nothing to the list', () => {
    expect(defaultProtection(javascript, npmTest).filter((entry) => entry.includes('.py'))).toEqual([])
    expect(defaultProtection(tree('README.md'), [run('./run')]).length).toBeLessThan(20)
  })
})

describe('what a list lacks of the default', () => {
  test.each<[string, string[], string[], string[]]>([
    ['nothing when it holds all', ['**/test/', '**/CONFTEST.py'], ['**/test', '**/conftest.py'], []],
    ['what it does not hold', ['**/test'], ['**/test', '**/*.test.*'], ['**/*.test.*']],
    ['nothing that a wider entry holds', ['**/*.config.*', 'checks'], ['**/vite.config.*', 'checks/run.js'], []],
    ['what a narrower entry holds in part', ['test', '*.snap'], ['**/test', '**/*.snap'], ['**/test', '**/*.snap']],
    ['all when it is empty', [], ['**/test'], ['**/test']],
  ])('is %s', (_, list, wanted, missing) => {
    expect(missingEntries(list, wanted)).toEqual(missing)
    expect(missingEntries(withEntries(list, wanted), wanted)).toEqual([])
  })

  test('is added behind what the client wrote, up to the bound', () => {
    expect(withEntries(['mine'], ['**/test', 'mine'])).toEqual(['mine', '**/test'])
    const many = Array.from({ length: maxProtectedPaths }, (_, at) => `f${at}`)
    expect(withEntries(many, ['**/test'])).toEqual(many)
  })
})

test('a listing of a hundred thousand files gets few entries', () => {
  const paths = Array.from({ length: 100_000 }, (_, at) => `packages/p${at % 500}/src/deep/file${at}.ts`)
  const entries = defaultProtection(tree(...paths), [run('npm test'), run('mocha checks packages'), run('node a/*.js')])
  expect(entries.length).toBeLessThan(100)
})
