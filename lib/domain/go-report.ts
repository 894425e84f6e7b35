import type { ReportedTest, TestStatus } from './test-report.ts'

const statuses: Record<string, TestStatus> = { pass: 'passed', fail: 'failed', skip: 'skipped' }

type GoEvent = { Action?: unknown; Package?: unknown; Test?: unknown; Output?: unknown }

/** Tests of the events of `go test -json`. Each package that starts one must have come to its end. */
export function readGoEvents(text: string): ReportedTest[] | undefined {
  const events = eventsOf(text)
  if (!events) return undefined
  const tests: ReportedTest[] = []
  const packages = new Map<string, boolean>()
  for (const { Action: action, Package: path, Test: test } of events) {
    if (typeof action !== 'string' || typeof path !== 'string') continue
    const status = statuses[action]
    packages.set(path, (packages.get(path) ?? false) || (test === undefined && status !== undefined))
    if (typeof test === 'string' && status) tests.push({ name: `${path} > ${test.replaceAll('/', ' > ')}`, status })
  }
  return packages.size > 0 && [...packages.values()].every(Boolean) ? tests : undefined
}

/** What the tests printed, which the events hold. */
export function goOutput(text: string): string {
  return (eventsOf(text) ?? []).map(({ Output: output }) => (typeof output === 'string' ? output : '')).join('')
}

/** Lines that are no events are of the build. */
function eventsOf(text: string): GoEvent[] | undefined {
  try {
    const lines = text.split('\n').filter((line) => line.startsWith('{'))
    const values = lines.map((line): unknown => JSON.parse(line))
    return values.filter((value): value is GoEvent => typeof value === 'object' && value !== null)
  } catch {
    return undefined
  }
}
