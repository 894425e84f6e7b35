import type { CompressionLine } from './compression.ts'
import type { Machine } from './machine.ts'
import type { Measure } from './measure.ts'

export type Options = { sizes: number[]; seconds: number; connections: number; isApiOnly: boolean }
export type Line = Measure & { name: string; rows: number | null }
export type Result = {
  issues: number
  seedSeconds: number
  countSeconds: number
  lines: Line[]
  compression: CompressionLine[]
}
export type Verdict = { target: string; value: string; isMet: boolean }

const titles: Record<string, string> = {
  first: 'newest, first page',
  deep: 'newest, deep page by cursor',
  filtered: 'language and label',
  search: 'two or three words, by relevance',
  commonest: 'the commonest word, by relevance',
  facets: 'counts of all',
  filteredFacets: 'counts, language and label',
  detail: 'one issue',
  notModified: '304 of the first page',
  cached: 'twenty deep pages, cache on',
  cachedNotModified: '304 of the first page, cache on',
  bareFirst: 'control: bare server, first page',
  bareDeep: 'control: bare server, deep page',
  offsetDeep: 'control: bare server, deep page by OFFSET',
  bareNotModified: 'control: bare server, 304',
}
const judged = ['first', 'deep', 'filtered', 'search', 'facets', 'filteredFacets', 'detail', 'notModified']
const p99MaxMs = 150
const growthMax = 1.5
/** The event loop's processor time for a compressed answer, beside the same one as it is. */
const compressionMax = { fresh: 1.25, kept: 1.03 }

/** Whether the largest index is read fast, hardly slower than the smallest one, and hardly slower than by a bare server. */
export function judge(results: readonly Result[]): Verdict[] {
  const bySize = [...results].sort((a, b) => a.issues - b.issues)
  const [small, large] = [bySize.at(0), bySize.at(-1)]
  if (!small || !large) return []
  const verdicts: Verdict[] = []
  for (const name of judged) {
    const line = lineOf(large, name)
    const growth = line.p50 / lineOf(small, name).p50
    verdicts.push(verdict(`${titles[name]}: p99 at most ${p99MaxMs} ms`, line.p99, line.p99 <= p99MaxMs))
    if (small !== large)
      verdicts.push(
        verdict(`${titles[name]}: p50 at most ${growthMax} × that of the smallest`, growth, growth <= growthMax),
      )
  }
  const share = (name: string, bare: string) => lineOf(large, name).perSecond / lineOf(large, bare).perSecond
  const shares: [string, string, number][] = [
    ['first', 'bareFirst', 0.5],
    ['deep', 'bareDeep', 0.5],
    ['cachedNotModified', 'bareNotModified', 0.9],
  ]
  for (const [name, bare, min] of shares)
    verdicts.push(
      verdict(`${titles[name]}: at least ${min} × the bare server`, share(name, bare), share(name, bare) >= min),
    )
  for (const answers of ['fresh', 'kept'] as const)
    for (const [encoding, ratio] of loopRatios(large, answers)) {
      const most = compressionMax[answers]
      verdicts.push(
        verdict(`${answers} in ${encoding}: event loop at most ${most} × uncompressed`, ratio, ratio <= most),
      )
    }
  const failed = results
    .flatMap(({ lines, compression }) => [...lines, ...compression])
    .reduce((sum, line) => sum + line.failed, 0)
  return [...verdicts, verdict('no request fails', failed, failed === 0)]
}

function loopRatios({ compression: all }: Result, answers: CompressionLine['answers']): [string, number][] {
  const compression = all.filter((line) => line.answers === answers)
  const plain = compression.find(({ encoding }) => encoding === 'identity')?.loopMs ?? Number.NaN
  return compression
    .filter(({ encoding }) => encoding !== 'identity')
    .map(({ encoding, loopMs }) => [encoding, loopMs / plain])
}

function verdict(target: string, value: number, isMet: boolean): Verdict {
  return { target, value: rounded(value), isMet }
}

function lineOf(result: Result, name: string): Line {
  const line = result.lines.find((one) => one.name === name)
  if (!line) throw new Error(`${name} was not measured`)
  return line
}

type Report = { machine: Machine; options: Options; results: readonly Result[]; verdicts: readonly Verdict[] }

/** Everything as Markdown. */
export function table({ machine, options, results, verdicts }: Report): string {
  const rows = results.flatMap(({ issues, lines }) => lines.map((line) => rowOf(issues, line)))
  return [
    Object.entries(machine)
      .map(([name, value]) => `${name}: ${value}`)
      .join('; '),
    `${options.connections} connections, ${options.seconds} s each`,
    ...results.map(
      ({ issues, seedSeconds, countSeconds }) =>
        `${issues} issues: seeded in ${rounded(seedSeconds)} s, large parts counted in ${rounded(countSeconds)} s`,
    ),
    '',
    '| issues | request | p50 ms | p90 ms | p99 ms | requests/s | rows read | failed |',
    '|---:|---|---:|---:|---:|---:|---:|---:|',
    ...rows,
    '',
    '| issues | answers, encoding | event loop ms per answer | p50 ms | requests/s | failed |',
    '|---:|---|---:|---:|---:|---:|',
    ...results.flatMap(({ issues, compression }) =>
      compression.map(
        ({ answers, encoding, loopMs, p50, perSecond, failed }) =>
          `| ${issues} | ${answers}, ${encoding} | ${rounded(loopMs)} | ${rounded(p50)} | ${rounded(perSecond)} | ${failed} |`,
      ),
    ),
    '',
    '| target | measured | met |',
    '|---|---:|---|',
    ...verdicts.map(({ target, value, isMet }) => `| ${target} | ${value} | ${isMet ? 'yes' : 'NO'} |`),
  ].join('\n')
}

function rowOf(issues: number, { name, p50, p90, p99, perSecond, rows, failed }: Line): string {
  const numbers = [p50, p90, p99, perSecond].map(rounded)
  return `| ${issues} | ${titles[name]} | ${numbers.join(' | ')} | ${rows === null ? '' : rounded(rows)} | ${failed} |`
}

/** Three digits; nothing was answered in time where there is no number. */
export function rounded(value: number): string {
  if (Number.isNaN(value)) return 'none'
  return value < 10 ? value.toFixed(2) : value < 100 ? value.toFixed(1) : value.toFixed(0)
}
