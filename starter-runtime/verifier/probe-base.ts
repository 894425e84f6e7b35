import type { z } from 'zod'
import type { takeProbeCredentialEndpoint } from '#lib/api/runtime-probe.ts'
import type { ProbedCommand, ProbeReport, ProbeRun } from '#lib/domain/probe.ts'
import type { Command } from '../documents.ts'
import { fetchBasePatiently } from '../git/base-copy.ts'
import { listFiles } from '../git/read-tree.ts'
import { layOver } from '../git/trees.ts'
import type { Run } from './judge.ts'
import { readManifest } from './manifest.ts'
import { type ClientTree, namedTestsOf } from './named-tests.ts'
import { probeMutants } from './probe-mutants.ts'
import { checkoutsIn, runsIn } from './run-tree.ts'
import type { VerifyParts } from './verify.ts'

export type ProbeTask = z.output<NonNullable<typeof takeProbeCredentialEndpoint.reply.schema>>
export type ProbeParts = Omit<VerifyParts, 'task' | 'own'> & { task: ProbeTask }

const tailMax = 2_000
/** Of a command's share of the time, what its runs on the base may take before faults are tried. */
const runsShare = 0.5

/**
 * What the commands do on the base with the acceptance files over it: up to five runs each, then runs with deliberate
 * faults in the sources, as far as the time allows. It reports what it saw and judges nothing.
 */
export async function probeBase(parts: ProbeParts): Promise<ProbeReport> {
  const { task, protocols, signal, report } = parts
  const { clone_url: cloneUrl, token, base_commit: base } = task.repository
  const gitDir = parts.scratch('git')
  report('fetching the repository')
  await fetchBasePatiently(gitDir, { cloneUrl, token, commit: base }, { protocols, signal })
  const tree = await layOver(gitDir, base, base, task.acceptance_files)
  const files = await listFiles(gitDir, tree)
  const manifest = await readManifest(gitDir, files)
  const client: ClientTree = { gitDir, files, manifest, acceptanceFiles: task.acceptance_files }
  const commands = task.commands.map(
    (command): Command => ({
      ...command,
      report: command.report ?? 'none',
      expected_tests: command.expected_tests ?? [],
    }),
  )
  const tests = new Map(commands.map((command) => [command, namedTestsOf(command, client)]))
  const run = runsIn(parts, { tests, files, prepare: checkoutsIn(parts, gitDir) })
  const probed: ProbedCommand[] = []
  for (const [at, command] of commands.entries()) {
    report(`trying “${command.name}”`)
    const shareMs = parts.remainingMs() / (commands.length - at)
    const endsAt = Date.now() + shareMs
    const runOnce = () => run(tree, command, { seconds: shareMs / 1_000 })
    const seen = await runOnBase(runOnce, { runs: task.runs, forMs: shareMs * runsShare })
    if (signal.aborted) throw new Error('The probe was ended.')
    const faults = await probeMutants({
      gitDir,
      tree,
      files,
      manifest,
      command,
      run,
      seen,
      likelyPaths: task.likely_paths,
      most: task.mutants,
      remainingMs: () => Math.min(endsAt - Date.now(), parts.remainingMs()),
    })
    probed.push({ ...describe(command, seen), ...faults })
  }
  if (signal.aborted) throw new Error('The probe was ended.')
  return { isolation: parts.isolation.name, commands: probed }
}

async function runOnBase(run: () => Promise<Run>, { runs, forMs }: { runs: number; forMs: number }): Promise<Run[]> {
  const first = await run()
  const seen = [first]
  // What cannot be started, and what took all the time, is the same in every run.
  const isConclusive = first.exitCode === 126 || first.exitCode === 127 || first.stoppedBy !== null
  for (let spentMs = first.durationMs; !isConclusive && seen.length < runs; ) {
    if (spentMs + Math.max(...seen.map(({ durationMs }) => durationMs)) > forMs) break
    const outcome = await run()
    if (outcome.stoppedBy === 'cancelled') break
    seen.push(outcome)
    spentMs += outcome.durationMs
  }
  return seen
}

function describe({ name }: Command, seen: readonly Run[]): Omit<ProbedCommand, 'mutants' | 'mutants_gap'> {
  const [first] = seen
  return {
    name,
    runs: seen.map(describeRun),
    output_tail: (first?.outputTail ?? '').replaceAll('\0', '').slice(-tailMax).toWellFormed(),
    tests: first?.tests ? countTests(first.tests) : null,
  }
}

function describeRun({ exitCode, stoppedBy, durationMs }: Run): ProbeRun {
  const isStopped = exitCode === null || stoppedBy !== null
  return {
    exit_code: isStopped ? null : exitCode,
    stopped_by: isStopped ? (stoppedBy === null || stoppedBy === 'cancelled' ? 'time' : stoppedBy) : null,
    duration_ms: Math.round(durationMs),
  }
}

function countTests(tests: NonNullable<Run['tests']>): NonNullable<ProbedCommand['tests']> {
  const count = (wanted: (typeof tests)[number]['status']) => tests.filter(({ status }) => status === wanted).length
  return { passed: count('passed'), failed: count('failed'), skipped: count('skipped'), todo: count('todo') }
}
