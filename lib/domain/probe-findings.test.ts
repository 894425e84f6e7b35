import { expect, test } from 'vitest'
import { importedFiles } from './imported-files.ts'
import { type ProbedCommand, type ProbeReport, probeStatesBefore, reportProblem } from './probe.ts'
import { probeFindings } from './probe-findings.ts'
import { reviewCap } from './review-cap.ts'
import { startProblem } from './start-problem.ts'
import type { VerificationCommand } from './verification-command.ts'

const usdc = (amount: number) => BigInt(amount) * 1_000_000n

function probed(more: Partial<ProbedCommand> & { codes?: number[]; ms?: number } = {}): ProbedCommand {
  const { codes = [0, 0, 0, 0, 0], ms = 100, ...rest } = more
  const runs = codes.map((exit_code) => ({ exit_code, stopped_by: null, duration_ms: ms }))
  return { name: 'tests', runs, output_tail: '', tests: null, mutants: null, mutants_gap: null, ...rest }
}
const reportOf = (...commands: ProbedCommand[]): ProbeReport => ({ isolation: 'bubblewrap', commands })
const always: VerificationCommand = { name: 'tests', argv: ['node', '--test'], expect: 'passes' }
const terms = { verificationCommands: [always], verificationSeconds: 60 }
const codesOf = (reports: ProbeReport[], isSkipped = false) =>
  probeFindings(reports, terms, { isSkipped }).map(({ code, severity }) => `${code} ${severity}`)

test('what two verifiers saw blocks, what one of them saw or the client does without is a warning', () => {
  const [flaky, steady] = [reportOf(probed({ codes: [0, 1] })), reportOf(probed())]
  expect(codesOf([flaky])).toEqual(['command_flaky blocking'])
  expect(codesOf([flaky], true)).toEqual(['command_flaky warning'])
  expect(codesOf([flaky, steady])).toEqual(['command_flaky warning'])
  expect(codesOf([steady, flaky])).toEqual(['command_flaky warning'])
  expect(codesOf([flaky, flaky])).toEqual(['command_flaky blocking'])
  expect(codesOf([])).toEqual([])
})

test.each([
  [10, 7, []],
  [10, 5, []],
  [10, 4, ['tests_weak warning']],
  [3, 1, ['tests_weak warning']],
  [2, 0, []],
])('of %d deliberate faults %d are noticed', (tried, caught, codes) => {
  const survivors = Array.from({ length: tried - caught }, (_, at) => ({
    file: 'a.js',
    line: at + 1,
    before: 'a',
    after: 'b',
  }))
  expect(codesOf([reportOf(probed({ mutants: { tried, caught, survivors } }))])).toEqual(codes)
})

test.each([
  ['Error: getaddrinfo EAI_AGAIN example.com', ['reaches_network warning']],
  [
    'urllib.error.URLError: <urlopen error [Errno -3] Temporary failure in name resolution>',
    ['reaches_network warning'],
  ],
  ['AssertionError: the network is slow', []],
])('a command that fails for want of a network is a warning: %s', (output_tail, codes) => {
  const commands = [{ ...always, expect: 'fails_then_passes' as const }]
  const report = reportOf(probed({ codes: [1, 1], output_tail }))
  const found = probeFindings([report], { ...terms, verificationCommands: commands }, { isSkipped: false })
  expect(found.map(({ code, severity }) => `${code} ${severity}`)).toEqual(codes)
})

test.each([
  [['node', '--test'], 2, ['many_tests_fail warning']],
  [['npm', 'test'], 7, ['many_tests_fail warning']],
  [['node', '--test'], 1, []],
  [['node', '--test', 'test/slug.test.js'], 3, []],
  [['pytest', '-q', 'tests/'], 3, []],
  [['node', '--test', '--test-reporter=./r.js'], 3, ['many_tests_fail warning']],
])('“%j” with %d tests that fail on the base', (argv, failed, codes) => {
  const commands = [{ name: 'tests', argv, expect: 'fails_then_passes' as const }]
  const report = reportOf(probed({ codes: [1, 1], tests: { passed: 4, failed, skipped: 0, todo: 0 } }))
  const found = probeFindings([report], { ...terms, verificationCommands: commands }, { isSkipped: false })
  expect(found.map(({ code, severity }) => `${code} ${severity}`)).toEqual(codes)
})

test('a command is slow when six runs take more than half of the window', () => {
  expect(codesOf([reportOf(probed({ ms: 5_000 }))])).toEqual([])
  expect(codesOf([reportOf(probed({ ms: 5_001 }))])).toEqual(['command_slow warning'])
})

test.each<[string, number, string, string | undefined]>([
  ['a missing program', 127, '', 'the program node is missing.'],
  ['a file that cannot be executed', 126, '', 'the program node cannot be executed.'],
  ['npm without its program', 127, 'sh: 1: mocha: not found', 'the program mocha is missing.'],
  ['a misspelt script', 1, 'npm error Missing script: "tets"', 'package.json has no script tets.'],
  ['a module of Python', 1, '/usr/bin/python3: No module named pytest', 'Python has no module pytest.'],
  ['a test that finds no user', 1, 'Error: user: not found', undefined],
  ['a module that is to be made', 1, "Cannot find module '/job/src/new.js' imported from /job/test/a.js", undefined],
  ['a module of Python that is to be made', 1, "ModuleNotFoundError: No module named 'shop'", undefined],
  ['a test that fails', 1, 'AssertionError: 1 == 2', undefined],
  [
    'git without its history',
    129,
    'warning: Not a git repository. Use --no-index to compare two paths',
    'it needs the history of the repository, and commands run on its files alone.',
  ],
])('%s', (_, exitCode, output_tail, problem) => {
  expect(startProblem(probed({ codes: [exitCode], output_tail }), ['node', '--test'])).toBe(problem)
})

test('files that tests load are found by their relative paths and module names', () => {
  const paths = [
    'src/a.js',
    'src/b/index.ts',
    'lib/c.ts',
    'shop/cart.py',
    'src/tax.py',
    'go/a.go',
    'go/b.go',
    'go/a_test.go',
  ]
  const script = `import a from '../src/a.js'\nconst b = require("../src/b")\nimport('../lib/c.js')\nimport x from 'y'`
  expect(importedFiles('test/a.test.js', script, paths)).toEqual(['src/a.js', 'src/b/index.ts', 'lib/c.ts'])
  const python = 'from shop import cart\nimport tax\nimport os\n'
  expect(importedFiles('tests/test_cart.py', python, paths)).toEqual(['shop/cart.py', 'src/tax.py'])
  expect(importedFiles('go/a_test.go', 'package a', paths)).toEqual(['go/a.go', 'go/b.go'])
})

test('a report has to be about the commands, and its figures have to add up', () => {
  expect(reportProblem(reportOf(probed()), [always])).toBeUndefined()
  expect(reportProblem(reportOf(probed(), probed()), [always])).toContain('commands of the probe')
  const mutants = { tried: 3, caught: 1, survivors: [] }
  expect(reportProblem(reportOf(probed({ mutants })), [always])).toContain('add up')
  const run = { exit_code: 0, stopped_by: 'time' as const, duration_ms: 1 }
  expect(reportProblem(reportOf(probed({ runs: [run] })), [always])).toContain('limit')
})

test('nothing leaves the end of a probe', () => {
  expect(probeStatesBefore('ANSWERED')).toEqual(['ASKED'])
  expect(probeStatesBefore('WAITING')).toEqual(['ASKED'])
  expect(probeStatesBefore('NOBODY_FREE')).toEqual(['WAITING', 'ASKED'])
})

test.each([
  [2_000, 0, 3, []],
  [2_001, 0, 3, ['warning', '5']],
  [8_000, 4, 3, []],
  [16_001, 4, 5, ['warning', '7']],
  [24_000, 4, 3, ['warning', '7']],
  [24_001, 4, 7, ['blocking', 'smaller jobs']],
])('a reward of %d with %d aged owners and %d verifiers', (reward, agedOwners, verifiers, expected) => {
  const pool = { agedOwners, rewardPerOwner: usdc(2_000) }
  const [found] = reviewCap({ reward: usdc(reward), verifiers }, pool)
  expect(found?.severity).toBe(expected[0])
  if (expected[1]) expect(found?.next_action).toContain(expected[1])
})
