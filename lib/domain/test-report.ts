/** The reports of test runners that verifiers read; with `none` the exit code alone decides. */
export const reportKinds = ['tap', 'junit', 'go-json', 'jest-json', 'none'] as const
export type ReportKind = (typeof reportKinds)[number]

export type TestStatus = 'passed' | 'failed' | 'skipped' | 'todo'

/** One test by its name, with the suites that it is in before it: `suite > test`. */
export type ReportedTest = { name: string; status: TestStatus }

/** Between the names of suites and test. */
export const nameSeparator = ' > '
