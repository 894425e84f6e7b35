import type { Machine } from '../discovery/machine.ts'
import type { Measure } from '../discovery/measure.ts'
import { rounded } from '../discovery/report.ts'

export type Options = { seconds: number; rounds: number; connections: number; only: string; beside: string | null }
/** `cpuMs` and `statements` are of one request, the first of the server process. */
export type Line = Measure & { cpuMs: number; statements: number }
/** Medians of the rounds, by server. */
export type Result = { title: string; servers: Record<string, Line> }

/** How often the web program answers, at least, for each answer of the control. */
export const shareMin = 0.8

/** The line in the middle, by answers in a second, with the failures of all. */
export function medianOf(lines: readonly Line[]): Line {
  const failed = lines.reduce((sum, line) => sum + line.failed, 0)
  const middle = [...lines].sort((a, b) => a.perSecond - b.perSecond)[Math.floor(lines.length / 2)]
  if (!middle) throw new Error('nothing was measured')
  return { ...middle, failed }
}

/** Of each workload; a failed request meets no target. */
export function sharesOf(results: readonly Result[]): number[] {
  return results.map(({ servers: { control, web } }) => {
    if (!control || !web || control.failed + web.failed > 0) return 0
    return web.perSecond / control.perSecond
  })
}

export function table({
  machine,
  options,
  results,
}: {
  machine: Machine
  options: Options
  results: Result[]
}): string {
  const shares = sharesOf(results)
  return [
    Object.entries(machine)
      .map(([name, value]) => `${name}: ${value}`)
      .join('; '),
    `${options.connections} connections, ${options.rounds} rounds of ${options.seconds} s each, medians`,
    '',
    '| request | server | requests/s | share of the control | p50 ms | p99 ms | CPU ms | statements | failed |',
    '|---|---|---:|---:|---:|---:|---:|---:|---:|',
    ...results.flatMap(({ title, servers }) => Object.entries(servers).map((entry) => rowOf(title, servers, entry))),
    '',
    `${shares.filter((share) => share >= shareMin).length} of ${shares.length} answer at least ${shareMin} times as often as the control.`,
  ].join('\n')
}

function rowOf(title: string, { control }: Result['servers'], [server, line]: [string, Line]): string {
  const { perSecond, p50, p99, cpuMs, statements, failed } = line
  const share = perSecond / (control?.perSecond ?? Number.NaN)
  return `| ${[title, server, ...[perSecond, share, p50, p99, cpuMs, statements].map(rounded), failed].join(' | ')} |`
}
