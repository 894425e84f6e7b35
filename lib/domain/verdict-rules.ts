import type { VerdictKind } from './agent.ts'

type Rule = { verdict: VerdictKind; when: string }

/**
 * What happened, and the verdict that follows: the one source for runtimes, protocol document, conformance kit and
 * calibrations. The code stands in the evidence.
 */
export const verdictRules = {
  passed: { verdict: 'PASS', when: 'every command does what the policy expects, and every control that ran failed' },
  base_passes: { verdict: 'INCONCLUSIVE', when: 'a `fails_then_passes` command passes on the base' },
  result_fails: { verdict: 'FAIL', when: 'a command fails on the result, and again in a second run' },
  result_unsteady: {
    verdict: 'FAIL',
    when: 'a run of the result fails, another passes, and it does not pass three times in a row',
  },
  rerun_differs: { verdict: 'INCONCLUSIVE', when: 'the base reports its tests in one run of two' },
  limit_reached: { verdict: 'FAIL', when: 'a run of the result is stopped at a limit, and so is or fails the second' },
  out_of_time: { verdict: 'INCONCLUSIVE', when: 'the verifier’s own deadline cuts a run short' },
  program_missing: {
    verdict: 'CANNOT_RUN',
    when: 'a command can be started (exit 126, 127) neither on the base nor on the result',
  },
  program_removed: { verdict: 'FAIL', when: 'a command can be started on the base and not on the result' },
  path_refused: { verdict: 'FAIL', when: 'a change breaks the rules for paths or touches a protected path' },
  tree_differs: { verdict: 'FAIL', when: 'the changes lead to another tree than the committed one' },
  repository_unreachable: {
    verdict: 'CANNOT_RUN',
    when: 'the base cannot be cloned, also not later, or is larger than a checkout may be',
  },
  document_differs: { verdict: 'CANNOT_RUN', when: 'task, policy or result do not hash to their commitment' },
  sealed_differs: {
    verdict: 'CANNOT_RUN',
    when: 'a sealed file is missing, or its bytes do not match size and salted hash of the task',
  },
  isolation_failed: {
    verdict: 'CANNOT_RUN',
    when: 'programs cannot be isolated here, or the verifier’s own program fails three times',
  },
  expected_test_missing: {
    verdict: 'FAIL',
    when: 'a command passes, and twice its report does not name an expected test as passed or cannot be read',
  },
  control_passed: {
    verdict: 'FAIL',
    when: 'a command passes, or never ends unlike on the base, although a test was added or altered so that it must fail',
  },
} as const satisfies Record<string, Rule>

export type VerdictCode = keyof typeof verdictRules

export const verdictCodes = Object.keys(verdictRules) as [VerdictCode, ...VerdictCode[]]

/** Of several, the one that decides; within one verdict the first. */
const order: readonly VerdictKind[] = ['FAIL', 'CANNOT_RUN', 'INCONCLUSIVE', 'PASS']

/** One failing command is enough to fail; short of that, anything undecided leaves the whole undecided. */
export function decide<Judged extends { code: VerdictCode }>(judged: readonly Judged[]): Judged | undefined {
  for (const verdict of order) {
    const found = judged.find(({ code }) => verdictRules[code].verdict === verdict)
    if (found) return found
  }
  return undefined
}

/** The rules as a table of the protocol document. */
export function verdictTable(): string {
  const rows = Object.entries(verdictRules).map(([code, { verdict, when }]) => `| \`${code}\` | ${when} | ${verdict} |`)
  return ['| Code | What happened | Verdict |', '|---|---|---|', ...rows].join('\n')
}
