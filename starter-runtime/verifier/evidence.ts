import type { z } from 'zod'
import type { evidence } from '#lib/api/evidence.ts'
import type { VerdictCode } from '#lib/domain/verdict-rules.ts'
import type { RunOutcome } from '../isolation/isolation.ts'
import type { Challenged } from './challenge.ts'
import type { CommandJudgement } from './judge.ts'

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
    commands: facts.judgements.map(({ command, base, result, rerun }) => ({
      name: command.name.slice(0, 200).toWellFormed(),
      expect: command.expect,
      base: runOf(base),
      result: runOf(result),
      rerun: runOf(rerun),
    })),
    controls: facts.controls.slice(-maxControls).map(({ command, kind, file, name, outcome, reason, run }) => ({
      command: command.slice(0, 200).toWellFormed(),
      ...{ kind, file, name, outcome, reason, run: runOf(run, controlTail) },
    })),
    marks: facts.marks.map(({ code, text }) => ({ code, text: text.slice(0, 500).toWellFormed() })),
    code: facts.code,
    reason: facts.reason.slice(0, 1_000).toWellFormed(),
  }
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
