import { randomInt } from 'node:crypto'
import type { PolicyDocument, TaskDocument } from '#lib/domain/document.ts'
import { type FileChange, type ResultDocument, resultDocument } from '#lib/domain/result.ts'
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
}

const right = `/** The middle of the sorted numbers. */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
`
/** Sorts by value, but takes the upper middle of an even count. */
const wrong = right.replace(
  'return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2',
  'return sorted[middle]',
)

/** A verification whose true verdict is known: the same form as a real one, for the job id 0, which never exists. */
export function buildCalibration(
  ctx: Context,
  agent: { address: `0x${string}` },
  qualification: { cloneUrl: string; commit: string },
): { calibration: Calibration; expected: 'PASS' | 'FAIL' } {
  const isRight = randomInt(2) === 1
  const content = Buffer.from(isRight ? right : wrong).toString('base64')
  const changes: FileChange[] = [{ path: 'src/median.js', mode: '100644', content }]
  const task = taskOf(qualification)
  const policy = policyOf(ctx)
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
  const calibration = { changes, task, policy, result, cloneUrl: qualification.cloneUrl }
  return { calibration, expected: isRight ? 'PASS' : 'FAIL' }
}

function taskOf(qualification: { cloneUrl: string; commit: string }): TaskDocument {
  return {
    schema: 'jobwright/task',
    version: 1,
    salt: randomHash(),
    repository: { id: 0, full_name: 'jobwright/qualification', private: false },
    issue: { number: 1, url: qualification.cloneUrl, title: 'The median is wrong', content_hash: randomHash() },
    base: { branch: 'main', commit: qualification.commit },
    title: 'The median is wrong',
    instructions: 'Make the median right for every count of numbers.',
    acceptance_criteria: ['The tests pass.'],
  }
}

function policyOf(ctx: Context): PolicyDocument {
  return {
    schema: 'jobwright/policy',
    version: 1,
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
    commands: [{ name: 'tests', argv: ['node', '--test'], expect: 'fails_then_passes' }],
    protected_paths: ['package.json', 'test'],
    publication: 'on_request',
  }
}
