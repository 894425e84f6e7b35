import { callArguments, plainString, type Span } from './call-arguments.ts'
import { languageOf, type TestFile } from './test-file.ts'

/** A value in a test file that an assertion compares with, and another one that could stand in its place. */
export type Expectation = {
  line: number
  before: string
  after: string
  /** The name of the test that it is in, as it is written; undefined where the file does not say. */
  test: string | undefined
  /** The assertion is in no branch, as far as its own line and the two before it tell. */
  isPlain: boolean
  value: Span
  assertion: Span
}

/** What a traced assertion prints: `reached` when the value is read, `held` when the assertion was content with it. */
export type Trace = { expectation: Expectation; reached: string; held: string; isAltered: boolean }

const maxFound = 200

/** The values of a file's own that its assertions of equality compare with, one for each assertion. */
export function expectationsOf(file: TestFile): Expectation[] {
  const { text } = file
  const find = finders[languageOf(file)]
  if (!find) return []
  const names = testNames(file)
  return find(text)
    .slice(0, maxFound)
    .map(({ value, assertion, after }) => {
      const lines = text.slice(0, assertion.start).split('\n')
      const near = [...lines.slice(-3), text.slice(assertion.start).split('\n', 1)[0] ?? ''].join('\n')
      return {
        ...{ line: lines.length, before: text.slice(value.start, value.end), after },
        test: names.findLast(({ at }) => at < assertion.start)?.name,
        isPlain: !branch.test(near),
        ...{ value, assertion },
      }
    })
}

/** The file with other values in the place of these. */
export function alterExpectations({ text }: TestFile, altered: readonly Expectation[]): string {
  return replaced(
    text,
    altered.map(({ value, after }) => [value, after]),
  )
}

/** The file with assertions that tell what becomes of them; each still throws as it would. */
export function traceExpectations(file: TestFile, traces: readonly Trace[]): string {
  const language = languageOf(file)
  const parts = traces.map((trace): [Span, string] => {
    const { value, assertion, before, after } = trace.expectation
    const read = told(language, trace.reached, trace.isAltered ? after : before)
    const inner = replaced(file.text.slice(assertion.start, assertion.end), [
      [{ start: value.start - assertion.start, end: value.end - assertion.start }, read],
    ])
    return [assertion, ended(language, inner, trace)]
  })
  return replaced(file.text, parts)
}

type Found = { value: Span; assertion: Span; after: string }
type Language = ReturnType<typeof languageOf>

const branch = /\b(if|else|case|catch|except|elif|unless)\b|\?[^.?\n]|&&|\|\|/
const equals = 'equal|strictEqual|deepEqual|deepStrictEqual'
const ofScript = new RegExp(
  `(?<![\\w.$])(?:(?:assert|t\\.assert)(?:\\.strict)?\\.(?:${equals})|(?:${equals})|expect)\\s*\\(`,
  'g',
)
const matcher = /^\s*\.(?:toBe|toEqual|toStrictEqual)\s*\(/
const ofPython = /(?<![\w.])self\.assert(?:Equal|Equals|ListEqual|DictEqual|MultiLineEqual)\s*\(/g
const bare = /^([ \t]*)assert\b[^\n#]*==\s*('[^'"\\\n]+'|"[^'"\\\n]+"|-?\d+|True|False)[ \t]*$/gm
const ofShell =
  /\[\[?\s+"?\$[^\]\n]*?\s+(?:==?|-eq)\s+(?:"([^"$`\\\n]+)"|'([^'\n]+)'|([\w.-]+))\s+\]\]?(?=[ \t]*(?:$|\|\||;))/gm

const finders: Partial<Record<Language, (text: string) => Found[]>> = {
  javascript: (text) => inCalls(text, ofScript, 'javascript'),
  python: (text) => [...inCalls(text, ofPython, 'python'), ...bareAssertions(text)],
  shell: shellChecks,
}

function inCalls(text: string, calls: RegExp, language: 'javascript' | 'python'): Found[] {
  return [...text.matchAll(calls)].flatMap((call): Found[] => {
    if (isComment(text, call.index)) return []
    const open = call.index + call[0].length - 1
    let parts = callArguments(text, open, language)
    let [, expected] = parts?.values ?? []
    if (call[0].startsWith('expect')) {
      const [match] = (parts && matcher.exec(text.slice(parts.end))) ?? []
      parts = parts && match ? callArguments(text, parts.end + match.length - 1, language) : undefined
      expected = parts?.values[0]
    }
    if (!parts || !expected) return []
    const found = valueIn(text, expected)
    return found ? [{ ...found, assertion: { start: call.index, end: parts.end } }] : []
  })
}

/** Calls that give something else for everything else that they are given. */
const telling = /\b(JSON\.stringify|String|Buffer\.from|(textwrap\.)?dedent)\s*\(|\bnew (Set|Map)\s*\(/g

/** The first value that is written in an argument. Where the argument calls something else, what it gives is not known. */
function valueIn(text: string, { start, end }: Span): { value: Span; after: string } | undefined {
  const argument = text.slice(start, end)
  if (/[(`/#]|=>/.test(argument.replace(tripleString, '').replace(plainString, '').replace(telling, '')))
    return undefined
  for (const { 0: found, index } of argument.matchAll(written)) {
    if (/^\s*:(?!:)/.test(argument.slice(index + found.length)) && !/^\s*\[/.test(argument)) continue
    const after = another(found)
    if (after) return { value: { start: start + index, end: start + index + found.length }, after }
  }
  return undefined
}

const tripleString = /'''[\s\S]+?'''|"""[\s\S]+?"""/g
const written = new RegExp(
  `${tripleString.source}|${plainString.source}|(?<![\\w.$])(?:\\d+|true|false|True|False)(?![\\w.])`,
  'g',
)
const opposites: Record<string, string> = { true: 'false', false: 'true', True: 'False', False: 'True' }
const farAway = 1_000_003

/** A value of the same kind that nothing comes to by the way: one letter of a text is another, a number is far away. */
function another(found: string): string | undefined {
  const opposite = opposites[found]
  if (opposite) return opposite
  if (/^-?\d{1,9}$/.test(found)) return String(Number(found) + farAway)
  const letters = [...found.matchAll(/(?<!\\)[A-Za-z0-9]/g)]
  const at = letters[Math.floor(letters.length / 2)]
  if (!at) return undefined
  const other = /\d/.test(at[0]) ? String((Number(at[0]) + 5) % 10) : at[0] === 'q' ? 'k' : 'q'
  return found.slice(0, at.index) + other + found.slice(at.index + 1)
}

function bareAssertions(text: string): Found[] {
  return [...text.matchAll(bare)].flatMap(({ 0: line, 1: indent = '', 2: found = '', index }) => {
    const after = another(found)
    const end = index + line.trimEnd().length
    const value = { start: end - found.length, end }
    return after ? [{ value, after, assertion: { start: index + indent.length, end } }] : []
  })
}

function shellChecks(text: string): Found[] {
  return [...text.matchAll(ofShell)].flatMap(({ 0: check, 1: double, 2: single, 3: word, index }) => {
    const found = double ?? single ?? word ?? ''
    const after = another(found)
    const start = index + check.lastIndexOf(found)
    if (!after || isComment(text, index)) return []
    return [
      { value: { start, end: start + found.length }, after, assertion: { start: index, end: index + check.length } },
    ]
  })
}

function isComment(text: string, at: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at)
  return /^\s*(\/\/|\/?\*|#)|\s\/\/\s/.test(line)
}

function testNames(file: TestFile): { name: string; at: number }[] {
  const pattern =
    languageOf(file) === 'python'
      ? /^[ \t]*(?:async )?def (?<name>test\w*)/gm
      : /(?<![\w.])(?:test|it)\s*\(\s*(?<quote>['"`])(?<name>[^\n]*?)\k<quote>/g
  return [...file.text.matchAll(pattern)].map((match) => ({ name: match.groups?.name ?? '', at: match.index }))
}

/** The value as an expression that prints a marker when it is read; the marker stands nowhere in it as a whole. */
function told(language: Language, marker: string, value: string): string {
  const [first, second] = halves(marker)
  if (language === 'python') return `(__import__('os').write(2, b'${first}' + b'${second}') and ${value})`
  return language === 'javascript' ? `(process.stderr.write('${first}' + '${second}\\n'), ${value})` : value
}

function ended(language: Language, assertion: string, { reached, held }: Trace): string {
  const [first, second] = halves(held)
  if (language === 'javascript') return `void (${assertion}, process.stderr.write('${first}' + '${second}\\n'))`
  const write = `__import__('os').write(2, b'${first}' + b'${second}')`
  if (language === 'python') return /^assert\b/.test(assertion) ? `${assertion}; ${write}` : `(${assertion}, ${write})`
  const print = (marker: string) => `printf '%s%s\\n' ${halves(marker).join(' ')} >&2`
  return `{ ${print(reached)}; ${assertion} && ${print(held)}; }`
}

function halves(marker: string): [string, string] {
  return [marker.slice(0, marker.length / 2), marker.slice(marker.length / 2)]
}

function replaced(text: string, parts: readonly [Span, string][]): string {
  const inOrder = parts.toSorted(([a], [b]) => b.start - a.start)
  return inOrder.reduce((before, [{ start, end }, by]) => before.slice(0, start) + by + before.slice(end), text)
}
