import { callArguments, type Span } from './call-arguments.ts'
import { replaced } from './expectations.ts'
import { predicatesIn } from './predicates.ts'
import { languageOf, type TestFile } from './test-file.ts'

/** An assertion without a value that could be another one, and what asserts the opposite. */
export type Opposite = { line: number; parts: [Span, string][] }

/** The file with assertions that say the opposite. */
export function opposeAssertions({ text }: TestFile, opposites: readonly Opposite[]): string {
  return replaced(
    text,
    opposites.flatMap(({ parts }) => parts),
  )
}

/** The comparisons of a test file, in the order of its lines, each of which a right result refuses as its opposite. */
export function oppositesOf(file: TestFile): Opposite[] {
  const { text } = file
  const language = languageOf(file)
  const all = language === 'javascript' ? ofScript(text) : language === 'python' ? ofPython(text) : ofShell(file)
  return all
    .filter(([part]) => part !== undefined && !isComment(text, part[0].start))
    .map((parts) => ({ line: text.slice(0, parts[0]?.[0].start).split('\n').length, parts }))
}

type Parts = [Span, string][]

const scriptEqual =
  /(?<![\w.$])(?:[A-Za-z]\w*\.)*(?:equal|equals|is|same|strictEqual|deepEqual|deepStrictEqual|isDeepStrictEqual)\s*\(/g
const scriptMatcher = /^\s*(?:\.to(?:\.deep)?)?\.(?:toBe|toEqual|toStrictEqual|equal|eql|equals)\s*\(/
const scriptSnapshot = /(?<![\w$])(?:assert\.(?:file)?[sS]napshot|expect(?=[^\n]*\.toMatch(?:Inline)?Snapshot))\s*\(/g
const scriptTruth = /(?<![\w.$])(?:assert(?:\.ok)?|t\.(?:ok|true))\s*\(/g

function ofScript(text: string): Parts[] {
  const argumentsAt = (open: number) => callArguments(text, open, 'javascript')
  const equal = [...text.matchAll(scriptEqual)].flatMap(({ 0: call, index }): Parts[] => {
    const expected = argumentsAt(index + call.length - 1)?.values[1]
    return expected ? [[[expected, other(text, expected)]]] : []
  })
  const matched = [...text.matchAll(/(?<![\w.$])expect\s*\(/g)].flatMap(({ 0: call, index }): Parts[] => {
    const end = argumentsAt(index + call.length - 1)?.end
    const [match] = (end !== undefined && scriptMatcher.exec(text.slice(end))) || []
    const expected = match && end !== undefined ? argumentsAt(end + match.length - 1)?.values[0] : undefined
    return expected ? [[[expected, other(text, expected)]]] : []
  })
  const snapshots = [...text.matchAll(scriptSnapshot)].flatMap(({ 0: call, index }): Parts[] => {
    const shown = argumentsAt(index + call.length - 1)?.values[0]
    return shown ? [[[shown, other(text, shown)]]] : []
  })
  const bounds = [...text.matchAll(scriptTruth)].flatMap(({ 0: call, index }): Parts[] => {
    const said = argumentsAt(index + call.length - 1)?.values[0]
    return said && isBound(text.slice(said.start, said.end)) ? [[[said, `!(${text.slice(said.start, said.end)})`]]] : []
  })
  const truths = predicatesIn(text, 'javascript').map(({ turned }): Parts => [turned])
  return [...equal, ...matched, ...snapshots, ...bounds, ...truths]
}

/** Nothing that a test compares with is such an object. */
function other(text: string, { start, end }: Span): string {
  return ` ({ q: ${text.slice(start, end).trim()} })`
}

/** A comparison of size, or one with `===`. */
function isBound(said: string): boolean {
  return /\s(<=?|>=?|[!=]==?)\s/.test(said) && !/=>/.test(said)
}

const inPython: Record<string, string> = {
  Equal: 'NotEqual',
  Equals: 'NotEqual',
  ListEqual: 'NotEqual',
  DictEqual: 'NotEqual',
  AlmostEqual: 'NotAlmostEqual',
  Greater: 'LessEqual',
  GreaterEqual: 'Less',
  Less: 'GreaterEqual',
  LessEqual: 'Greater',
}

function ofPython(text: string): Parts[] {
  const methods = [...text.matchAll(/(?<![\w.])self\.assert(\w+)(?=\s*\()/g)].flatMap(
    ({ 0: call, 1: name = '', index }): Parts[] => {
      const opposite = inPython[name]
      const end = index + call.length
      return opposite ? [[[{ start: end - name.length, end }, opposite]]] : []
    },
  )
  const statements = [...text.matchAll(/^([ \t]*assert\s+)([^\n#]*[<>=]=?[^\n#]*?)[ \t]*$/gm)].flatMap(
    ({ 1: head = '', 2: said = '', index }): Parts[] => {
      const start = index + head.length
      const [value] = callArguments(`(${said})`, 0, 'python')?.values ?? []
      if (!value) return []
      const span = { start, end: start + value.end - 1 }
      return [[[span, `not (${text.slice(span.start, span.end)})`]]]
    },
  )
  const truths = predicatesIn(text, 'python').map(({ turned }): Parts => [turned])
  return [...methods, ...statements, ...truths]
}

const shellTest =
  /(?<=(?:^|[\s;&|])\[\[?\s[^\]\n]*?\s)(=|==|-eq)(?=\s[^\]\n]*\]\]?)|(?<=(?:^|[;&|])[ \t]*test\s[^\n;&|]*?\s)(=|==|-eq)(?=\s)/gm
const shellCheck = /^[ \t]*((?:[^\n|;&#<]|\|(?!\|))*\b(?:grep\s+-\w*q\w*|diff|cmp)\s[^\n|;&<]*?)[ \t]*(?=$|\|\||&&|;)/gm

function ofShell(file: TestFile): Parts[] {
  if (languageOf(file) !== 'shell') return []
  const { text } = file
  const tests = [...text.matchAll(shellTest)].map(({ 0: operator, index }): Parts => {
    return [[{ start: index, end: index + operator.length }, operator === '-eq' ? '-ne' : '!=']]
  })
  const checks = [...text.matchAll(shellCheck)].map(({ 0: whole, 1: check = '', index }): Parts => {
    const start = index + whole.indexOf(check)
    return [[{ start, end: start + check.length }, `{ ! ${check} || false; }`]]
  })
  return [...tests, ...checks]
}

function isComment(text: string, at: number): boolean {
  return /^\s*(\/\/|\/?\*|#)/.test(text.slice(text.lastIndexOf('\n', at - 1) + 1, at))
}
