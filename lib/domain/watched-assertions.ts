import { callArguments, type Span } from './call-arguments.ts'
import { replaced, testNames } from './expectations.ts'
import { languageOf, type TestFile } from './test-file.ts'
import { pythonIndent, scriptStatement } from './whole-statements.ts'

/**
 * An assertion that prints `held` whenever it is content, and `refused` when the program ends and it was not content the
 * last time. `test` is the name of the test that it is in, as it is written; undefined where the file does not say.
 */
export type Watched = { line: number; test: string | undefined; held: string; refused: string }

/** So many of a file are looked at, and watched. */
const [maxRead, maxWatched] = [300, 100]

/**
 * The file with assertions that tell what becomes of them, in JavaScript and Python; each still throws as it would. Left
 * out are those that may rightly be left out or fail in a test that passes: in a branch, in a `try`, and below whatever
 * expects an error, tries again or waits.
 */
export function watchAssertions(file: TestFile, newMarker: () => string): { text: string; watched: Watched[] } {
  const language = languageOf(file)
  if (language !== 'javascript' && language !== 'python') return { text: file.text, watched: [] }
  const watched: Watched[] = []
  const names = testNames(file)
  const parts = assertionsOf(file.text, language)
    .slice(0, maxRead)
    .filter((one) => isExpectedToHold(file.text, one))
    .slice(0, maxWatched)
    .flatMap((one): [Span, string][] => {
      const line = file.text.slice(0, one.start).split('\n').length
      const test = names.findLast(({ at }) => at < one.start)?.name
      const watch = { line, test, held: newMarker(), refused: newMarker() }
      const wrapped = language === 'javascript' ? inScript(file.text, one, watch) : inPython(file.text, one, watch)
      if (wrapped) watched.push(watch)
      return wrapped ? [wrapped] : []
    })
  return { text: replaced(file.text, parts), watched }
}

const calls = {
  javascript: /(?<![\w.$])(?:\w+\.)?assert(?:\.strict)?(?:\.(?!throws|rejects|doesNot|fail|strict)\w+)?\s*\(/g,
  python: /(?<![\w.])self\.assert(?!Raises|Warns|Logs|NoLogs)\w+\(/g,
}

/** Calls of the libraries of Node and Python, none of them inside another one. */
function assertionsOf(text: string, language: keyof typeof calls): Span[] {
  const found: Span[] = []
  for (const { index, 0: head } of text.matchAll(calls[language])) {
    const call = callArguments(text, index + head.length - 1, language)
    if (call && index >= (found.at(-1)?.end ?? 0)) found.push({ start: index, end: call.end })
  }
  return found
}

const word =
  /\b(if|elif|else|unless|case|default|switch|try|catch|except|finally|while|until|throws|rejects|raises|assertRaises\w*|suppress|expectedFailure|skip\w*|todo|failing|only|retr\w+|poll\w*|wait\w*|eventually|mock)\b|\?[^.?\n]/

/** By the line of the assertion up to it, and the lines that it is indented below; what stands in quotes says nothing. */
function isExpectedToHold(text: string, { start }: Span): boolean {
  const lines = text.slice(0, start).split('\n')
  const own = lines.pop() ?? ''
  if (word.test(unquoted(own))) return false
  let depth = indentOf(own === own.trimStart() ? own : own.replace(/\S.*$/, '.'))
  for (const line of lines.reverse()) {
    if (line.trim() === '' || indentOf(line) >= depth) continue
    if (word.test(unquoted(line))) return false
    depth = indentOf(line)
  }
  return true
}

function unquoted(line: string): string {
  return line.replace(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`/g, "''")
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length
}

function inScript(text: string, call: Span, { held, refused }: Watched): [Span, string] | undefined {
  const whole = scriptStatement(text, call)
  if (!whole) return undefined
  const states = `globalThis.k_${held.slice(0, 6)}`
  const print = (marker: string) => `process.stderr.write(${joined(marker)} + '\\n')`
  const atEnd = `process.on('exit', () => { if (${states}) ${print(refused)} })`
  const own = text.slice(whole.statement.start, whole.statement.end)
  const seen = `if (${states} === undefined) ${atEnd}; ${states} = true`
  return [whole.statement, `{ try { ${own} } catch (k) { ${seen}; throw k } ${states} = false; ${print(held)} }`]
}

function inPython(text: string, call: Span, { held, refused }: Watched): [Span, string] | undefined {
  const indent = pythonIndent(text, call)
  if (indent === undefined) return undefined
  const os = `__import__('os')`
  const states = `${os}.__dict__.setdefault('k_${held.slice(0, 6)}', [])`
  const print = (marker: string) => `${os}.write(2, (${joined(marker)}).encode())`
  const written = [
    'try:',
    `    ${text.slice(call.start, call.end)}`,
    'except Exception:',
    `    ${states}[:] = [1]`,
    `    __import__('atexit').register(lambda: ${states} and (${states}.clear(), ${print(refused)}))`,
    '    raise',
    `${states}.clear()`,
    print(held),
  ]
  return [call, written.join(`\n${indent}`)]
}

/** In two halves, so that a file that is only printed does not show it. */
function joined(marker: string): string {
  return `'${marker.slice(0, marker.length / 2)}' + '${marker.slice(marker.length / 2)}'`
}
