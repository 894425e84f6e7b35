import type { ReportKind } from './test-report.ts'
import { reporterOf } from './test-reporter.ts'
import type { VerificationCommand } from './verification-command.ts'

/** As many tests may be named for one command. */
export const maxExpectedTests = 200

/** The policy document's version that an older runtime refuses instead of judging by the exit code alone. */
const reportsPolicyVersion = 2
/** The version that an older runtime refuses instead of judging without the sealed files. */
const sealedPolicyVersion = 3

/**
 * Commands with a report each: the given one, else that of the same words before, else the one that is recognised. A client
 * that does not know of reports so changes none. While the scripts of the manifest are not known, none is recognised.
 */
export function withReports(
  commands: readonly VerificationCommand[],
  before: readonly VerificationCommand[],
  scripts: Readonly<Record<string, string>> | undefined,
): VerificationCommand[] {
  return commands.map((command) => {
    if (command.report !== undefined) return command
    const same = before.find((one) => one.report !== undefined && isSame(one.argv, command.argv))
    if (same) return { ...same, ...command, report: same.report }
    return scripts ? { ...command, report: reporterOf(command.argv, scripts)?.kind ?? 'none' } : command
  })
}

/** The version of the policy document: 3 with sealed files, 2 when a command has a report, else 1. */
export function policyVersionOf(
  commands: readonly Pick<VerificationCommand, 'report'>[],
  sealedFiles: readonly unknown[] = [],
): 1 | 2 | 3 {
  if (sealedFiles.length > 0) return sealedPolicyVersion
  return commands.some(({ report = 'none' }) => report !== 'none') ? reportsPolicyVersion : 1
}

export type PolicyCommand = Pick<VerificationCommand, 'name' | 'argv' | 'expect'> & {
  report?: Exclude<ReportKind, 'none'>
  expected_tests?: string[]
}

/** Commands as the policy document has them: what says nothing is left out. */
export function policyCommands(commands: readonly VerificationCommand[]): PolicyCommand[] {
  return commands.map(({ name, argv, expect, report = 'none', expected_tests = [] }) => {
    if (report === 'none') return { name, argv, expect }
    return { name, argv, expect, report, ...(expected_tests.length > 0 && { expected_tests }) }
  })
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((word, at) => word === b[at])
}
