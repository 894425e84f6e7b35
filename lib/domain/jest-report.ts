import { nameSeparator, type ReportedTest, type TestStatus } from './test-report.ts'

const statuses: Record<string, TestStatus> = {
  passed: 'passed',
  failed: 'failed',
  todo: 'todo',
  pending: 'skipped',
  skipped: 'skipped',
  disabled: 'skipped',
  focused: 'skipped',
}

/** Tests of what `jest --json` writes. A file that did not load has none. */
export function readJest(text: string): ReportedTest[] | undefined {
  const files = listOf(parsed(text), 'testResults')
  const tests = files?.map((file) => listOf(file, 'assertionResults')?.map(testOf))
  if (!tests?.every((ones) => ones?.every((one) => one !== undefined))) return undefined
  return tests.flatMap((ones) => ones ?? []).flatMap((one) => one ?? [])
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function testOf(value: unknown): ReportedTest | undefined {
  const suites = listOf(value, 'ancestorTitles')
  const status = statuses[String(fieldOf(value, 'status'))]
  const title = fieldOf(value, 'title')
  if (!suites || !status || typeof title !== 'string') return undefined
  return { name: [...suites, title].join(nameSeparator), status }
}

function listOf(value: unknown, name: string): unknown[] | undefined {
  const field = fieldOf(value, name)
  return Array.isArray(field) ? field : undefined
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined
}
