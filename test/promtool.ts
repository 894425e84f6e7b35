import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { findPromtool } from '#tools/test/ensure-promtool.ts'
import type { Exposition, Sample } from './scrape.ts'

/** What each program answered to Prometheus; null where it did not. */
export type Scraped = Record<string, Exposition | null>

const rules = resolve(import.meta.dirname, '../docs/deploy/prometheus/rules.yaml')
/** In minutes. Of the day only its ends have values, and only series that an alarm reads: the tool takes its time for each. */
const [day, halfAnHour, aWhile] = [24 * 60, 30, 15]
const rulesText = readFileSync(rules, 'utf8')

/**
 * The alarms that ring by Prometheus's own judgement once the programs answered as in `before` for a day and then as in
 * `now` for half an hour. Counters go on by the difference every minute.
 */
export async function ringing(before: Scraped, now: Scraped): Promise<string[]> {
  const test = {
    interval: '1m',
    input_series: Object.keys(now).flatMap((instance) => seriesOf(instance, before[instance], now[instance])),
    promql_expr_test: [{ expr: 'ALERTS{alertstate="firing"}', eval_time: `${day + halfAnHour}m`, exp_samples: [] }],
  }
  const folder = await mkdtemp(join(tmpdir(), 'jobwright-alarms-'))
  const file = join(folder, 'alarms.json')
  await writeFile(file, JSON.stringify({ rule_files: [rules], evaluation_interval: '15m', tests: [test] }))
  const { succeeds, output } = await promtool('test', 'rules', file)
  await rm(folder, { recursive: true })
  if (!succeeds && !output.includes('got:')) throw new Error(output)
  return [...new Set([...output.matchAll(/alertname="(\w+)"/g)].map(([, name = '']) => name))].toSorted()
}

/** Runs Prometheus's own tool. */
export function promtool(...words: string[]): Promise<{ succeeds: boolean; output: string }> {
  return new Promise((done) => {
    execFile(findPromtool(), words, { maxBuffer: 64e6 }, (error, stdout, stderr) =>
      done({ succeeds: !error, output: stdout + stderr }),
    )
  })
}

type Answer = Exposition | null | undefined
type Series = { series: string; values: string }

function seriesOf(instance: string, before: Answer, now: Answer): Series[] {
  const keyOf = ({ name, labels }: Sample) => {
    const all = Object.entries({ job: 'jobwright', instance, ...labels })
    return `${name}{${all.map(([label, value]) => `${label}=${JSON.stringify(value)}`).join()}}`
  }
  const samplesOf = (answer: Answer) => (answer?.samples ?? []).filter(({ name }) => rulesText.includes(name))
  const valuesOf = (answer: Answer) => new Map(samplesOf(answer).map((sample) => [keyOf(sample), sample.value]))
  const [known, present] = [valuesOf(before), valuesOf(now)]
  const all = [...samplesOf(before), ...samplesOf(now)]
  const counters = new Set(all.filter((sample) => isCounter(sample, now)).map(keyOf))
  const series = [...new Set(all.map(keyOf))].map((key) => {
    const [was, is] = [known.get(key), present.get(key)]
    const step = counters.has(key) ? (is ?? 0) - (was ?? 0) : 0
    return { series: key, values: `${past(was)} ${run(is, step, halfAnHour)}` }
  })
  const up = keyOf({ name: 'up', labels: {}, value: 1 })
  return [...series, { series: up, values: `${past(before ? 1 : 0)} ${run(now ? 1 : 0, 0, halfAnHour)}` }]
}

const past = (value: number | undefined) =>
  `${run(value, 0, halfAnHour + aWhile)} _x${day - halfAnHour - 2 * aWhile} ${run(value, 0, aWhile)}`

/** So many minutes from this value on, in the notation of the tool. */
function run(value: number | undefined, step: number, count: number): string {
  return value === undefined ? `_x${count}` : `${value}+${step}x${count - 1}`
}

function isCounter({ name }: Sample, answer: Answer): boolean {
  const kind = answer?.types.get(name) ?? answer?.types.get(name.replace(/_(bucket|sum|count)$/, ''))
  return kind === 'counter' || kind === 'histogram'
}
