import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { failingProvider, readinessSeconds } from '#lib/domain/readiness.ts'
import { serveMetrics } from '#lib/metrics/serve-metrics.ts'
import { freePort } from '#sandbox/chain/free-port.ts'
import { scrape } from '#test/scrape.ts'
import { type Service, startService } from '#test/service.ts'

const root = resolve(import.meta.dirname, '..')
const read = (name: string) => readFileSync(resolve(root, name), 'utf8')

type Rule = { alert: string; expr: string; for?: string; labels: object; annotations: Record<string, string> }
type Panel = { title: string; targets?: { expr: string }[] }
const { groups } = parse(read('docs/deploy/prometheus/rules.yaml')) as { groups: { name: string; rules: Rule[] }[] }
const rules = groups.flatMap((group) => group.rules)
const { panels } = JSON.parse(read('docs/deploy/grafana/jobwright.json')) as { panels: Panel[] }
const graphs = panels.filter(({ targets }) => targets)

let service: Service
/** Every metric that web and worker serve, with the samples of its histograms. */
let served: Set<string>
beforeAll(async () => {
  service = await startService()
  const { operators, ...context } = service.context()
  const port = await freePort()
  const env = { METRICS_PORT: port, METRICS_HOST: '127.0.0.1' }
  const services = { ...service.services, ...context }
  service.onStop(await serveMetrics({ services, env, operators, readReasons: async () => [] }))
  const { types } = await scrape(port)
  const names = [...types].flatMap(([name, type]) =>
    type === 'histogram' ? ['_bucket', '_count', '_sum'].map((end) => `${name}${end}`) : [name],
  )
  served = new Set(names)
})
afterAll(() => service.stop())

/** The metrics in an expression: names that are no label, no function and no word of the language. */
function metricsIn(expression: string): string[] {
  const bare = expression
    .replace(/\{[^}]*\}/g, '')
    .replace(/\b(by|on|without) \([^)]*\)/g, '')
    .replace(/\[\w+\]/g, '')
  const names = bare.match(/[a-z_][a-z_0-9]*\b(?! *\()/g) ?? []
  return names.filter((name) => !['or', 'and', 'offset', 'd', 'e9'].includes(name))
}

test('every metric of an alarm or a graph is one that the programs serve', () => {
  expect(metricsIn('sum by (a) (rate(x_total{b="c"}[5m])) > 1 and on () y or vector(0)')).toEqual(['x_total', 'y'])
  const expressions = [...rules, ...graphs.flatMap(({ targets = [] }) => targets)].map(({ expr }) => expr)
  expect(expressions.length).toBeGreaterThan(50)
  const named = [...new Set(expressions.flatMap(metricsIn))]
  // Prometheus makes `up` for each target.
  expect(named.filter((name) => !served.has(name))).toEqual(['up'])
})

test('every metric that the programs add to those of Node.js is on the dashboard or in an alarm', () => {
  const named = new Set(
    [...rules, ...graphs.flatMap(({ targets = [] }) => targets)].flatMap(({ expr }) => metricsIn(expr)),
  )
  const ours = [...served].filter((name) => name.startsWith('jobwright_') && !/_(count|sum)$/.test(name))
  expect(ours.filter((name) => !named.has(name))).toEqual([])
})

test('every alarm has a severity, a summary and a section of the operations document, and every section an alarm', () => {
  const [, chapter = ''] = read('docs/operations.md').split('\n## When an alarm rings\n')
  const sections = [...(chapter.split('\n## ')[0] ?? '').matchAll(/^### (\w+)$/gm)].map((match) => match[1])
  expect(rules.map(({ alert }) => alert)).toEqual(sections)
  expect(new Set(sections).size).toBe(sections.length)
  for (const { alert, labels, annotations } of rules) {
    expect(labels).toEqual({ severity: expect.stringMatching(/^(critical|warning)$/) })
    expect(annotations.summary).toBeTruthy()
    expect(annotations.runbook_url).toBe(`docs/operations.md#${alert.toLowerCase()}`)
  }
})

test('every alarm compares with a threshold, and waits for a time that Prometheus can read', () => {
  for (const { expr, for: pause = '0m' } of rules) {
    expect(expr).toMatch(/ (>|<|==) /)
    expect(pause).toMatch(/^\d+m$/)
  }
})

test('readiness gives a reason from the threshold of the alarm with its name', () => {
  const ofAlarms = Object.entries(readinessSeconds).filter(([name]) => /^[A-Z]/.test(name))
  for (const [name, seconds] of ofAlarms)
    expect([name, rules.find(({ alert }) => alert === name)?.expr]).toEqual([
      name,
      expect.stringMatching(new RegExp(` > ${seconds}$`)),
    ])
  const { expr } = rules.find(({ alert }) => alert === 'ProviderFails') ?? { expr: '' }
  expect(expr).toMatch(new RegExp(`> ${failingProvider.share}$`))
  expect(expr).toContain(`[${failingProvider.minutes}m]`)
})
