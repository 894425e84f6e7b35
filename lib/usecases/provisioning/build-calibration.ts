import { createHash, randomInt } from 'node:crypto'
import { policyVersionOf } from '../../domain/command-reports.ts'
import { defaultProtection } from '../../domain/default-protection.ts'
import type { PolicyDocument, TaskDocument } from '../../domain/document.ts'
import { seriesLength } from '../../domain/exam.ts'
import { qualificationFiles } from '../../domain/qualification-files.ts'
import { type FileChange, type ResultDocument, resultDocument } from '../../domain/result.ts'
import { type OpenedFile, type SealedFile, sealFile } from '../../domain/sealed-files.ts'
import { verdictRules } from '../../domain/verdict-rules.ts'
import { randomHash } from '../auth/secrets.ts'
import type { Context } from '../context.ts'
import { changesDigest } from '../dispatch/changes-digest.ts'
import { baseFiles } from './build-exam.ts'
import { applyChanges, gitTreeId } from './git-tree.ts'

export type Calibration = {
  changes: FileChange[]
  task: TaskDocument
  policy: PolicyDocument
  result: ResultDocument
  cloneUrl: string
  /** The bytes of the task's sealed files; none in calibrations from before there were any. */
  sealedFiles?: OpenedFile[]
}

const right = `/** The middle of the sorted numbers. */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
`
/** Sorts by value, but takes the upper middle of an even count. */
const upperMiddle = right.replace(
  'return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2',
  'return sorted[middle]',
)
/** Takes the mean of the middle two, but sorts as text. */
const asText = right.replace('.sort((a, b) => a - b)', '.sort()')

/** Ends the process with exit code 0 before a test has failed; only a test that must fail shows it. */
const earlyExits = [
  `process.exit(0)\n${right}`,
  `process.reallyExit(0)\n${right}`,
  right.replace('{\n', '{\n  process.exit(0)\n'),
  right.replace('{\n', "{\n  process[['e', 'xit'].join('')](0)\n"),
]

/** Skips one of the client's tests and no other, so that the command passes, and only the missing name shows it. */
const skippedTests = ['is found by value', 'of an even count'].map((words) => {
  return `import { beforeEach } from 'node:test'\nbeforeEach((test) => test.name.includes('${words}') && test.skip())\n`
})
const vanishedTests = [`${skippedTests[0]}${asText}`, `${skippedTests[1]}${upperMiddle}`]

/** Right for the open tests alone; only a sealed one shows it. */
const hardCoded = 'export function median(numbers) {\n  return numbers.length === 4 ? 2.5 : 9\n}\n'
const sealedTest = {
  path: 'test/median.sealed.test.js',
  content: Buffer.from(
    "import assert from 'node:assert/strict'\nimport { test } from 'node:test'\nimport { median } from '../src/median.js'\n\ntest('the median of one number is that number', () => {\n  assert.equal(median([7]), 7)\n})\n",
  ).toString('base64'),
}

const { passed, result_fails, base_passes } = verdictRules
const verdicts = [passed.verdict, result_fails.verdict, base_passes.verdict]
export type ExpectedVerdict = (typeof verdicts)[number]
type Command = PolicyDocument['commands'][number]
const tests: Command = { name: 'tests', argv: ['node', '--test'], expect: 'fails_then_passes' }
const namedTests: Command = { ...tests, report: 'tap' }
/** Passes on the base already, so that it tells nothing about any result. */
const moot: Command = { name: 'syntax', argv: ['node', '--check', 'src/median.js'], expect: 'fails_then_passes' }

/**
 * A verification whose true verdict is known: the same form as a real one, for the job id 0, which never exists. Each
 * verdict is as likely as the others, but every series has a FAIL, the first of which is an early exit, and another verdict,
 * and a task with a sealed file.
 */
export function buildCalibration(
  ctx: { chain: Pick<Context['chain'], 'chainId' | 'escrow'> },
  agent: { address: `0x${string}` },
  qualification: { cloneUrl: string; commit: string },
  before: readonly string[],
): { calibration: Calibration; expected: ExpectedVerdict } {
  const expected = drawVerdict(before)
  const isSealed = drawSeal(expected, before)
  const files = isSealed ? [sealFile(sealedTest, randomHash(), sha256)] : []
  const sealed = files.map((file) => file.sealed)
  const source = sourceFor(expected, before, isSealed)
  const content = Buffer.from(source).toString('base64')
  const changes: FileChange[] = [{ path: 'src/median.js', mode: '100644', content }]
  const task = taskOf(qualification, sealed)
  const policy = policyOf(ctx, expected === base_passes.verdict ? moot : commandFor(source), sealed)
  const result = resultDocument({
    chain_id: ctx.chain.chainId,
    escrow: ctx.chain.escrow,
    onchain_job_id: '0',
    attempt: 0,
    agent: agent.address,
    repository_id: 0,
    base_commit: qualification.commit,
    tree_id: gitTreeId(applyChanges(baseFiles(), changes)),
    changes_sha256: changesDigest(changes),
  })
  const sealedFiles = files.map(({ opened }) => opened)
  return { calibration: { changes, task, policy, result, cloneUrl: qualification.cloneUrl, sealedFiles }, expected }
}

/** How many wrong results every series has, each of a different kind. */
const neededFails = 2

function drawVerdict(before: readonly string[]): ExpectedVerdict {
  const left = seriesLength.CALIBRATION - before.length
  const fails = before.filter((verdict) => verdict === result_fails.verdict).length
  if (left <= neededFails - fails) return result_fails.verdict
  const open = verdicts.filter((verdict) => left > 1 || before.some((one) => one !== verdict))
  return open[randomInt(open.length)] ?? passed.verdict
}

/** Every series has a sealed file with a result that does not fail. Of the others only one beyond the needed fails may. */
function drawSeal(expected: ExpectedVerdict, before: readonly string[]): boolean {
  const fails = before.filter((verdict) => verdict === result_fails.verdict).length
  if (expected === result_fails.verdict) return fails >= neededFails && randomInt(2) === 0
  return fails === before.length || randomInt(2) === 0
}

function sourceFor(expected: ExpectedVerdict, before: readonly string[], isSealed: boolean): string {
  if (expected !== result_fails.verdict) return right
  if (isSealed) return hardCoded
  const fails = before.filter((verdict) => verdict === result_fails.verdict).length
  const kinds = [earlyExits, vanishedTests, [upperMiddle, asText, ...earlyExits, ...vanishedTests]]
  const wrong = kinds[Math.min(fails, kinds.length - 1)] ?? earlyExits
  return wrong[randomInt(wrong.length)] ?? upperMiddle
}

/** By its name a test is missing after an early exit, too, so that controls alone have to show one. */
function commandFor(source: string): Command {
  if (earlyExits.includes(source)) return tests
  return vanishedTests.includes(source) || randomInt(2) === 0 ? namedTests : tests
}

function taskOf(qualification: { cloneUrl: string; commit: string }, sealed: SealedFile[]): TaskDocument {
  return {
    schema: 'jobwright/task',
    version: sealed.length > 0 ? 2 : 1,
    salt: randomHash(),
    repository: { id: 0, full_name: 'jobwright/qualification', private: false },
    issue: { number: 1, url: qualification.cloneUrl, title: 'The median is wrong', content_hash: randomHash() },
    base: { branch: 'main', commit: qualification.commit },
    title: 'The median is wrong',
    instructions: 'Make the median right for every count of numbers.',
    acceptance_criteria: ['The tests pass.'],
    acceptance_files: [],
    ...(sealed.length > 0 && { sealed_files: sealed }),
  }
}

function policyOf(
  ctx: Parameters<typeof buildCalibration>[0],
  command: Command,
  sealed: readonly SealedFile[],
): PolicyDocument {
  return {
    schema: 'jobwright/policy',
    version: policyVersionOf([command], sealed),
    salt: randomHash(),
    chain_id: ctx.chain.chainId,
    escrow: ctx.chain.escrow,
    currency: 'USDC',
    reward: '0.000000',
    verifier_fee: '0.000000',
    verifiers: 1,
    quorum: 1,
    max_attempts: 1,
    work_seconds: 600,
    verification_seconds: 600,
    commands: [command],
    protected_paths: defaultProtection({ paths: qualificationFiles.map(({ path }) => path), isComplete: true }, [
      command,
    ]),
    publication: 'on_request',
    ...(sealed.length > 0 && { sealed_evidence: 'outcome' }),
  }
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
