import type { Span } from './call-arguments.ts'
import { type Expectation, replaced } from './expectations.ts'
import { languageOf, type TestFile } from './test-file.ts'
import { pythonIndent, scriptStatement } from './whole-statements.ts'

/** An assertion that is to be held against another value; it prints `marker` when it is content with it. */
export type Caught = { expectation: Expectation; marker: string }

/**
 * The file with other values in its assertions, each of which goes on as if it had been content when it is not: so
 * one run covers every assertion, also those behind the first that fails. Assertions that are part of something else
 * stay as they are.
 */
export function catchExpectations(file: TestFile, all: readonly Caught[]): string {
  const groups = [...Map.groupBy(all, ({ expectation }) => expectation.assertion.start).values()]
  return replaced(
    file.text,
    groups.flatMap((group) => catching(file, group)),
  )
}

function catching(file: TestFile, group: readonly Caught[]): [Span, string][] {
  const [first] = group
  if (!first) return []
  const { assertion, read, value, after } = first.expectation
  const isNamed = value.start !== read.start
  const text = file.text.slice(assertion.start, assertion.end)
  const inside = { start: value.start - assertion.start, end: value.end - assertion.start }
  const own = isNamed ? text : replaced(text, [[inside, after]])
  const rows = group.map(({ expectation, marker }): [string, string] => [expectation.after, marker])
  const said = isNamed ? file.text.slice(read.start, read.end) : undefined
  const wrapped = wrap(file, { assertion, own, rows, said })
  const others = isNamed ? group.map((one): [Span, string] => [one.expectation.value, one.expectation.after]) : []
  return wrapped ? [wrapped, ...others] : []
}

/** `rows` are values with the marker of each; of several, the one that `said` stands for counts. */
type Wrapping = { assertion: Span; own: string; rows: [string, string][]; said: string | undefined }

function wrap(file: TestFile, parts: Wrapping): [Span, string] | undefined {
  switch (languageOf(file)) {
    case 'javascript':
      return inScript(file.text, parts)
    case 'python':
      return inPython(file.text, parts)
    case 'shell':
      return inShell(file.text, parts)
    default:
      return undefined
  }
}

function inScript(text: string, { assertion, own, rows, said }: Wrapping): [Span, string] | undefined {
  const whole = scriptStatement(text, assertion)
  if (!whole) return undefined
  const { statement, awaited } = whole
  const name = `k_${rows[0]?.[1].slice(0, 6)}`
  const pairs = rows.map(([after, marker]) => `[${after}, ${joined(marker)}]`).join(', ')
  const markerExpression =
    said === undefined ? joined(rows[0]?.[1] ?? '') : `[${pairs}].find((one) => one[0] === ${said})?.[1]`
  const written = `{ let ${name}; try { ${awaited}${own}; ${name} = ${markerExpression} } catch {} if (${name}) { process.stderr.write(${name} + '\\n'); throw new Error(${name}) } }`
  return [statement, written]
}

function inPython(text: string, { assertion, own, rows, said }: Wrapping): [Span, string] | undefined {
  const indent = pythonIndent(text, assertion)
  if (indent === undefined) return undefined
  const name = `k_${rows[0]?.[1].slice(0, 6)}`
  const pairs = rows.map(([after, marker]) => `(${after}, ${joined(marker)}), `).join('')
  const markerExpression =
    said === undefined ? joined(rows[0]?.[1] ?? '') : `next((m for v, m in (${pairs}) if v == ${said}), None)`
  const written = [
    'try:',
    `    ${own}`,
    'except Exception:',
    '    pass',
    'else:',
    `    ${name} = ${markerExpression}`,
    `    if ${name}:`,
    `        __import__('os').write(2, ${name}.encode())`,
    `        raise AssertionError(${name})`,
  ]
  return [assertion, written.join(`\n${indent}`)]
}

function inShell(text: string, { assertion, own, rows }: Wrapping): [Span, string] | undefined {
  if (/!\s*$/.test(text.slice(0, assertion.start))) return undefined
  return [assertion, `{ if ${own}; then printf '%s%s\\n' ${halves(rows[0]?.[1] ?? '').join(' ')} >&2; fi; true; }`]
}

/** In two halves, so that a file that is only printed does not show it. */
function joined(marker: string): string {
  const [first, second] = halves(marker)
  return `'${first}' + '${second}'`
}

function halves(marker: string): [string, string] {
  return [marker.slice(0, marker.length / 2), marker.slice(marker.length / 2)]
}
