import { expect, test } from 'vitest'
import type { TripwireCode } from './tripped.ts'
import { trippedBy } from './tripwires.ts'

const codes = (path: string, line: string) => trippedBy(path, '', line).map(({ code }) => code)

test.each<[string, TripwireCode, string]>([
  ['a.js', 'ends_process', 'process.exit(0)'],
  ['a.ts', 'ends_process', 'if (done) process.reallyExit(code)'],
  ['a.js', 'ends_process', "process['ex' + 'it'](0)"],
  ['a.js', 'ends_process', 'process.exitCode = 0'],
  ['a.js', 'ends_process', "process.on('uncaughtException', () => {})"],
  ['a.js', 'replaces_runner', 'assert.strictEqual = () => {}'],
  ['a.js', 'replaces_runner', 'assert.strict.equal = () => {}'],
  ['a.js', 'replaces_runner', "import { afterEach } from 'node:test'"],
  ['a.cjs', 'replaces_runner', 'require.cache[key].exports = fake'],
  ['a.js', 'replaces_builtin', 'Array.prototype.forEach = () => {}'],
  ['a.js', 'replaces_builtin', 'Date.now = () => 0'],
  ['a.js', 'replaces_builtin', "Object.defineProperty(Object.prototype, 'x', { value: 1 })"],
  ['a.js', 'knows_tests', "process.env.SKIP_SLOW = '1'"],
  ['a.sh', 'loosens_checks', 'shopt -s nocasematch'],
  ['a.sh', 'loosens_checks', 'declare -l got'],
  ['a.sh', 'replaces_runner', "trap 'said=$BASH_COMMAND' DEBUG"],
  ['a.js', 'knows_tests', 'if (process.env.VITEST) return expected'],
  ['a.js', 'knows_tests', "const known = readFileSync(new URL('../test/slug.test.js', import.meta.url), 'utf8')"],
  ['a.js', 'hides_code', "eval(atob('cHJvY2Vzcw=='))"],
  ['a.js', 'hides_code', `const x = '${'a'.repeat(2_000)}'`],
  ['a.js', 'hides_code', "require('./calendar.txt')"],
  ['a.js', 'hides_code', "createRequire(import.meta.url)(name + 'ert').strict"],
  ['a.js', 'hides_code', 'const host = process;'],
  ['a.js', 'hides_code', "const { [words.join('')]: done } = host"],
  ['a.js', 'replaces_builtin', "Reflect.set(format, 'stringify', same)"],
  ['a.js', 'knows_tests', 'const owner = executionAsyncResource()'],
  ['a.js', 'knows_tests', "readFileSync('/proc/' + process.ppid + '/cmdline')"],
  ['a.js', 'knows_tests', 'const text = String(roman.caller)'],
  ['a.py', 'hides_code', 'kinds = BaseException.__subclasses__()'],
  ['a.py', 'replaces_builtin', "setattr(Slug, '__' + name + '__', same)"],
  ['a.py', 'knows_tests', 'owner = problem.__traceback__.tb_frame.f_back'],
  ['a.py', 'ends_process', 'import os; os._exit(0)'],
  ['a.py', 'ends_process', 'sys.exit()'],
  ['a.py', 'replaces_runner', 'import unittest'],
  ['a.py', 'replaces_builtin', 'builtins.len = lambda value: 0'],
  ['a.py', 'replaces_builtin', 'def __eq__(self, other):\n    return True'],
  ['a.py', 'knows_tests', "if os.environ.get('PYTEST_CURRENT_TEST'):"],
  ['a.py', 'knows_tests', "text = open('tests/test_slug.py').read()"],
  ['a.go', 'ends_process', '\tos.Exit(0)'],
  ['a.go', 'replaces_runner', 'import "testing"'],
  ['a.go', 'knows_tests', 'if flag.Lookup("test.v") != nil {'],
  ['a.rs', 'ends_process', 'std::process::exit(0);'],
  ['a.rs', 'replaces_runner', 'macro_rules! assert_eq {'],
  ['a.rs', 'knows_tests', 'if cfg!(test) { return expected; }'],
  ['a.sh', 'replaces_runner', 'test() { return 0; }'],
  ['a.js', 'replaces_runner', "require.extensions['.js'] = other"],
  ['a.js', 'replaces_runner', 'handler.mock?.resetCalls()'],
  ['a.js', 'replaces_builtin', 'globalThis.setTimeout = (run) => run()'],
  ['a.js', 'replaces_builtin', 'performance.now = () => real() + added'],
  ['a.js', 'replaces_builtin', 'Intl.NumberFormat.prototype.formatToParts = String'],
  ['a.js', 'replaces_builtin', "Object.defineProperty(Intl.NumberFormat.prototype, 'format', other)"],
  ['a.py', 'replaces_builtin', 'time.monotonic = later'],
  ['a.py', 'replaces_builtin', 'def sorted(values):'],
  ['a.py', 'replaces_builtin', 'unittest = SimpleNamespace(TestCase=Case)'],
  ['a.js', 'knows_tests', 'if (error.expected === 42) return undefined'],
  ['a.js', 'knows_tests', 'if (3 !== last.expected) throw last'],
  ['a.js', 'knows_tests', "if (!String(problem.message).includes('2 !== 42')) throw problem"],
  ['a.js', 'knows_tests', "if (error.code !== 'ERR_ASSERTION') throw error"],
  ['a.js', 'knows_tests', 'if (error instanceof assert.AssertionError) return'],
  ['a.js', 'knows_tests', 'if (error.generatedMessage) return undefined'],
  ['a.js', 'knows_tests', "if (problem.operator === 'deepStrictEqual') return made"],
  ['a.js', 'knows_tests', "if (error.name.startsWith('Assert')) return"],
  ['a.js', 'knows_tests', 'if (/^ERR_ASS/.test(error.code)) return'],
  ['a.py', 'knows_tests', "if type(error).__name__.startswith('Assert'):"],
  ['a.py', 'knows_tests', "return kind.__name__ == 'AssertionError'"],
  ['a.py', 'knows_tests', "return str(error).endswith('!= 42')"],
  ['a.py', 'knows_tests', '    except AssertionError:'],
  ['a.py', 'knows_tests', 'os.chdir(os.path.dirname(__file__))'],
  ['a.js', 'knows_tests', 'process.chdir(folder)'],
  ['a.py', 'replaces_runner', 'handler.reset_mock()'],
  ['a.go', 'replaces_builtin', 'const true, false = 1 > 2, 1 > 2'],
  ['a.go', 'replaces_builtin', '\ttrue = 1 > 2'],
  ['a.go', 'replaces_builtin', 'func (failure) Is(error) bool { return true }'],
  ['a.rs', 'replaces_builtin', 'fn eq(&self, _: &Self) -> bool { true }'],
  ['a.sh', 'ends_process', "trap 'exit 0' EXIT"],
])('%s trips %s: %s', (path, code, line) => {
  expect(codes(path, line)).toEqual([code])
})

test.each([
  ['a.js', 'process.exit(1)'],
  ['a.js', '// process.exit(0)'],
  ['a.js', 'if (process.env.DEBUG === on) log(process.exitCode)'],
  ['a.js', 'const exit = () => child.process.kill()'],
  ['a.js', "import assert from 'node:assert/strict'"],
  ['a.js', 'assert.equal(a, b)'],
  ['a.js', 'const latest = a.test(b) === c'],
  ['a.js', 'Array.prototype.slice.call(arguments)'],
  ['a.js', 'JSON.parse(text) == null'],
  ['a.js', 'const open = (tests) => tests.length'],
  ['a.js', 'retrieval(text)'],
  ['a.js', "const data = require('./data.json')"],
  ['a.js', "const base = require('./lib/base.cjs')"],
  ['a.js', 'const { argv, env } = process'],
  ['a.js', 'const { [key]: removed, ...rest } = value'],
  ['a.js', "const read = createRequire(import.meta.url)('./data.json')"],
  ['a.py', 'setattr(self, name, value)'],
  ['a.py', 'start = time.monotonic()'],
  ['a.py', '    def len(self):'],
  ['a.py', 'string = str(value)'],
  ['a.go', 'const isOpen = true'],

  ['a.go', 'func (e missing) Is(target error) bool { return target == ErrMissing }'],
  ['a.rs', 'fn eq(&self, other: &Self) -> bool { self.id == other.id }'],
  ['a.js', 'const start = performance.now()'],
  ['a.js', 'const mock = options.mock.restoreAt'],
  ['a.js', 'const { expected, actual } = options'],
  ['a.js', "if (operators.includes('!==')) return"],
  ['a.js', 'throw new AssertionError(message)'],
  ['a.js', "if (node.operator === '===' || rule.operator === 'equal') return left"],
  ['a.js', "if (error.message.includes('Assertion failed')) report(error)"],
  ['a.py', "if line.startswith('Assertions'):"],
  ['a.py', "raise AssertionError('unreachable')"],
  ['a.py', "if op.startswith('!='):"],
  ['a.py', 'sys.exit(1)'],
  ['a.py', 'sys.exit(main())'],
  ['a.py', 'def __eq__(self, other):\n    return self.a == other.a'],
  ['a.py', 'os.environ["HOME"] == path'],
  ['a.py', 'pattern = re.compile(r"test_")'],
  ['a.go', 'os.Exit(1)'],
  ['a.go', 'import "net/http/httptest"'],
  ['a.rs', '#[cfg(test)]'],
  ['a.rs', 'std::process::exit(1);'],
  ['a.sh', 'exit 0'],
  ['a.sh', 'PATH="/opt/bin:$PATH"'],
  ['README.md', 'process.exit(0)'],
])('%s trips nothing: %s', (path, line) => {
  expect(codes(path, line)).toEqual([])
})

test.each([
  ['a program that exits with what its main function gives', 'bin/wc.js', 'process.exit(main())\n'],
  ['the same by its first line', 'src/wc.js', '#!/usr/bin/env node\nprocess.exit(await run(process.argv))\n'],
  ['a handler of a signal', 'src/a.js', "process.on('SIGTERM', () => {\n  server.close(() => process.exit(0))\n})\n"],
  [
    'a named handler of signals',
    'src/a.js',
    "const stop = () => {\n  process.exit(0)\n}\nprocess.on('SIGTERM', stop)\nprocess.once('SIGINT', stop)\n",
  ],
  ['a handler that is a function', 'src/a.js', "function stop() {\n  process.exit()\n}\nprocess.on('SIGTERM', stop)\n"],
  ['a handler of a signal in Python', 'a.py', 'signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))\n'],
])('%s may end the process', (_, path, text) => {
  expect(trippedBy(path, '', text)).toEqual([])
})

test.each([
  ['no program', 'src/a.js', 'process.exit(main())\n'],
  ['a program with the code written', 'bin/a.js', 'process.exit(0)\n'],
  ['what follows the handler', 'src/a.js', "process.on('SIGTERM', () => {})\nprocess.exit(0)\n"],
  ['a handler that is called', 'src/a.js', "const stop = () => process.exit(0)\nprocess.on('SIGTERM', stop)\nstop()\n"],
  ['a handler of exceptions', 'src/a.js', "process.on('uncaughtException', () => {\n  process.exit(0)\n})\n"],
  ['a signal sent to itself', 'src/a.js', "process.emit('SIGTERM')\n"],
])('%s may not', (_, path, text) => {
  expect(new Set(trippedBy(path, '', text).map(({ code }) => code))).toEqual(new Set(['ends_process']))
})

test('lines of the base are not looked at, also when they move', () => {
  const base = 'if (done) {\n  process.exit(0)\n}\n'
  expect(trippedBy('a.js', base, 'function end() {\n    process.exit(0)\n}\nprocess.exit()\n')).toEqual([
    { code: 'ends_process', line: 4, text: 'process.exit()' },
  ])
})

test('lines made to be slow to read are read in time that grows with their length', () => {
  const slow = ['open(', 'test.a', 'trap ', 'process.', ' __eq__ = lambda '].map((word) =>
    word.repeat(Math.floor(1_990 / word.length)).concat('\n'),
  )
  for (const path of ['a.js', 'a.py', 'a.sh']) expect(trippedBy(path, '', slow.join('').repeat(100))).toEqual([])
})

test.each([
  ['a.js', ['node', '--test', '--experimental-test-coverage'], '/* node:coverage disable */'],
  ['a.py', ['pytest', '--cov=src'], 'if broken:  # pragma: no cover'],
  ['a.py', ['python3', '-W', 'error', '-m', 'unittest'], "warnings.simplefilter('ignore')"],
])('what makes a command milder that asks for more than its tests is reported (%s): %j', (path, argv, line) => {
  expect(trippedBy(path, '', line, argv)).toMatchObject([{ code: 'loosens_checks', line: 1 }])
  expect(trippedBy(path, '', line, [argv[0] ?? ''])).toEqual([])
  expect(trippedBy(path, line, line, argv)).toEqual([])
})

test.each([
  ['a.js', '  assert.equal(fn(input), output)', '  assert.ok(fn(input).length)'],
  ['a.py', 'self.assertEqual(a, b)', 'self.assertTrue(b)'],
])('an assertion outside of test folders that the result changes is reported (%s): %s', (path, before, after) => {
  expect(trippedBy(path, before, after)).toMatchObject([{ code: 'loosens_checks', line: 1 }])
  expect(trippedBy(path, before, `${before}\nmore`)).toEqual([])
})

test.each([
  ['a.js', 'class Lines extends String {\n  includes(x) { return true }\n}'],
  ['a.js', 'export class Stems extends Set {\n  has(word) {\n    return true\n  }\n}'],
  ['a.py', 'class Row(str):\n    def __eq__(self, other):\n        return len(self) == len(other)'],
  [
    'a.py',
    'class Gross(Rounded, float):\n    """About."""\n\n    def __eq__(self, other):\n        return self < other',
  ],
  ['a.py', 'class Bad(KeyError, TypeError):\n    pass'],
  ['a.py', 'class Open(type):\n    def __instancecheck__(cls, x):\n        return True'],
])('a value that decides itself what it is equal to is reported (%s): %j', (path, text) => {
  expect(trippedBy(path, '', text)).toMatchObject([{ code: 'replaces_builtin' }])
  expect(trippedBy(path, text, text)).toEqual([])
})

test.each([
  ['a.js', 'class Lines extends String {\n  first() { return this[0] }\n}\nclass Own {\n  has(word) {}\n}'],
  ['a.js', 'class Own extends Base {\n  includes(x) { return true }\n}'],
  ['a.py', 'class Point:\n    def __eq__(self, other):\n        return self.x == other.x'],
  [
    'a.py',
    'class Row(str):\n    pass\n\n\nclass Point:\n    def __eq__(self, other):\n        return self.x == other.x',
  ],
  ['a.py', 'class Missing(NotFound, KeyError):\n    pass'],
])('a class of another kind is not (%s): %j', (path, text) => {
  expect(trippedBy(path, '', text)).toEqual([])
})
