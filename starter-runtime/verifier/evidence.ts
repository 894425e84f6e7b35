import type { z } from 'zod'
import type { evidence } from '#lib/api/verification.ts'
import type { RunOutcome } from '../isolation/isolation.ts'
import type { CommandJudgement } from './judge.ts'

export type Evidence = z.output<typeof evidence>

/** What was seen, in the form that its hash in the verdict is over. */
export function evidenceOf(facts: {
  baseCommit: string
  treeId: string
  isolation: string
  judgements: readonly CommandJudgement[]
  reason: string
}): Evidence {
  return {
    schema: 'jobwright/evidence',
    version: 1,
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
    reason: facts.reason.slice(0, 1_000).toWellFormed(),
  }
}

function runOf(outcome: RunOutcome | null) {
  if (!outcome) return null
  const { exitCode, durationMs, outputSha256, outputTail } = outcome
  return { exit_code: exitCode, duration_ms: durationMs, output_sha256: outputSha256, output_tail: outputTail }
}
