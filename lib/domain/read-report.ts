import { readGoEvents } from './go-report.ts'
import { readJest } from './jest-report.ts'
import { readJunit } from './junit-report.ts'
import { readTap } from './tap-report.ts'
import type { ReportedTest, ReportKind } from './test-report.ts'

/** No report has more tests than this. */
const maxTests = 50_000

const readers: Record<Exclude<ReportKind, 'none'>, (text: string) => ReportedTest[] | undefined> = {
  tap: readTap,
  junit: readJunit,
  'go-json': readGoEvents,
  'jest-json': readJest,
}

/**
 * The tests of a report in its order; a suite is none. Undefined for a report that is cut off or has another form, so that
 * half of a report is never taken for the whole.
 */
export function readReport(kind: Exclude<ReportKind, 'none'>, text: string): ReportedTest[] | undefined {
  const tests = readers[kind](text)
  return tests && tests.length <= maxTests ? tests : undefined
}
