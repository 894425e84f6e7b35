import type { VerificationCommand } from '../domain/document.ts'
import type { ProbedCommand } from '../domain/probe.ts'
import { startProblem } from '../domain/start-problem.ts'

/** What a verifier saw of one command, in one line. */
export function summariseProbe(command: Pick<VerificationCommand, 'argv' | 'expect'>, probed: ProbedCommand): string {
  const { runs, mutants } = probed
  const longest = Math.max(0, ...runs.map(({ duration_ms }) => duration_ms)) / 1_000
  const failed = runs.filter(({ exit_code }) => exit_code !== 0).length
  if (runs.length === 0) return 'Not tried: there was no time left'
  if (runs.every(({ stopped_by }) => stopped_by === 'time')) return `Had not ended after ${seconds(longest)}`
  if (failed === runs.length && startProblem(probed, command.argv)) return 'Does not start'
  const isMixed = failed > 0 && failed < runs.length
  return [
    'Starts',
    ...(isMixed ? [] : [outcome(command.expect, failed === 0)]),
    ...(mutants ? [`${mutants.caught} of ${mutants.tried} deliberate faults noticed`] : []),
    seconds(longest),
    isMixed ? `failed in ${failed} of ${runs.length} runs` : steadiness(runs.length),
  ].join(', ')
}

function outcome(expect: VerificationCommand['expect'], isPassing: boolean): string {
  if (expect === 'passes') return isPassing ? 'passes as it should' : 'fails already'
  return isPassing ? 'passes already' : 'fails as it should'
}

function steadiness(runs: number): string {
  return runs === 1 ? 'run once' : `steady in ${runs} runs`
}

function seconds(value: number): string {
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} s`
}
