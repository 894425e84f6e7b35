import type { AcceptanceFile } from './acceptance-files.ts'
import { collectTests } from './collected-tests.ts'
import type { DraftContent } from './document.ts'
import type { Finding } from './finding.ts'
import { listAcceptedTests } from './listed-tests.ts'
import { warning } from './review.ts'
import { provesNothing } from './review-commands.ts'
import { type Scripts, type SimpleCommand, simpleCommands, usesScripts } from './simple-commands.ts'
import { checkers, textReaders } from './test-conventions.ts'
import { type Reporter, reporterOf } from './test-reporter.ts'
import type { VerificationCommand } from './verification-command.ts'

const reportNames: Record<Reporter['kind'], string> = {
  tap: 'TAP',
  junit: 'JUnit',
  'go-json': 'go test',
  'jest-json': 'Jest',
}

/** The files of the base, as far as they are known, and the scripts of its manifest. */
type Base = { paths: readonly string[]; scripts: Scripts }

/** What the client should know about commands whose tests are not, or may not be, read by name; nothing without a base. */
export function reviewReports(
  { verificationCommands, acceptanceFiles }: Pick<DraftContent, 'verificationCommands' | 'acceptanceFiles'>,
  base: Base | undefined,
): Finding[] {
  if (!base) return []
  return verificationCommands.flatMap((command, at) => {
    const pointer = `/verification_commands/${at}`
    const { name, argv, report = 'none', expected_tests: named = [] } = command
    const written = reporterOf(argv, base.scripts)?.kind
    if (report === 'none') return reviewExitCode(command, pointer, { scripts: base.scripts, written })
    if (written !== report) return [reportUnavailable(name, pointer)]
    return named.length > 0 || hasTests(command, acceptanceFiles, base) ? [] : [testsNotNamed(name, pointer)]
  })
}

/** Whether the base has a test file for the command, or a listing finds a test in an acceptance file. */
function hasTests({ argv }: VerificationCommand, acceptanceFiles: readonly AcceptanceFile[], base: Base): boolean {
  if (listAcceptedTests(argv, acceptanceFiles, base).length > 0) return true
  const accepted = new Set(acceptanceFiles.map(({ path }) => path))
  const all = [...base.paths, ...accepted]
  // A file that is nowhere is no reason to look at all the others.
  if (argv.some((word) => /^[\w./-]+\.([cm]?[jt]sx?|py)$/.test(word) && !all.includes(word.replace(/^\.\//, ''))))
    return false
  const programs = collectTests(argv, { ...base, paths: all }) ?? []
  return programs.some(({ files }) => files.some((path) => !accepted.has(path)))
}

type Unreported = { scripts: Scripts; written: Reporter['kind'] | undefined }

/** A program that judges the code as a whole, such as a compiler, is as good as its exit code. */
function reviewExitCode({ name, argv }: VerificationCommand, pointer: string, { scripts, written }: Unreported) {
  if (provesNothing(argv, scripts)) return []
  const isModule = ({ words }: SimpleCommand) => words.at(-2) === '-m'
  const programs = simpleCommands(argv, scripts).filter((command) => !usesScripts(command) && !isModule(command))
  const isChecked = ({ program, words }: (typeof programs)[number]) =>
    checkers.has(program) || words.includes('--check')
  if (programs.length === 0 || !programs.every(isChecked)) return [exitCodeOnly(name, pointer, written)]
  if (programs.every(({ program }) => textReaders.has(program))) return [textOnly(name, pointer)]
  return programs.every(parsesOnly) ? [syntaxOnly(name, pointer)] : []
}

/** Code that parses need not do anything; compilers and linters look at more. */
function parsesOnly({ program, words }: SimpleCommand): boolean {
  if (program === 'node') return words.includes('--check')
  return program === 'py_compile' || program === 'compileall'
}

function syntaxOnly(name: string, pointer: string): Finding {
  const message = `“${name}” checks only that files can be parsed, so a file without the work passes.`
  return warning('exit_code_only', pointer, message, 'Add a command that runs the code.')
}

function textOnly(name: string, pointer: string): Finding {
  const message = `“${name}” only reads the text of files, so a comment with the right words passes.`
  return warning('exit_code_only', pointer, message, 'Add a command that runs the code.')
}

function exitCodeOnly(name: string, pointer: string, written: Reporter['kind'] | undefined): Finding {
  const message = `“${name}” is judged by its exit code alone, which the code under test can set to 0.`
  if (written) {
    const choice = `Choose its ${reportNames[written]} report instead of the exit code, so that tests are read by name.`
    return warning('exit_code_only', `${pointer}/report`, message, choice)
  }
  const next =
    'Let the command start node --test, pytest, Vitest, Jest or go test itself, so that tests are read by name.'
  return warning('exit_code_only', pointer, message, next)
}

function reportUnavailable(name: string, pointer: string): Finding {
  const message = `The program of “${name}” cannot write the chosen report, so its exit code alone decides.`
  return warning('report_unavailable', `${pointer}/report`, message, 'Choose another report or another command.')
}

function testsNotNamed(name: string, pointer: string): Finding {
  const message = `No test of “${name}” is found on the base, so the draft must name them or its exit code alone decides.`
  const next = 'Name the tests that a result has to pass.'
  return warning('tests_not_named', `${pointer}/expected_tests`, message, next)
}
