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
const maxMarks = 20
const tails = [4_000, 1_000, 200]
const controlTail = 400
/** Of the 1 MiB that a verdict may have; the rest is for what goes beside the evidence. */
const maxBytes = 1_000_000

export type EvidenceFacts = {
  baseCommit: string
  treeId: string
  isolation: string
  judgements: readonly CommandJudgement[]
  code: VerdictCode
  reason: string
} & Pick<Challenged, 'controls' | 'marks'>

/** What was seen, in the form that its hash in the verdict is over, and that the control plane takes whatever a stranger's program printed. */
export function evidenceOf(facts: EvidenceFacts): Evidence {
  for (const tail of tails) {
    const evidence = withTails(facts, tail)
    if (Buffer.byteLength(JSON.stringify(evidence)) <= maxBytes) return evidence
  }
  return withTails(facts, 0)
}

/** The same without anything that a stranger chose the words of. */
export function bareEvidence({ commands, controls, marks, ...evidence }: Evidence): Evidence {
  const bare = (run: Evidence['commands'][number]['base']) => run && { ...run, output_tail: '' }
  return {
    ...evidence,
    commands: commands.map(({ base, result, rerun, tests, ...command }) => ({
      ...command,
      base: bare(base),
      result: bare(result),
      rerun: bare(rerun),
      ...(tests !== undefined && { tests: tests && { ...tests, expected: [], missing: [] } }),
    })),
    ...(controls && { controls: controls.map((one) => ({ ...one, file: null, name: '', run: bare(one.run) })) }),
    ...(marks && { marks: marks.map(({ code }) => ({ code, text: '' })) }),
    reason: 'The full evidence could not be delivered, so outputs and names are left out.',
  }
}

/** With no tails at all, the other limits keep it below the largest body. */
function withTails(facts: EvidenceFacts, tail: number): Evidence {
  return storable({
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
      name: command.name.slice(0, 200),
      expect: command.expect,
      base: runOf(base, tail),
      result: runOf(result, tail),
      rerun: runOf(rerun, tail),
      // Policies of version 1 know no reports.
      ...(command.report !== 'none' && { tests: testsOf(tests) }),
    })),
    controls: facts.controls.slice(-maxControls).map(({ command, kind, file, name, outcome, reason, run }) => ({
      command: command.slice(0, 200),
      kind,
      file: file === null ? null : file.slice(0, 400),
      name: name.slice(0, 200),
      outcome,
      reason,
      run: runOf(run, Math.min(tail, controlTail)),
    })),
    marks: facts.marks.slice(0, maxMarks).map(({ code, text }) => ({ code, text: text.slice(0, 500) })),
    code: facts.code,
    reason: facts.reason.slice(0, 1_000),
  })
}

/** Other characters, as many of them, in place of those that the control plane refuses or a terminal obeys. */
function storable(evidence: Evidence): Evidence {
  return JSON.parse(JSON.stringify(evidence), (_, value: unknown) =>
    typeof value === 'string' ? value.replace(/[^\P{Cc}\n\t]/gu, '\uFFFD').toWellFormed() : value,
  )
}

function testsOf(findings: TestFindings | null) {
  if (!findings) return null
  const { kind, base, result, expected, missing } = findings
  const names = [...expected.ends, ...expected.whole]
  const first = (list: readonly string[], most: number) =>
    list.slice(0, most).map((name) => name.slice(0, maxNameShown))
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

function runOf(outcome: RunOutcome | null, tail: number) {
  if (!outcome) return null
  const { exitCode, durationMs, outputSha256, outputTail } = outcome
  return {
    exit_code: exitCode,
    duration_ms: durationMs,
    output_sha256: outputSha256,
    output_tail: outputTail.slice(Math.max(0, outputTail.length - tail)),
  }
}
