import { evidence as evidenceSchema } from '../../api/evidence.ts'
import { countControls } from '../../domain/control-count.ts'
import type { Proof } from '../../usecases/proofs/read-proof.ts'
import { plainCode } from './shown-evidence.ts'

type Verdict = Proof['records']['verdicts'][number]

/**
 * What each verdict rests on, as its evidence says; nothing of a verdict that was published past the service. Of a result that
 * nobody paid for, no digest, and of exit codes only whether they are 0.
 */
export function toVerdictFacts(verdicts: readonly Verdict[], isPaid: (attempt: number) => boolean) {
  return verdicts.flatMap(({ attempt, seat, agentAddress, evidence: document }) => {
    const { data: evidence } = evidenceSchema.safeParse(document)
    return evidence ? { attempt, seat, agent: agentAddress, ...factsOf(evidence, isPaid(attempt)) } : []
  })
}

function factsOf(evidence: ReturnType<typeof evidenceSchema.parse>, isPaid: boolean) {
  const controls = countControls(evidence.controls)
  return {
    code: evidence.code ?? null,
    commands: evidence.commands.map(({ name, expect, base, result, rerun, tests }) => {
      const last = rerun ?? result
      return {
        name,
        expect,
        base_exit_code: base?.exit_code ?? null,
        result_exit_code: last && (isPaid ? last.exit_code : plainCode(last)),
        output_sha256: isPaid && last ? last.output_sha256 : null,
        tests: tests ?? null,
      }
    }),
    controls: controls && {
      failed: controls.failed,
      passed: controls.passed,
      not_run: controls.notRun,
      altered: controls.altered,
      noticed: controls.noticed,
    },
    marks: evidence.marks?.map(({ code }) => code) ?? [],
    isolation: evidence.isolation,
    environment: evidence.environment ?? null,
  }
}
