import { type Finding, isBlocking } from './finding.ts'
import { maxProbeReports, type ProbedCommand, type ProbeReport, type ProbeRun, type Survivor } from './probe.ts'
import { blocking, warning } from './review.ts'
import { startProblem } from './start-problem.ts'
import type { VerificationCommand } from './verification-command.ts'

/** Codes of findings that come from a probe; a review replaces them and leaves the others. */
const probeCodes = [
  'command_does_not_start',
  'command_breaks_off',
  'command_flaky',
  'passes_before_work',
  'fails_before_work',
  'command_slow',
  'tests_weak',
  'no_tests_ran',
  'many_tests_fail',
  'reaches_network',
  'probe_unavailable',
  'probe_skipped',
  'sealed_after_probe',
  'probe_not_repeated',
]

export function isProbeFinding({ code }: Finding): boolean {
  return probeCodes.includes(code)
}

type Terms = { verificationCommands: readonly VerificationCommand[]; verificationSeconds: number }

/**
 * What the reports of one or two verifiers say about a draft. What one of two verifiers did not see becomes a warning, as
 * does everything once the client chose to go without the probe: nobody else's word alone keeps a client from funding.
 */
export function probeFindings(
  reports: readonly ProbeReport[],
  terms: Terms,
  { isSkipped }: { isSkipped: boolean },
): Finding[] {
  const all = reports.map((report) => reportFindings(report, terms))
  const keyOf = ({ code, pointer }: Finding) => `${code} ${pointer}`
  const found = new Map(all.flat().map((finding) => [keyOf(finding), finding]))
  return [...found].map(([key, finding]) => {
    const seen = all.filter((findings) => findings.some((one) => keyOf(one) === key)).length
    if (!isBlocking(finding)) return finding
    if (seen < reports.length) {
      const message = `${finding.message} Another verifier did not see this.`
      return { ...finding, severity: 'warning' as const, message }
    }
    return isSkipped ? { ...finding, severity: 'warning' as const } : finding
  })
}

/** That no verifier tried the commands, and why. */
export function probeUnavailable(reason: string): Finding {
  return warning('probe_unavailable', '/verification_commands', reason, 'Fund without it, or review again later.')
}

/** That the client goes without the probe. */
export function probeSkipped(): Finding {
  return warning(
    'probe_skipped',
    '/verification_commands',
    'No verifier tried the commands, so we don’t know yet whether they start, or whether they fail before the work.',
    'Review again and let a verifier try them, unless you have run them on the base yourself.',
  )
}

/** That another verifier was wanted, and that no more are asked about the same content. */
export function probeNotRepeated(): Finding {
  return warning(
    'probe_not_repeated',
    '/verification_commands',
    `Verifiers of ${maxProbeReports} owners have tried these commands already; no other is asked.`,
    'Change commands or files to have them tried again.',
  )
}

/** Files named for deliberate faults that the base does not have. */
export function reviewLikelyPaths(likely: readonly string[], paths: readonly string[]): Finding[] {
  const known = new Set(paths)
  const missing = likely.filter((path) => !known.has(path)).map((path) => `“${path}”`)
  if (missing.length === 0) return []
  return [
    warning(
      'likely_path_missing',
      '/verification_commands',
      `The base has no ${missing.join(', ')}, so no deliberate fault is tried there.`,
      'Name files that are in the repository, or none.',
    ),
  ]
}

/** Why nobody tries a draft with sealed files, or that a verifier tried it before they were sealed. */
export function sealedFromProbe(wasTried: boolean): Finding {
  return wasTried
    ? warning(
        'sealed_after_probe',
        '/acceptance_files',
        'A verifier was shown these files before you sealed them, when it tried the commands.',
        'Change the files if nobody may know them.',
      )
    : warning(
        'probe_unavailable',
        '/verification_commands',
        'Nobody is shown sealed files before a result is on chain, so no verifier tried the commands.',
        'Run them yourself on the base, or have them tried before you seal the files.',
      )
}

function reportFindings(report: ProbeReport, { verificationCommands, verificationSeconds }: Terms): Finding[] {
  const findings = verificationCommands.flatMap((command, at) => {
    const probed = report.commands[at]
    return probed ? commandFindings(command, probed, `/verification_commands/${at}`) : []
  })
  const slow = slowFinding(report, verificationSeconds)
  return slow ? [...findings, slow] : findings
}

function commandFindings(command: VerificationCommand, probed: ProbedCommand, pointer: string): Finding[] {
  const { name, expect } = command
  // A run that was stopped for its time says only that the command is slow.
  const runs = probed.runs.filter(({ stopped_by }) => stopped_by !== 'time')
  if (runs.length === 0) return []
  const problem = runs.every(isFailed) ? startProblem(probed, command.argv) : undefined
  if (problem) {
    const next = 'Correct the command, or add what it needs to the repository. Commands run without a network.'
    return [blocking('command_does_not_start', pointer, `“${name}” does not start: ${problem}`, next)]
  }
  if (runs.every(isBroken)) {
    const { exit_code: code, stopped_by: limit } = runs[0] ?? {}
    const how = limit ? `was stopped at a limit (${limit})` : `was ended by a signal (exit code ${code})`
    const next = 'Unless that is what the issue is about, make sure that it ends within the limits of verifiers.'
    return [warning('command_breaks_off', pointer, `“${name}” ${how} in every run.`, next)]
  }
  const failed = runs.filter(isFailed).length
  if (failed > 0 && failed < runs.length) {
    const message = `“${name}” failed in ${failed} of ${runs.length} runs on the same code.`
    return [blocking('command_flaky', pointer, message, 'Make it reliable, or leave out the flaky tests.')]
  }
  if (expect === 'fails_then_passes' && failed === 0) {
    const message = `“${name}” passes before any work is done, so no result can be accepted.`
    const next = 'Let it run a test of what the issue asks for, or expect it to pass before and after.'
    return [blocking('passes_before_work', `${pointer}/expect`, message, next)]
  }
  if (expect === 'passes' && failed > 0) {
    const message = `“${name}” fails before any work is done, and the draft expects it to pass.`
    const next = 'Repair it on the base branch, or expect it to fail before and pass after.'
    return [blocking('fails_before_work', `${pointer}/expect`, message, next)]
  }
  const network = failed > 0 ? networkFindings(name, probed, pointer) : []
  const empty = emptyFindings(command, probed, pointer)
  const many = manyFindings(command, probed, pointer)
  return [...network, ...many, ...(empty.length > 0 ? empty : weakFindings(name, probed, pointer))]
}

const leastSignalCode = 129
const mostSignalCode = 159

/** What programs print when they look for a machine and have no network. */
const unreachable =
  /\b(ENOTFOUND|EAI_AGAIN|ENETUNREACH|getaddrinfo \w+|Temporary failure in name resolution|Name or service not known|Network is unreachable|Could not resolve host|no such host)\b/

/** A command that fails because it has no network fails on every result. */
function networkFindings(name: string, { output_tail: output }: ProbedCommand, pointer: string): Finding[] {
  const [found] = unreachable.exec(output) ?? []
  if (found === undefined) return []
  const message = `“${name}” tried to reach the network (${found}). Verifiers have none, so it may fail on every result.`
  return [warning('reaches_network', pointer, message, 'Let the test itself serve what it needs, on localhost.')]
}

/** A run that says nothing about tests: it reached a limit, or a signal ended it. */
function isBroken({ exit_code: code, stopped_by }: ProbeRun): boolean {
  return stopped_by !== null || (code !== null && code >= leastSignalCode && code <= mostSignalCode)
}

function isFailed({ exit_code }: ProbeRun): boolean {
  return exit_code !== 0
}

/** A command that names its tests and ran none says nothing about the work, whether it passes or fails. */
function emptyFindings(command: VerificationCommand, { tests }: ProbedCommand, pointer: string): Finding[] {
  if (!tests || tests.passed + tests.failed > 0) return []
  if (command.expect === 'fails_then_passes' && (command.expected_tests ?? []).length > 0) return []
  const skipped = tests.skipped + tests.todo
  const what = skipped > 0 ? `skipped all of its ${skipped} tests` : 'ran no test'
  const message = `“${command.name}” ${what} on the base.`
  const next = 'Check that its files are found, and name the tests that a result has to pass.'
  return [warning('no_tests_ran', pointer, message, next)]
}

/** A command that runs every test of a repository also asks for what other issues are about. */
function manyFindings(
  { name, argv, expect }: VerificationCommand,
  { tests }: ProbedCommand,
  pointer: string,
): Finding[] {
  const failed = tests?.failed ?? 0
  if (expect !== 'fails_then_passes' || failed < 2 || argv.slice(1).some(isPath)) return []
  const message = `“${name}” names no file, and ${failed} tests fail on the base. A result is accepted only if all of them pass.`
  const next = 'If some of them are about other work, name the file with the tests of this issue.'
  return [warning('many_tests_fail', `${pointer}/argv`, message, next)]
}

function isPath(argument: string): boolean {
  return !argument.startsWith('-') && /[/\\]|\.\w+$/.test(argument)
}

/** Fewer faults than this say nothing. */
const enoughMutants = 3

function weakFindings(name: string, { mutants }: ProbedCommand, pointer: string): Finding[] {
  if (!mutants || mutants.tried < enoughMutants || 2 * mutants.caught >= mutants.tried) return []
  const first = mutants.survivors[0]
  const example = first ? ` Not noticed, for example: ${survivorText(first)}.` : ''
  const message = `“${name}” noticed ${mutants.caught} of ${mutants.tried} deliberate faults.${example}`
  return [warning('tests_weak', pointer, message, 'Add tests of the code that the work will touch.')]
}

function survivorText({ file, line, before, after }: Survivor): string {
  return `${file} line ${line}, ${before.slice(0, 60)} → ${after.slice(0, 60)}`
}

/** A verifier runs each command on base and result, repeats failures and adds controls: about this often. */
const runsPerVerdict = 6

function slowFinding({ commands }: ProbeReport, verificationSeconds: number): Finding | undefined {
  const longest = commands.map(({ runs }) => Math.max(0, ...runs.map(({ duration_ms }) => duration_ms)))
  const seconds = (runsPerVerdict * longest.reduce((sum, ms) => sum + ms, 0)) / 1_000
  const isStopped = commands.some(({ runs }) => runs.some(({ stopped_by }) => stopped_by === 'time'))
  if (!isStopped && 2 * seconds <= verificationSeconds) return undefined
  const message = isStopped
    ? `A command had not ended after ${Math.ceil(Math.max(...longest) / 1_000)} seconds.`
    : `A verification takes about ${Math.ceil(seconds)} of the ${verificationSeconds} seconds that verifiers have.`
  const next = isStopped
    ? 'Make sure that it ends, or run fewer tests.'
    : 'Give verifiers more time, or run fewer tests.'
  return warning('command_slow', '/verification_seconds', message, next)
}
