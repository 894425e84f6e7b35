import type { AcceptanceFile } from '#lib/domain/acceptance-files.ts'
import { collectTests } from '#lib/domain/collected-tests.ts'
import { type ExpectedTests, expectTests, missingTests, steadyTests } from '#lib/domain/expected-tests.ts'
import { listAcceptedTests } from '#lib/domain/listed-tests.ts'
import type { ReportedTest } from '#lib/domain/test-report.ts'
import { type Reporter, reporterOf } from '#lib/domain/test-reporter.ts'
import type { Command } from '../documents.ts'
import { readText, type TreeFile } from '../git/read-tree.ts'
import type { Manifest } from './manifest.ts'

/** The base with the acceptance files over it, as the client wrote it. */
export type ClientTree = {
  gitDir: string
  files: ReadonlyMap<string, TreeFile>
  manifest: Manifest
  acceptanceFiles: readonly AcceptanceFile[]
}

/** What a command's report is read with; undefined where the exit code alone decides. */
export type NamedTests = {
  kind: Reporter['kind']
  reporter: Reporter
  /** Tests of acceptance files that the command runs, as far as a listing finds them. */
  listed: string[]
  /** Whether a name stands in one of the files that the command takes its tests from. */
  readWritten: () => Promise<(name: string) => boolean>
}

export type Reports = { base: readonly ReportedTest[] | undefined; result: readonly ReportedTest[] | undefined }
export type TestFindings = Reports & { kind: Reporter['kind']; expected: ExpectedTests; missing: string[] }

/** How the tests of a command are read; undefined without a report, or when the runner cannot write the one asked for. */
export function namedTestsOf(command: Command, tree: ClientTree): NamedTests | undefined {
  if (command.report === 'none') return undefined
  const { scripts } = tree.manifest
  const reporter = reporterOf(command.argv, scripts)
  if (reporter?.kind !== command.report) return undefined
  const paths = [...tree.files.keys()]
  const [program] = collectTests(command.argv, { paths, scripts }) ?? []
  const collected = new Set(program?.files)
  const listed = listAcceptedTests(command.argv, tree.acceptanceFiles, { paths, scripts })
  return { kind: reporter.kind, reporter, listed, readWritten: () => readWritten(tree, [...collected]) }
}

/** Of what is expected, what the result does not report as passed. A name that may be put together is looked up first. */
export async function compareReports(command: Command, tests: NamedTests, reports: Reports): Promise<TestFindings> {
  const { base, result } = reports
  const { kind, listed } = tests
  const expected = expectTests({ expect: command.expect, named: command.expected_tests, base, listed })
  if (!base && !result) return { ...reports, kind, expected: { from: 'nothing', whole: [], ends: [] }, missing: [] }
  return { ...reports, kind, expected, missing: await missingIn(expected, tests, reports) }
}

/** The same, with what the base does not report a second time taken out of it. */
export async function compareSteady(
  findings: TestFindings,
  tests: NamedTests,
  again: readonly ReportedTest[] | undefined,
): Promise<TestFindings> {
  const expected = steadyTests(findings.expected, again)
  return { ...findings, expected, missing: await missingIn(expected, tests, findings) }
}

/** Whether a result's report can stand for it at all: it can be read, or the base's cannot be, either. */
export function isReadable({ base, result }: Reports): boolean {
  return result !== undefined || base === undefined
}

async function missingIn(expected: ExpectedTests, tests: NamedTests, { base, result }: Reports): Promise<string[]> {
  const missing = missingTests(expected, result ?? [])
  if (missing.length === 0 || !base || !result) return missing
  return missingTests(expected, result, { base, isWritten: await tests.readWritten() })
}

async function readWritten(
  { gitDir, files }: ClientTree,
  paths: readonly string[],
): Promise<(name: string) => boolean> {
  const texts: string[] = []
  for (const path of paths) texts.push((await readText(gitDir, files.get(path))) ?? '')
  return texts.length === 0 ? () => true : (name) => texts.some((text) => text.includes(name))
}
