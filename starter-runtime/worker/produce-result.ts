import { pathProblems } from '#lib/domain/path-policy.ts'
import type { Connection } from '../connection.ts'
import { fetchBasePatiently } from '../git/base-copy.ts'
import { collectChanges, UnusableChanges } from '../git/changes.ts'
import { checkOut } from '../git/trees.ts'
import { defaultLimits, type RunOutcome } from '../isolation/isolation.ts'
import { reasonOf } from '../print.ts'
import type { Runtime } from '../runtime.ts'
import type { StateFolder } from '../storage/state-folder.ts'
import type { Work } from '../tasks.ts'
import type { Assignment } from './assignment.ts'
import type { Executor } from './executor.ts'
import { completedBody, releaseBody } from './result-body.ts'

type Parts = {
  runtime: Runtime
  executor: Executor
  folder: StateFolder
  assignment: Assignment
  heldPaths: readonly string[]
  pinned: Connection
  work: Work
}

const cannotRun = 3

/** Runs the executor in a fresh checkout and makes of what it leaves the body that is sent; a release when it fails. */
export async function produceResult(parts: Parts) {
  const { runtime, assignment, work } = parts
  try {
    return await attempt(parts)
  } catch (error) {
    if (work.signal.aborted) throw error
    return releaseBody(runtime, assignment, `The work could not be finished: ${reasonOf(error)}`, 'cannot_run')
  }
}

async function attempt(parts: Parts) {
  const { runtime, folder, assignment, work } = parts
  const gitDir = folder.scratch('git')
  const tree = folder.scratch('tree')
  const { clone_url: cloneUrl, token, base_commit: commit } = assignment.repository
  work.report('fetching the repository')
  await fetchBasePatiently(gitDir, { cloneUrl, token, commit }, { protocols: runtime.protocols, signal: work.signal })
  await checkOut(gitDir, commit, tree)
  work.report('running the executor')
  const outcome = await execute(parts, tree)
  if (outcome.exitCode !== 0) return giveUp(parts, outcome)
  work.report('collecting the changes')
  return collect(parts, gitDir, tree, outcome.lastLine)
}

function execute({ runtime, executor, assignment, heldPaths, work }: Parts, tree: string): Promise<RunOutcome> {
  const remaining = (Date.parse(assignment.result_by) - runtime.clock.now()) / 1000
  const margin = Math.min(10, remaining / 10)
  return runtime.isolation.run({
    argv: executor.argv,
    folder: tree,
    input: JSON.stringify({
      task: assignment.task_document,
      attempt: assignment.attempt,
      protected_paths: heldPaths,
      failed_attempts: assignment.failed_attempts ?? [],
    }),
    limits: { ...defaultLimits, seconds: Math.max(0, remaining - margin) },
    signal: work.signal,
    env: executor.env,
    hasNetwork: executor.hasNetwork,
    ...(executor.tools && { tools: executor.tools }),
  })
}

function giveUp({ runtime, assignment, work }: Parts, outcome: RunOutcome) {
  if (work.signal.aborted) throw new Error('The work was ended.')
  const said = errorLineOf(outcome.outputTail)
  if (outcome.exitCode === cannotRun) return releaseBody(runtime, assignment, outcome.lastLine || said, 'cannot_run')
  const how = outcome.stoppedBy ? `was stopped (${outcome.stoppedBy})` : `ended with ${outcome.exitCode}`
  return releaseBody(runtime, assignment, `The executor ${how}: ${said}`)
}

/** The line that names the error, which runtimes such as Node print above others; the last line where none does. */
function errorLineOf(output: string): string {
  const lines = output
    .trim()
    .split('\n')
    .map((line) => line.trim())
  return lines.findLast((line) => /^[\w.$]*(?:Error|Exception)\b/.test(line)) ?? lines.at(-1) ?? ''
}

async function collect(parts: Parts, gitDir: string, tree: string, summary: string) {
  const { runtime, assignment, heldPaths } = parts
  try {
    const { treeId, changes } = await collectChanges(gitDir, assignment.repository.base_commit, tree)
    const [problem] = pathProblems(changes, heldPaths)
    if (problem) throw new UnusableChanges(`${problem.path} ${problem.message}`.trim())
    return await completedBody(runtime, assignment, { treeId, changes, summary })
  } catch (error) {
    if (!(error instanceof UnusableChanges)) throw error
    return releaseBody(runtime, assignment, `The executor's changes cannot be a result: ${error.message}`)
  }
}
