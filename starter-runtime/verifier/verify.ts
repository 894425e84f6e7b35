import { availableParallelism } from 'node:os'
import type { z } from 'zod'
import type { takeVerificationCredentialEndpoint } from '#lib/api/verification.ts'
import type { AcceptanceFile } from '#lib/domain/acceptance-files.ts'
import type { VerdictKind } from '#lib/domain/agent.ts'
import { pathProblems } from '#lib/domain/path-policy.ts'
import { unopenedPaths } from '#lib/domain/sealed-files.ts'
import { decide, type VerdictCode, verdictRules } from '#lib/domain/verdict-rules.ts'
import { commit, resultCommitment, sha256 } from '../commitment.ts'
import { type Command, DocumentMismatch, requireOwnDocuments, type Terms } from '../documents.ts'
import { fetchBasePatiently } from '../git/base-copy.ts'
import { listFiles } from '../git/read-tree.ts'
import { GitError } from '../git/run.ts'
import { applyChanges, layOver, restorePaths } from '../git/trees.ts'
import { IsolationError } from '../isolation/isolation.ts'
import { challenge } from './challenge.ts'
import { type Evidence, type EvidenceFacts, evidenceOf } from './evidence.ts'
import { type CommandJudgement, judgeCommand, type RunOn } from './judge.ts'
import { type LookedAhead, lookAhead } from './look-ahead.ts'
import { readManifest } from './manifest.ts'
import { type ClientTree, type NamedTests, namedTestsOf } from './named-tests.ts'
import { mainJudgementOf, plainAmong } from './plain-run.ts'
import { resultTimeOf } from './result-time.ts'
import { inSlots } from './run-slots.ts'
import { checkoutsIn, type RunParts, type RunTree, runsIn } from './run-tree.ts'
import { enoughMs, secondsAgain } from './trial.ts'

export type VerificationTask = z.output<NonNullable<typeof takeVerificationCredentialEndpoint.reply.schema>>
export type Finding = { verdict: VerdictKind; evidence: Evidence; verificationSeconds: number | null }

export type VerifyParts = RunParts & {
  task: VerificationTask
  /** Of this runtime itself, never taken from the task. */
  own: { chainId: number; escrow: string; agent: string }
  protocols: string
  report: (progress: string) => void
}

/** Runs go two at a time where the machine has the processors for it. */
const runsAtOnce = Math.min(2, availableParallelism())

/**
 * Finds out whether a result does what its policy asks. Only what matches every commitment is judged at all; what does
 * not is CANNOT_RUN, which nobody signs, as is what this machine cannot fetch or run.
 */
export async function verify(parts: VerifyParts): Promise<Finding> {
  const { task } = parts
  try {
    const terms = requireCommitted(parts)
    const [problem] = pathProblems(task.changes, terms.heldPaths)
    const seconds = terms.policy.verification_seconds
    if (problem)
      return { ...conclude(parts, 'path_refused', `${problem.path} ${problem.message}`), verificationSeconds: seconds }
    const acceptanceFiles = [...terms.acceptanceFiles, ...openSealed(task, terms)]
    const finding = await verifyChanges(parts, { policy: terms.policy, acceptanceFiles })
    return { ...finding, verificationSeconds: seconds }
  } catch (error) {
    const code = codeOf(error)
    if (!code || !(error instanceof Error) || parts.signal.aborted) throw error
    return { ...conclude(parts, code, error.message), verificationSeconds: null }
  }
}

/** This verifier has no verdict, and that is for reasons that lie with it. */
export function cannotJudge(parts: VerifyParts, reason: string): Finding {
  return { ...conclude(parts, 'isolation_failed', reason), verificationSeconds: null }
}

function codeOf(error: unknown): VerdictCode | undefined {
  if (error instanceof SealedMismatch) return 'sealed_differs'
  if (error instanceof DocumentMismatch) return 'document_differs'
  if (error instanceof IsolationError) return 'isolation_failed'
  return error instanceof GitError ? 'repository_unreachable' : undefined
}

/** The bytes that came are not the ones that the task commits to. */
class SealedMismatch extends Error {}

/** The bytes of the sealed files, once each is found to be the one that the task commits to. */
function openSealed({ sealed_files: opened = [] }: VerificationTask, { sealedFiles }: Terms): AcceptanceFile[] {
  const [path] = unopenedPaths(sealedFiles, opened, sha256)
  if (path !== undefined) throw new SealedMismatch(`The sealed file ${path} does not match its hash in the task.`)
  const named = new Set(sealedFiles.map((file) => file.path))
  return opened.filter((file) => named.has(file.path)).map(({ path: name, content }) => ({ path: name, content }))
}

/** Task, policy and result are recomputed from the bytes at hand and this runtime's own chain and escrow. */
function requireCommitted({ task, own }: VerifyParts): Terms {
  const terms = requireOwnDocuments(task, { chain_id: own.chainId, escrow: own.escrow }, commit)
  if (task.agent !== own.agent) throw new DocumentMismatch('The verdict is asked for another agent.')
  const committed = resultCommitment({
    chainId: own.chainId,
    escrow: own.escrow,
    jobId: task.onchain_job_id,
    attempt: task.attempt,
    agent: task.worker,
    repositoryId: task.repository.id,
    baseCommit: task.repository.base_commit,
    treeId: task.tree_id,
    changes: task.changes,
  })
  if (committed !== task.result_commitment) throw new DocumentMismatch('The result is not the committed one.')
  return terms
}

async function verifyChanges(
  parts: VerifyParts,
  { policy, acceptanceFiles }: Pick<Terms, 'policy' | 'acceptanceFiles'>,
): Promise<Omit<Finding, 'verificationSeconds'>> {
  const { task, protocols, signal, report } = parts
  const { clone_url, token, base_commit: base } = task.repository
  const gitDir = parts.scratch('git')
  report('fetching the repository')
  await fetchBasePatiently(gitDir, { cloneUrl: clone_url, token, commit: base }, { protocols, signal })
  const treeId = await applyChanges(gitDir, base, task.changes)
  if (treeId !== task.tree_id)
    return conclude(parts, 'tree_differs', 'The changes do not lead to the tree that was committed to.')
  const restored = await restorePaths(gitDir, base, treeId, policy.protected_paths)
  const trees = {
    base: await layOver(gitDir, base, base, acceptanceFiles),
    result: await layOver(gitDir, base, restored, acceptanceFiles),
  }
  const [files, resultFiles] = await Promise.all([listFiles(gitDir, trees.base), listFiles(gitDir, trees.result)])
  const client: ClientTree = { gitDir, files, manifest: await readManifest(gitDir, files), acceptanceFiles }
  const tests = new Map(policy.commands.map((command) => [command, namedTestsOf(command, client)]))
  const run = inSlots(runsIn(parts, { tests, files, prepare: checkoutsIn(parts, gitDir) }), runsAtOnce)
  const time = resultTimeOf(policy.verification_seconds)
  const runOn: RunOn = async (side, command) => {
    if (side === 'base') return run(trees.base, command)
    const outcome = await run(trees.result, command, { seconds: time.seconds() })
    time.spend(outcome)
    return outcome
  }
  const ahead = lookAhead(gitDir, { base: files, result: resultFiles }, policy.commands)
  try {
    const judgements: CommandJudgement[] = []
    for (const command of policy.commands) {
      report(`running “${command.name}”`)
      judgements.push(await judgeCommand(command, runOn, tests.get(command)))
      if (signal.aborted) throw new Error('The verification was ended.')
    }
    const { code = 'passed', reason = '' } = decide(judgements) ?? {}
    if (code !== 'passed') return conclude(parts, code, reason, { judgements })
    return await doubt(parts, { gitDir, trees, ahead, judgements, tests, run })
  } finally {
    await ahead.ended()
  }
}

type Judged = {
  gitDir: string
  trees: { base: string; result: string }
  ahead: LookedAhead
  judgements: readonly CommandJudgement[]
  tests: ReadonlyMap<Command, NamedTests | undefined>
  run: RunTree
}

/** Further runs of a result whose commands all pass. */
async function doubt(
  parts: VerifyParts,
  { gitDir, trees, ahead, judgements, tests, run }: Judged,
): Promise<Omit<Finding, 'verificationSeconds'>> {
  const { remainingMs, report, signal } = parts
  report('checking that the commands can fail')
  const mainJudgement = mainJudgementOf(judgements)
  if (!mainJudgement) throw new Error('A policy has at least one command.')
  const lastMs = (mainJudgement.rerun ?? mainJudgement.result)?.durationMs ?? 0
  const plain = plainAmong({
    run,
    tree: trees.result,
    judgement: mainJudgement,
    tests: tests.get(mainJudgement.command),
    seconds: secondsAgain(lastMs),
    hasTime: () => remainingMs() > enoughMs(lastMs),
  })
  try {
    const challenged = await challenge({ gitDir, trees, files: ahead.files, judgements, ahead, plain, remainingMs })
    if (signal.aborted) throw new Error('The verification was ended.')
    const { passed } = challenged
    if (passed) return conclude(parts, 'control_passed', passed, { judgements, ...challenged })
    const differing = await plain.differing()
    if (signal.aborted) throw new Error('The verification was ended.')
    if (differing) {
      const seen = judgements.map((one) => (one === mainJudgement ? { ...one, rerun: differing } : one))
      const text = `“${mainJudgement.command.name}” passes when it is judged, and not when it runs again among the controls.`
      return conclude(parts, 'result_unsteady', text, { judgements: seen, ...challenged })
    }
    return conclude(parts, 'passed', 'Every command does what the policy expects.', { judgements, ...challenged })
  } finally {
    await plain.ended()
  }
}

function conclude(
  { task, isolation }: VerifyParts,
  code: VerdictCode,
  reason: string,
  seen: Partial<Pick<EvidenceFacts, 'judgements' | 'controls' | 'marks'>> = {},
): Omit<Finding, 'verificationSeconds'> {
  const { tree_id: treeId, repository } = task
  const facts = { baseCommit: repository.base_commit, treeId, isolation: isolation.name, code, reason }
  const evidence = evidenceOf({ judgements: [], controls: [], marks: [], ...facts, ...seen })
  return { verdict: verdictRules[code].verdict, evidence }
}
