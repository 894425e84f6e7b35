import type { ReportedTest, TestStatus } from './test-report.ts'

/** One result, of a suite or of a test; it comes after those of its children. */
type Point = ReportedTest & { depth: number; isSuite: boolean }

/** Four spaces are one level; a comment, a nested plan or that of a file without a chosen test says nothing about tests. */
const point = /^((?: {4})*)(not )?ok \d+(?: - (.*))?$/
const ignored = /^ *(#.*)?$|^(?: {4})+1\.\.\d+$|^1\.\.0$/
const plan = /^1\.\.(\d+)$/
const directive = /^(.*?) # ([A-Z]+)\b.*$/

/** Tests of a TAP 13 report as `node --test` writes it: the plan of the whole is at the end. */
export function readTap(text: string): ReportedTest[] | undefined {
  const [head, ...lines] = text.split('\n')
  const planAt = lines.findLastIndex((line) => plan.test(line))
  if (head !== 'TAP version 13' || planAt === -1) return undefined
  if (!lines.slice(planAt + 1).every((line) => ignored.test(line))) return undefined
  const points = readPoints(lines.slice(0, planAt))
  const planned = Number(plan.exec(lines[planAt] ?? '')?.[1])
  return points?.filter(({ depth }) => depth === 0).length === planned ? withSuites(points) : undefined
}

function readPoints(lines: readonly string[]): Point[] | undefined {
  const points: Point[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const match = point.exec(line)
    if (!match && !ignored.test(line)) return undefined
    if (!match) continue
    const [, indent = '', isNot, title = ''] = match
    const end = detailsEnd(lines, at + 1, indent)
    if (end === undefined) return undefined
    const isSuite = lines.slice(at + 1, end).includes(`${indent}  type: 'suite'`)
    points.push({ ...resultOf(title, isNot === undefined), depth: indent.length / 4, isSuite })
    at = end - 1
  }
  return points
}

/** The line after the details that may follow a result; undefined when they have no end. */
function detailsEnd(lines: readonly string[], from: number, indent: string): number | undefined {
  if (lines[from] !== `${indent}  ---`) return from
  const end = lines.indexOf(`${indent}  ...`, from)
  return end === -1 ? undefined : end + 1
}

/** Read from the end, each parent comes before its children. */
function withSuites(points: readonly Point[]): ReportedTest[] {
  const above: Point[] = []
  const tests = points.toReversed().flatMap((one): ReportedTest[] => {
    while ((above.at(-1)?.depth ?? -1) >= one.depth) above.pop()
    above.push(one)
    return one.isSuite ? [] : [{ name: above.map(({ name }) => name).join(' > '), status: one.status }]
  })
  return tests.reverse()
}

function resultOf(title: string, isOk: boolean): ReportedTest {
  const [, before, word] = directive.exec(title) ?? []
  const name = (before ?? title).replace(/\\([#\\])/g, '$1')
  return { name, status: statusOf(word, isOk) }
}

function statusOf(word: string | undefined, isOk: boolean): TestStatus {
  if (word === 'SKIP') return 'skipped'
  if (word === 'TODO') return 'todo'
  return isOk ? 'passed' : 'failed'
}
