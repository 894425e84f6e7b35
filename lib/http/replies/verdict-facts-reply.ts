import { evidence as evidenceSchema } from '#lib/api/evidence.ts'
import { countControls } from '#lib/domain/control-count.ts'
import type { Proof } from '#lib/usecases/proofs/read-proof.ts'

type Verdict = Proof['records']['verdicts'][number]

/** What each verdict rests on, as its evidence says; nothing of a verdict that was published past the service. */
export function toVerdictFacts(verdicts: readonly Verdict[]) {
  return verdicts.flatMap(({ attempt, seat, agentAddress, evidence: document }) => {
    const { data: evidence } = evidenceSchema.safeParse(document)
    return evidence ? { attempt, seat, agent: agentAddress, ...factsOf(evidence) } : []
  })
}

function factsOf(evidence: ReturnType<typeof evidenceSchema.parse>) {
  const controls = countControls(evidence.controls)
  return {
    code: evidence.code ?? null,
    commands: evidence.commands.map(({ name, expect, base, result, rerun, tests }) => {
      const last = rerun ?? result
      return {
        name,
        expect,
        base_exit_code: base?.exit_code ?? null,
        result_exit_code: last?.exit_code ?? null,
        output_sha256: last?.output_sha256 ?? null,
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
