import type { ReportKind } from './test-report.ts'

/** One command that verifiers run in a clean checkout of base and result. */
export type VerificationCommand = {
  name: string
  argv: string[]
  expect: 'fails_then_passes' | 'passes'
  /** What verifiers read tests by name from; none in drafts and policies from before there were reports. */
  report?: ReportKind | undefined
  /** Names that have to be reported as passed; without them it is those that the base reports. */
  expected_tests?: string[] | undefined
}
