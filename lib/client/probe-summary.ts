import type { ProbedCommand } from '../domain/probe.ts'
import { startProblem } from '../domain/start-problem.ts'
import type { VerificationCommand } from '../domain/verification-command.ts'

/** What a verifier saw of one command before the work, as one or two sentences. */
export function summariseProbe(command: Pick<VerificationCommand, 'argv' | 'expect'>, probed: ProbedCommand): string {
  const { runs, mutants } = probed
  const longest = seconds(Math.max(0, ...runs.map(({ duration_ms }) => duration_ms)) / 1_000)
  const failed = runs.filter(({ exit_code }) => exit_code !== 0).length
  if (runs.length === 0) return 'There was no time left to try this command.'
  if (runs.every(({ stopped_by }) => stopped_by === 'time')) return `The command had not ended after ${longest}.`
  if (failed === runs.length && startProblem(probed, command.argv)) return 'The command does not start.'
  if (failed > 0 && failed < runs.length)
    return `The command is flaky: it failed in ${failed} of ${runs.length} runs on the same code, each of at most ${longest}.`
  const judged = `The command ${outcome(command.expect, failed === 0)}, ${steadiness(runs.length)} of ${longest}.`
  return mutants ? `${judged} It noticed ${mutants.caught} of ${mutants.tried} deliberate faults.` : judged
}

function outcome(expect: VerificationCommand['expect'], isPassing: boolean): string {
  if (expect === 'passes') return isPassing ? 'passes, as it must' : 'fails, but it must pass before the work, too'
  return isPassing ? 'passes already, but it must fail before the work' : 'fails before the work, as it must'
}

function steadiness(runs: number): string {
  return runs === 1 ? 'in one run' : `in each of ${runs} runs`
}

function seconds(value: number): string {
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} s`
}
