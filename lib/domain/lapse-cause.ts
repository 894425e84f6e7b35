import type { VerdictKind } from './agent.ts'

const answers: readonly [VerdictKind, string][] = [
  ['PASS', 'passed it'],
  ['FAIL', 'failed it'],
  ['INCONCLUSIVE', 'found it inconclusive'],
  ['CANNOT_RUN', 'could not run it'],
]

/** Why no verdict decided on a result in time, from what each verifier answered; null for one that did not. */
export function lapseCause(verdicts: readonly (VerdictKind | null)[]): string {
  if (verdicts.length === 0) return 'no verifiers were seated in time'
  const silent = verdicts.filter((verdict) => verdict === null).length
  if (silent === verdicts.length) return 'no verifier answered in time'
  const counts = answers.map(([kind, text]) => ({ text, count: verdicts.filter((one) => one === kind).length }))
  const nonZeroCounts = [...counts, { text: 'did not answer', count: silent }].filter(({ count }) => count > 0)
  const outcome = silent > 0 ? 'not decided in time' : 'not decided, although every verifier answered'
  return `${outcome}; of the verifiers, ${nonZeroCounts.map(({ count, text }) => `${count} ${text}`).join(', ')}`
}
