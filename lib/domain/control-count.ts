/** A control that a verifier ran on a result: a test that had to fail, or an altered value of the change or the tests. */
type Control = { kind: string; outcome: 'failed_as_it_should' | 'passed' | 'not_run' }

export type ControlCount = { failed: number; passed: number; notRun: number; altered: number; noticed: number }

/** How many tests that must fail did so, and how many altered values the command noticed; null when none were reported. */
export function countControls(controls: readonly Control[] | undefined): ControlCount | null {
  if (!controls) return null
  const count = { failed: 0, passed: 0, notRun: 0, altered: 0, noticed: 0 }
  for (const { kind, outcome } of controls) {
    if (kind === 'mutant' || kind === 'expectation') {
      if (outcome !== 'not_run') count.altered += 1
      if (outcome === 'failed_as_it_should') count.noticed += 1
    } else if (outcome === 'failed_as_it_should') count.failed += 1
    else if (outcome === 'passed') count.passed += 1
    else count.notRun += 1
  }
  return count
}
