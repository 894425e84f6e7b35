import type { Span } from './call-arguments.ts'
import { type Expectation, replaced } from './expectations.ts'
import { languageOf, type TestFile } from './test-file.ts'

/**
 * What a traced assertion prints: `reached` when the value is read, `again` instead when the assertion has failed before,
 * and `held` when it was content with the value and has never failed.
 */
export type Trace = { expectation: Expectation; reached: string; again: string; held: string; isAltered: boolean }

type Language = ReturnType<typeof languageOf>

/** The file with assertions that tell what becomes of them; each still throws as it would. */
export function traceExpectations(file: TestFile, traces: readonly Trace[]): string {
  const language = languageOf(file)
  const parts = traces.flatMap((trace): [Span, string][] => {
    const { value, read, assertion, before, after } = trace.expectation
    const isNamed = value.start !== read.start
    const said = isNamed ? file.text.slice(read.start, read.end) : trace.isAltered ? after : before
    const inner = replaced(file.text.slice(assertion.start, assertion.end), [
      [
        { start: read.start - assertion.start, end: read.start - assertion.start + lengthOf(isNamed ? read : value) },
        reading(language, trace, said),
      ],
    ])
    const condition =
      isNamed && trace.isAltered ? `${said} ${language === 'python' ? '==' : '==='} ${after}` : undefined
    const ended: [Span, string] = [assertion, ending(language, inner, trace, condition)]
    return isNamed && trace.isAltered ? [ended, [value, after]] : [ended]
  })
  return replaced(file.text, parts)
}

function lengthOf({ start, end }: Span): number {
  return end - start
}

/** The value as an expression that prints a marker when it is read; the marker stands nowhere in it as a whole. */
function reading(language: Language, trace: Trace, value: string): string {
  const count = counterOf(trace)
  const [reached, again] = [halves(trace.reached), halves(trace.again)]
  if (language === 'javascript') {
    const print = ([first, second]: [string, string]) => `'${first}' + '${second}\\n'`
    const counted = `globalThis.${count} = (globalThis.${count} ?? 0) + 1`
    return `(${counted}, process.stderr.write(globalThis.${count} > 1 ? ${print(again)} : ${print(reached)}), ${value})`
  }
  if (language !== 'python') return value
  const print = ([first, second]: [string, string]) => `b'${first}' + b'${second}'`
  const os = `__import__('os')`
  const counted = `${os}.__dict__.setdefault('${count}', []).append(1)`
  return `(${counted}, ${os}.write(2, ${print(again)} if len(${os}.${count}) > 1 else ${print(reached)}), ${value})[2]`
}

function ending(language: Language, assertion: string, trace: Trace, condition: string | undefined): string {
  const count = counterOf(trace)
  const [first, second] = halves(trace.held)
  const and = (operator: string) => (condition === undefined ? '' : `${condition} ${operator} `)
  if (language === 'javascript')
    return `void (${assertion}, --globalThis.${count} === 0 && ${and('&&')}process.stderr.write('${first}' + '${second}\\n'))`
  const os = `__import__('os')`
  const write = `not ${os}.${count} and ${and('and')}${os}.write(2, b'${first}' + b'${second}')`
  if (language === 'python')
    return /^assert\b/.test(assertion)
      ? `${assertion}; ${os}.${count}.pop(); ${write}`
      : `(${assertion}, ${os}.${count}.pop(), ${write})`
  const print = (marker: string) => `printf '%s%s\\n' ${halves(marker).join(' ')} >&2`
  const isFirst = `[ -z "\${${count}:-}" ]`
  const read = `if ${isFirst}; then ${print(trace.reached)}; else ${print(trace.again)}; fi`
  return `{ ${read}; if ${assertion}; then ! ${isFirst} || ${print(trace.held)}; else ${count}=1; false; fi; }`
}

/** What counts the evaluations of an assertion that have not ended well. */
function counterOf({ reached }: Trace): string {
  return `k_${reached.slice(0, 6)}`
}

function halves(marker: string): [string, string] {
  return [marker.slice(0, marker.length / 2), marker.slice(marker.length / 2)]
}
