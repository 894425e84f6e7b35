import type { AcceptanceFile } from './acceptance-files.ts'
import type { DraftContent } from './document.ts'
import type { VerificationCommand } from './verification-command.ts'

/** As often each command is run on the base, to find out whether it is steady. */
export const probeRuns = 5
/** As many deliberate faults are tried for one command. */
export const probeMutants = 10
/** Files that the client may name for deliberate faults. */
export const maxLikelyPaths = 10
/** Verifiers of different owners whose reports on the same content count together. */
export const maxProbeReports = 2
/** As many runtimes are asked before a probe is given up. */
export const maxProbeTries = 2

const probeStates = ['WAITING', 'ASKED', 'ANSWERED', 'NOBODY_FREE', 'ENDED'] as const
/** ENDED: the content changed, or the client no longer wants it. */
export type ProbeState = (typeof probeStates)[number]
export const liveProbeStates = ['WAITING', 'ASKED'] as const satisfies ProbeState[]

const transitions: Record<ProbeState, readonly ProbeState[]> = {
  WAITING: ['ASKED', 'NOBODY_FREE', 'ENDED'],
  ASKED: ['WAITING', 'ANSWERED', 'NOBODY_FREE', 'ENDED'],
  ANSWERED: [],
  NOBODY_FREE: [],
  ENDED: [],
}

/** From which states a probe may move to this one. */
export function probeStatesBefore(to: ProbeState): ProbeState[] {
  return probeStates.filter((from) => transitions[from].includes(to))
}

export const probeModes = ['run', 'skip', 'repeat'] as const
/** `run` takes a report that still holds, `repeat` asks another owner, `skip` does without. */
export type ProbeMode = (typeof probeModes)[number]

export const probeStops = ['time', 'output', 'memory', 'processes', 'disk'] as const

export type ProbeRun = {
  /** Null for a run that was stopped at a limit. */
  exit_code: number | null
  stopped_by: (typeof probeStops)[number] | null
  duration_ms: number
}

export type Survivor = { file: string; line: number; before: string; after: string }

/** Deliberate faults in the sources: how many the command noticed, and those that it did not. */
export type ProbedMutants = { tried: number; caught: number; survivors: Survivor[] }

/** Why no deliberate faults were tried. */
export const mutantGaps = ['fails_on_base', 'unsteady', 'no_source', 'no_time'] as const

export type ProbedCommand = {
  name: string
  runs: ProbeRun[]
  /** The end of what the first run printed. */
  output_tail: string
  /** Null where no report of tests could be read. */
  tests: { passed: number; failed: number; skipped: number; todo: number } | null
  mutants: ProbedMutants | null
  mutants_gap: (typeof mutantGaps)[number] | null
}

/** What a verifier saw when it ran the commands of a draft on the base; what follows from it is decided by the service. */
export type ProbeReport = { isolation: string; commands: ProbedCommand[] }

/** What a probe depends on. A report holds as long as this stays the same. */
export type ProbeMaterial = {
  schema: 'jobwright/probe'
  version: 1
  base_commit: string
  commands: VerificationCommand[]
  acceptance_files: AcceptanceFile[]
}

export function probeMaterial(
  content: Pick<DraftContent, 'verificationCommands' | 'acceptanceFiles'>,
  baseCommit: string,
): ProbeMaterial {
  return {
    schema: 'jobwright/probe',
    version: 1,
    base_commit: baseCommit,
    commands: content.verificationCommands,
    acceptance_files: content.acceptanceFiles
      .map(({ path, content: bytes }) => ({ path, content: bytes }))
      .sort((a, b) => (a.path < b.path ? -1 : 1)),
  }
}

/** What a report breaks of its form, for the runtime that sent it; undefined when it fits the commands. */
export function reportProblem(report: ProbeReport, commands: readonly { name: string }[]): string | undefined {
  const names = report.commands.map(({ name }) => name)
  if (names.length !== commands.length || names.some((name, at) => name !== commands[at]?.name))
    return 'The report is not about the commands of the probe, in their order.'
  for (const { name, runs, mutants } of report.commands) {
    if (runs.some(({ exit_code, stopped_by }) => (exit_code === null) !== (stopped_by !== null)))
      return `A run of “${name}” has an exit code and a limit, or neither.`
    if (mutants && mutants.caught + mutants.survivors.length !== mutants.tried)
      return `The deliberate faults of “${name}” do not add up.`
  }
  return undefined
}
