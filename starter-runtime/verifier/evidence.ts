import { arch, type } from 'node:os'
import type { z } from 'zod'
import { type evidence, maxExpectedShown, maxMissingShown, maxNameShown } from '#lib/api/evidence.ts'
import type { ReportedTest } from '#lib/domain/test-report.ts'
import type { VerdictCode } from '#lib/domain/verdict-rules.ts'
import type { RunOutcome } from '../isolation/isolation.ts'
import { software } from '../software.ts'
import type { Challenged } from './challenge.ts'
import type { CommandJudgement } from './judge.ts'
import type { TestFindings } from './named-tests.ts'

export type Evidence = z.output<typeof evidence>

const maxControls = 60
const controlTail = 400

export type EvidenceFacts = {
  baseCommit: string
  treeId: string
  isolation: string
  judgements: readonly CommandJudgement[]
  code: VerdictCode
  reason: string
} & Pick<Challenged, 'controls' | 'marks'>

/** What was seen, in the form that its hash in the verdict is over. */
export function evidenceOf(facts: EvidenceFacts): Evidence {
  return {
    schema: 'jobwright/evidence',
    version: 2,
    base_commit: facts.baseCommit,
    tree_id: facts.treeId,
    isolation: facts.isolation,
    environment: {
      runtime: software,
      system: `${type()} ${arch()}, Node ${process.versions.node}`,
    },
    commands: facts.judgements.map(({ command, base, result, rerun, tests }) => ({
      name: command.name.slice(0, 200).toWellFormed(),
      expect: command.expect,
      base: runOf(base),
      result: runOf(result),
      rerun: runOf(rerun),
      // Policies of version 1 know no reports.
      ...(command.report !== 'none' && { tests: testsOf(tests) }),
    })),
    controls: facts.controls.slice(-maxControls).map(({ command, kind, file, name, outcome, reason, run }) => ({
      command: command.slice(0, 200).toWellFormed(),
      kind,
      file,
      name,
      outcome,
      reason,
      run: runOf(run, controlTail),
    })),
    marks: facts.marks.map(({ code, text }) => ({ code, text: text.slice(0, 500).toWellFormed() })),
    code: facts.code,
    reason: facts.reason.slice(0, 1_000).toWellFormed(),
  }
}

function testsOf(findings: TestFindings | null) {
  if (!findings) return null
  const { kind, base, result, expected, missing } = findings
  const names = [...expected.ends, ...expected.whole]
  const first = (list: readonly string[], most: number) =>
    list.slice(0, most).map((name) => name.slice(0, maxNameShown).toWellFormed())
  return {
    report: kind,
    base: countsOf(base),
    result: countsOf(result),
    expected_from: expected.from,
    expected_count: names.length,
    expected: first(names, maxExpectedShown),
    missing_count: missing.length,
    missing: first(missing, maxMissingShown),
  }
}

function countsOf(tests: readonly ReportedTest[] | undefined) {
  if (!tests) return null
  const counts = { passed: 0, failed: 0, skipped: 0, todo: 0 }
  for (const { status } of tests) counts[status] += 1
  return counts
}

function runOf(outcome: RunOutcome | null, tail = 4_000) {
  if (!outcome) return null
  const { exitCode, durationMs, outputSha256, outputTail } = outcome
  return {
    exit_code: exitCode,
    duration_ms: durationMs,
    output_sha256: outputSha256,
    output_tail: outputTail.slice(-tail).toWellFormed(),
  }
}
