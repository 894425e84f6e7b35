import type { VerdictCode } from '#lib/domain/verdict-rules.ts'
import type { Bench } from './bench.ts'
import { NotChecked } from './broken.ts'

/**
 * One rule of the protocol. `run` says what was seen; what it throws is why the rule does not hold. `code` is the row of
 * the table of verdicts that it looks at.
 */
export type Check = { rule: string; code?: VerdictCode; run(bench: Bench): Promise<string> }

export type Line = { outcome: 'ok' | 'FAILED' | 'not checked'; rule: string; seen: string }

/** Looks at one rule. Never throws. */
export async function lookAt(check: Check, bench: Bench): Promise<Line> {
  const { rule } = check
  try {
    return { outcome: 'ok', rule, seen: await check.run(bench) }
  } catch (error) {
    const seen = error instanceof Error ? error.message : String(error)
    return { outcome: error instanceof NotChecked ? 'not checked' : 'FAILED', rule, seen }
  }
}

/** The same rule, looked at only after good work: a runtime that refuses everything keeps no such rule. */
export function afterGoodWork({ run, ...about }: Check): Check {
  return {
    ...about,
    run: (bench) => {
      if (!bench.isGoodWorkDone) throw new NotChecked('no good task was done, so a refusal shows nothing')
      return run(bench)
    },
  }
}

export function describeLine({ outcome, rule, seen }: Line): string {
  const oneLine = seen.replace(/\s+/g, ' ').slice(0, 300)
  if (outcome === 'not checked') return `-       ${rule}  (not checked: ${oneLine})`
  return `${outcome.padEnd(8)}${rule}  (${oneLine})`
}
