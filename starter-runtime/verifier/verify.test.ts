import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FileChange } from '#lib/domain/result.ts'
import { commit } from '../commitment.ts'
import { findIsolation } from '../isolation/find-isolation.ts'
import type { Isolation } from '../isolation/isolation.ts'
import { noIsolation } from '../isolation/no-isolation.ts'
import { makeRepository, type TestRepository } from '../testing/repository.ts'
import { agent, escrow, type TestCommand, verificationTask, written } from '../testing/verification-task.ts'
import { type Finding, type VerificationTask, verify } from './verify.ts'

const broken = 'export const sum = (a, b) => a - b\n'
const fixed = 'export const sum = (a, b) => a + b\n'
const check = `
  import assert from 'node:assert/strict'
  import { test } from 'node:test'
  import { sum } from '../src/sum.js'
  test('sums', () => assert.equal(sum(1, 2), 3))
`

let repository: TestRepository
let isolation: Isolation
let folder: string

beforeAll(async () => {
  repository = makeRepository({
    'package.json': '{"type":"module"}\n',
    'src/sum.js': broken,
    'test/sum.test.js': check,
    'bin/check': { script: '#!/bin/sh\nexit 0\n' },
  })
  isolation = (await findIsolation()) ?? noIsolation
  folder = mkdtempSync(join(tmpdir(), 'starter-verify-'))
})

afterAll(() => {
  repository.remove()
  rmSync(folder, { recursive: true, force: true })
})

const tests: TestCommand = { name: 'tests', argv: ['node', '--test', 'test/sum.test.js'], expect: 'fails_then_passes' }
const shell = (script: string, expected: TestCommand['expect'] = 'passes'): TestCommand => {
  return { name: 'shell', argv: ['/bin/sh', '-c', script], expect: expected }
}

const good = () => ({ changes: [written('src/sum.js', fixed)], tree: repository.treeWith({ 'src/sum.js': fixed }) })

/** A task that is right in every commitment, with what the test changes about it. */
function taskOf(options: {
  changes: FileChange[]
  tree: string
  commands?: TestCommand[]
  protectedPaths?: string[]
  acceptance?: Record<string, string>
  sealed?: Record<string, string>
  seconds?: number
}): VerificationTask {
  const { commands = [tests], protectedPaths = ['test'], ...more } = options
  return verificationTask(repository, { commands, protectedPaths, ...more })
}

function verifyTask(task: VerificationTask, own = {}, remainingMs = 600_000) {
  const start = Date.now()
  return verify({
    task,
    own: { chainId: 31337, escrow, agent, ...own },
    scratch: (name) => join(folder, name),
    isolation,
    protocols: 'file',
    remainingMs: () => remainingMs - (Date.now() - start),
    report: () => undefined,
    signal: new AbortController().signal,
  })
}

describe('what the commands say', () => {
  test('a result that fails on the base and passes with the changes is PASS, with both runs in the evidence', async () => {
    const { verdict, evidence } = await verifyTask(taskOf(good()))
    expect(verdict).toBe('PASS')
    expect(evidence.isolation).toBe(isolation.name)
    expect(evidence.base_commit).toBe(repository.commit)
    const [command] = evidence.commands
    expect(command?.base?.exit_code).toBe(1)
    expect(command?.result?.exit_code).toBe(0)
    expect(command?.result?.output_tail).toContain('pass 1')
    expect(readdirSync(folder).filter((name) => /^(tree|report)/.test(name))).toEqual([])
  })

  test('a result that still fails, twice, is FAIL', async () => {
    const careless = { 'src/sum.js': `${broken}// tried\n` }
    const changes = [written('src/sum.js', careless['src/sum.js'])]
    const { verdict, evidence } = await verifyTask(taskOf({ changes, tree: repository.treeWith(careless) }))
    expect(verdict).toBe('FAIL')
    expect(evidence.commands[0]?.rerun?.exit_code).toBe(1)
  })

  test('a base that passes already decides nothing', async () => {
    const commands = [shell('true', 'fails_then_passes')]
    expect((await verifyTask(taskOf({ ...good(), commands }))).verdict).toBe('INCONCLUSIVE')
  })

  test('a program that is nowhere to be found cannot be run', async () => {
    const commands = [{ name: 'none', argv: ['no-such-program'], expect: 'passes' as const }]
    expect((await verifyTask(taskOf({ ...good(), commands }))).verdict).toBe('CANNOT_RUN')
  })

  test('a program that only the result lacks is the result’s fault', async () => {
    const commands = [{ name: 'own', argv: ['./bin/check'], expect: 'passes' as const }]
    const changes: FileChange[] = [{ path: 'bin/check', deleted: true }]
    const tree = repository.treeWith({ 'bin/check': null })
    expect((await verifyTask(taskOf({ changes, tree, commands }))).verdict).toBe('FAIL')
  })

  test('one failing command is enough to fail, whatever the others leave open', async () => {
    const commands = [shell('true', 'fails_then_passes'), shell('exit 9')]
    expect((await verifyTask(taskOf({ ...good(), commands }))).verdict).toBe('FAIL')
  })

  test('a result that never ends is FAIL, also where the window is shorter than two runs at their limit', async () => {
    const endless = `${fixed}await new Promise(() => setInterval(() => {}, 1_000))\n`
    const tree = repository.treeWith({ 'src/sum.js': endless })
    const task = taskOf({ changes: [written('src/sum.js', endless)], tree, seconds: 16 })
    const { verdict, evidence } = await verifyTask(task, {}, 16_000)
    expect([verdict, evidence.code, evidence.reason]).toEqual([
      'FAIL',
      'limit_reached',
      '“tests” reaches a limit (time) on the result, and fails again.',
    ])
    expect(evidence.commands[0]).toMatchObject({ result: { exit_code: null }, rerun: { exit_code: null } })
  })

  test('a run that the end of the window cuts off decides nothing', async () => {
    const commands = [shell('sleep 30')]
    expect((await verifyTask(taskOf({ ...good(), commands }), {}, 1_500)).verdict).toBe('INCONCLUSIVE')
  })
})

describe('whether the tests would have failed', () => {
  const controlsOf = ({ evidence }: Finding) => evidence.controls ?? []

  test('a right result is tried with added tests that fail and with values altered, and all of it is evidence', async () => {
    const finding = await verifyTask(taskOf(good()))
    expect(finding.evidence).toMatchObject({ version: 2, code: 'passed', marks: [] })
    const seen = controlsOf(finding).map(({ kind, file, outcome }) => [kind, file, outcome])
    expect(seen).toEqual([
      ['throws', 'test/sum.test.js', 'failed_as_it_should'],
      ['asserts', 'test/sum.test.js', 'failed_as_it_should'],
      ['expectation', 'test/sum.test.js', 'failed_as_it_should'],
      ['mutant', 'src/sum.js', 'failed_as_it_should'],
    ])
    expect(controlsOf(finding)[0]?.run?.exit_code).toBe(1)
  })

  test('a result that ends the program before its tests is FAIL, signed like any other', async () => {
    const text = 'process.exit(0)\nexport const sum = 0\n'
    const tree = repository.treeWith({ 'src/sum.js': text })
    const finding = await verifyTask(taskOf({ changes: [written('src/sum.js', text)], tree }))
    expect(finding.verdict).toBe('FAIL')
    expect(finding.evidence).toMatchObject({ code: 'control_passed', commands: [{ result: { exit_code: 0 } }] })
    expect(controlsOf(finding).some(({ outcome }) => outcome === 'passed')).toBe(true)
  })

  test('without the time for controls they are not run, and say so', async () => {
    const slow = ['/bin/sh', '-c', 'sleep 6 && node --test test/sum.test.js']
    const commands: TestCommand[] = [{ name: 'slow', argv: slow, expect: 'passes' }]
    const finding = await verifyTask(taskOf({ ...good(), commands }), {}, 22_000)
    expect(finding.verdict).toBe('PASS')
    expect(new Set(controlsOf(finding).map(({ reason }) => reason))).toEqual(new Set(['no_time']))
  })

  test('a result that passes with every altered value is marked, and still PASS', async () => {
    const commands = [shell('! grep -q -e - src/sum.js', 'fails_then_passes')]
    const { verdict, evidence } = await verifyTask(taskOf({ ...good(), commands }))
    expect(verdict).toBe('PASS')
    expect(evidence).toMatchObject({ marks: [] })
    const text = `${fixed}export const unused = 7\n`
    const tree = repository.treeWith({ 'src/sum.js': text })
    const weak = [shell('[ -s src/sum.js ]')]
    const marked = await verifyTask(taskOf({ changes: [written('src/sum.js', text)], tree, commands: weak }))
    expect(marked.verdict).toBe('PASS')
    expect(marked.evidence).toMatchObject({ marks: [{ code: 'no_mutant_caught' }] })
  })
})

describe('tests by their names', () => {
  const named: TestCommand = { ...tests, report: 'tap' }
  const skips = (text: string) =>
    `import { beforeEach } from 'node:test'\nbeforeEach((t) => t.name === 'sums' && t.skip())\n${text}`
  const withText = (text: string) => ({
    changes: [written('src/sum.js', text)],
    tree: repository.treeWith({ 'src/sum.js': text }),
  })

  test('a right result reports what the base did, and the evidence says what was expected', async () => {
    const { verdict, evidence } = await verifyTask(taskOf({ ...good(), commands: [named] }))
    expect(verdict, evidence.reason).toBe('PASS')
    expect(evidence.commands[0]?.tests).toEqual({
      report: 'tap',
      expected_from: 'base',
      expected_count: 1,
      expected: ['sums'],
      missing_count: 0,
      missing: [],
      base: { passed: 0, failed: 1, skipped: 0, todo: 0 },
      result: { passed: 1, failed: 0, skipped: 0, todo: 0 },
    })
    expect(evidence.commands[0]?.result?.output_tail).toContain('pass 1')
    expect(existsSync(join(folder, 'report'))).toBe(false)
  })

  test('a test that is skipped on the result alone is FAIL although the command exits with 0', async () => {
    const { verdict, evidence } = await verifyTask(taskOf({ ...withText(skips(broken)), commands: [named] }))
    expect({ verdict, code: evidence.code }).toEqual({ verdict: 'FAIL', code: 'expected_test_missing' })
    expect(evidence.reason).toBe('“tests” passes, but does not report “sums” as passed.')
    expect(evidence.commands[0]?.tests).toMatchObject({ missing_count: 1, missing: ['sums'], result: { skipped: 1 } })
  })

  test('names of the draft are demanded where the base reports none', async () => {
    const acceptance = { 'test/own.test.js': check.replace('sum.js', 'new.js').replace("'sums'", "'new ' + 'sums'") }
    const own: TestCommand = { ...named, argv: ['node', '--test', 'test/own.test.js'] }
    const story = {
      changes: [written('src/new.js', fixed)],
      tree: repository.treeWith({ 'src/new.js': fixed }),
      acceptance,
    }
    const judge = async (expected_tests: string[]) =>
      (await verifyTask(taskOf({ ...story, commands: [{ ...own, expected_tests }] }))).evidence
    expect(await judge([])).toMatchObject({ code: 'passed', commands: [{ tests: { expected_from: 'nothing' } }] })
    expect(await judge(['new sums'])).toMatchObject({
      code: 'passed',
      commands: [{ tests: { expected_from: 'draft' } }],
    })
    expect(await judge(['old sums'])).toMatchObject({ code: 'expected_test_missing' })
  })

  test('tests of an acceptance file that does not load on the base are demanded as a listing finds them', async () => {
    const acceptance = { 'test/own.test.js': check.replace('sum.js', 'new.js') }
    const own: TestCommand = { ...named, argv: ['node', '--test', 'test/own.test.js'] }
    const judge = async (text: string) => {
      const story = { changes: [written('src/new.js', text)], tree: repository.treeWith({ 'src/new.js': text }) }
      return (await verifyTask(taskOf({ ...story, acceptance, commands: [own] }))).evidence
    }
    expect(await judge(fixed)).toMatchObject({ code: 'passed', commands: [{ tests: { expected: ['sums'] } }] })
    expect(await judge(skips(fixed))).toMatchObject({ code: 'expected_test_missing' })
  })

  test('a command that may fail on the base is held to what passed there', async () => {
    const text = skips(fixed).replace("'sums'", "'other'")
    const commands = [
      named,
      { ...named, name: 'other', argv: ['node', '--test', 'test/other.test.js'], expect: 'passes' as const },
    ]
    const acceptance = {
      'test/other.test.js': `${check.replace("'sums'", "'other'").replace('sum(1, 2), 3', 'sum(2, 0), 2')}`,
    }
    const { evidence } = await verifyTask(taskOf({ ...withText(text), commands, acceptance }))
    expect(evidence).toMatchObject({ code: 'expected_test_missing', commands: [{ tests: { missing_count: 0 } }, {}] })
    expect(evidence.commands[1]?.tests?.missing).toEqual(['other'])
  })

  test('a report that its runner cannot write leaves the exit code to decide, which the evidence shows', async () => {
    const commands: TestCommand[] = [{ ...named, report: 'junit' }]
    const { verdict, evidence } = await verifyTask(taskOf({ ...good(), commands }))
    expect(verdict).toBe('PASS')
    expect(evidence.commands[0]?.tests).toBeNull()
  })

  test('a policy of version 1 asks for no report, whatever its commands say', async () => {
    const task = taskOf({ ...good(), commands: [named] })
    const policy_document = { ...task.policy_document, version: 1 }
    const changed = { ...task, policy_document, policy_commitment: commit(policy_document) }
    expect((await verifyTask(changed)).evidence.commands[0]).not.toHaveProperty('tests')
  })
})

describe('what is not what was committed to is never signed', () => {
  const cases: [string, (task: VerificationTask) => object][] = [
    ['another task', (task) => ({ task_document: { ...task.task_document, title: 'other' } })],
    ['another policy', (task) => ({ policy_document: { ...task.policy_document, protected_paths: [] } })],
    ['other changes', () => ({ changes: [written('src/sum.js', broken)] })],
    ['another worker', () => ({ worker: `0x${'c'.repeat(40)}` })],
    ['another attempt', () => ({ attempt: 3 })],
    ['another job', () => ({ onchain_job_id: '10' })],
    ['another result commitment', () => ({ result_commitment: `0x${'d'.repeat(64)}` })],
    ['another base commit', (task) => ({ repository: { ...task.repository, base_commit: 'f'.repeat(40) } })],
    ['another repository', (task) => ({ repository: { ...task.repository, id: 8 } })],
    ['another agent', () => ({ agent: `0x${'d'.repeat(40)}` })],
  ]

  test.each(cases)('%s', async (_, change) => {
    const task = taskOf(good())
    const { verdict, evidence } = await verifyTask({ ...task, ...change(task) })
    expect(verdict).toBe('CANNOT_RUN')
    expect(evidence.commands).toEqual([])
  })

  test.each([
    ['chain', { chainId: 1 }],
    ['escrow', { escrow: `0x${'f'.repeat(40)}` }],
  ])('another %s than the runtime is bound to', async (_, own) => {
    const { verdict, evidence } = await verifyTask(taskOf(good()), own)
    expect(verdict).toBe('CANNOT_RUN')
    expect(evidence.reason).toContain('another chain or escrow')
  })
})

describe('what the worker may not do', () => {
  test('changes that lead to another tree than the committed one fail', async () => {
    const { changes } = good()
    const { verdict, evidence } = await verifyTask(taskOf({ changes, tree: '1'.repeat(40) }))
    expect(verdict).toBe('FAIL')
    expect(evidence.reason).toContain('tree')
  })

  test.each([
    ['a protected path', 'test/sum.test.js', /protects/],
    ['the host’s own folder', '.github/workflows/x.yml', /own folder/],
    ['a way out of the repository', '../outside', /inside the repository/],
    ['a look-alike of git’s folder', 'src/.GIT/config', /own folder/],
  ])('changing %s fails before anything is written', async (_, path, reason) => {
    const changes = [written(path, 'x')]
    const { verdict, evidence } = await verifyTask(taskOf({ changes, tree: '1'.repeat(40) }))
    expect(verdict).toBe('FAIL')
    expect(evidence.reason).toMatch(reason)
    expect(evidence.commands).toEqual([])
  })

  test('a result cannot pass by what its own code prints or leaves behind in the checkout', async () => {
    const cheat = "import { writeFileSync } from 'node:fs'\nwriteFileSync('passed', '1')\n"
    const text = `${cheat}${broken}`
    const commands = [
      { ...tests },
      { name: 'trace', argv: ['/bin/sh', '-c', '[ ! -e passed ]'], expect: 'passes' as const },
    ]
    const tree = repository.treeWith({ 'src/sum.js': text })
    const { verdict, evidence } = await verifyTask(taskOf({ changes: [written('src/sum.js', text)], tree, commands }))
    expect(verdict).toBe('FAIL')
    expect(evidence.commands[1]?.result?.exit_code).toBe(0)
  })
})

describe('the client’s own acceptance files', () => {
  const ownTest = check.replaceAll('sum(1, 2), 3', 'sum(20, 2), 22')
  const own: TestCommand = { name: 'own', argv: ['node', '--test', 'test/own.test.js'], expect: 'fails_then_passes' }
  const acceptance = { 'test/own.test.js': ownTest }

  test('a new test of the client’s fails on the base and passes on a good result', async () => {
    const without = await verifyTask(taskOf({ ...good(), commands: [own] }))
    expect(without.verdict).toBe('FAIL')
    const { verdict, evidence } = await verifyTask(taskOf({ ...good(), commands: [own], acceptance }))
    expect(verdict).toBe('PASS')
    expect(evidence.commands[0]?.base?.output_tail).toContain('18 !== 22')
    expect(evidence.commands[0]?.result?.output_tail).toContain('pass 1')
    expect(evidence.tree_id).toBe(good().tree)
  })

  test('they come after the protected paths, in the mode of the base, and drop what stands in their way', async () => {
    const script = '#!/bin/sh\nexec grep -q mine test/sum.test.js\n'
    const files = { 'test/sum.test.js': '// mine\n', 'bin/check': script, 'docs/a.txt': 'x', src: 'a file now\n' }
    const commands = [{ name: 'own', argv: ['./bin/check'], expect: 'passes' as const }, shell('[ -f docs/a.txt ]')]
    const changes = [written('notes.txt', 'nothing of the client’s\n')]
    const tree = repository.treeWith({ 'notes.txt': 'nothing of the client’s\n' })
    const { verdict, evidence } = await verifyTask(taskOf({ changes, tree, commands, acceptance: files }))
    expect(evidence.reason).toContain('Every command')
    expect(verdict).toBe('PASS')
  })

  test.each(['test/own.test.js', 'test/own.test.js/inside', 'test'])('a result that touches %s fails', async (path) => {
    const task = taskOf({ changes: [written(path, 'x')], tree: '1'.repeat(40), acceptance, protectedPaths: [] })
    const { verdict, evidence } = await verifyTask(task)
    expect(verdict).toBe('FAIL')
    expect(evidence.reason).toContain('protects')
  })

  test.each([
    ['outside the repository', { '../outside.js': '' }],
    ['in each other’s way', { 'test/own': '', 'test/own/inside': '' }],
  ])('files that lie %s are not judged by', async (_, files) => {
    const { verdict, evidence } = await verifyTask(taskOf({ ...good(), acceptance: files }))
    expect(verdict).toBe('CANNOT_RUN')
    expect(evidence.reason).toContain('acceptance files')
  })
})

test('a repository that cannot be fetched cannot be judged', async () => {
  const task = taskOf(good())
  const nowhere = { ...task.repository, clone_url: 'file:///nonexistent/repository' }
  expect((await verifyTask({ ...task, repository: nowhere })).verdict).toBe('CANNOT_RUN')
})

describe('sealed files', () => {
  const sealed = { 'test/sealed.test.js': check.replace('sum(1, 2), 3', 'sum(20, 30), 50') }
  const commands: TestCommand[] = [{ ...tests, argv: ['node', '--test'], report: 'tap' }]
  /** Right for the open test alone. */
  const hardCoded = 'export const sum = () => 3\n'

  test('are laid over base and result like open ones: what is right for the open test alone is FAIL', async () => {
    expect((await verifyTask(taskOf({ ...good(), commands, sealed }))).verdict).toBe('PASS')
    const wrong = {
      changes: [written('src/sum.js', hardCoded)],
      tree: repository.treeWith({ 'src/sum.js': hardCoded }),
    }
    expect((await verifyTask(taskOf({ ...wrong, commands }))).verdict).toBe('PASS')
    expect((await verifyTask(taskOf({ ...wrong, commands, sealed }))).verdict).toBe('FAIL')
  })

  test.each([
    ['other bytes', (task: VerificationTask) => task.sealed_files?.map((file) => ({ ...file, content: 'YQ==' }))],
    [
      'another salt',
      (task: VerificationTask) => task.sealed_files?.map((file) => ({ ...file, salt: `0x${'6'.repeat(64)}` })),
    ],
    ['no file', () => []],
    ['no field', () => undefined],
  ])('with %s are CANNOT_RUN, and nothing is run', async (_, twist) => {
    const task = taskOf({ ...good(), commands, sealed })
    const { verdict, evidence } = await verifyTask({ ...task, sealed_files: twist(task) })
    expect({ verdict, code: evidence.code, commands: evidence.commands }).toEqual({
      verdict: 'CANNOT_RUN',
      code: 'sealed_differs',
      commands: [],
    })
  })

  test('that the task does not name are not used', async () => {
    const more = { path: 'src/sum.js', salt: `0x${'5'.repeat(64)}`, content: Buffer.from(broken).toString('base64') }
    const task = taskOf({ ...good(), commands, sealed })
    const given = { ...task, sealed_files: [...(task.sealed_files ?? []), more] }
    expect((await verifyTask(given)).verdict).toBe('PASS')
  })

  test('keep their paths from the result', async () => {
    const own = { 'src/sum.js': fixed, 'test/sealed.test.js': '' }
    const changes = [written('src/sum.js', fixed), written('test/sealed.test.js', '')]
    const task = taskOf({ changes, tree: repository.treeWith(own), commands, protectedPaths: [], sealed })
    expect((await verifyTask(task)).evidence.code).toBe('path_refused')
  })
})
