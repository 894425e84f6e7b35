import { callArguments, plainString, type Span } from './call-arguments.ts'
import { heldValues } from './held-values.ts'
import { predicatesIn } from './predicates.ts'

/** Where an assertion of a test file says what it expects. */
export type Expected = {
  assertion: Span
  /** What stands for the value in the assertion: the value itself, or the name of what holds it. */
  read: Span
  /** Values as they are written, each of which could be another one. */
  values: Span[]
  /**
   * `part`: of equality with something that is made of the value, which another value may leave as it is, as in `0 * 2`.
   * `loose` where what the assertion makes of a value is for the result's own code to say.
   */
  compares: 'equal' | 'part' | 'loose'
}

type Wired = 'javascript' | 'python'

const equals = 'equal|strictEqual|deepEqual|deepStrictEqual'
const imports =
  /\bimport\s+(?:\*\s+as\s+)?(\w+)\s+from\s+['"](?:node:)?assert|\b(?:const|let|var)\s+(\w+)\s*=\s*require\(['"](?:node:)?assert/g
const matcher =
  /^\s*(?:\.to(?:\.deep)?)?\.(toBe|toEqual|toStrictEqual|toHaveLength|toBeCloseTo|toContain|toContainEqual|toMatch|toThrow|toThrowError|equal|eql)\s*\(/
const looseMatcher = /^to(Contain|Match|Throw)/

/** Where a file takes functions of an assertion library by their own names; others of these names may be anything. */
const taken = /\{([^{}]*)\}\s*(?:from|=\s*require\()\s*['"](?:node:)?(?:assert|chai|uvu)/g

/** Calls of assertions, of the library of the file by the name that it gives to it. */
function callsIn(text: string): RegExp {
  const names = [...text.matchAll(imports)].map(([, module, common]) => module ?? common ?? '')
  const library = `(?:(?:t|context)\\.)?(?:${[...new Set(['assert', ...names])].join('|')})`
  const functions = [...text.matchAll(taken)].flatMap(([, list = '']) => list.split(',').map((name) => name.trim()))
  const own = functions.filter((name) => new RegExp(`^(${equals})$`).test(name))
  const ofLibrary = `${library}(?:\\.strict)?(?:\\.(${equals}|ok|match|throws|rejects))?`
  return new RegExp(
    `(?<![\\w.$])(?:${ofLibrary}|(${['t\\.(?:is|same|equal|deepEqual)', ...own].join('|')})|(expect))\\s*\\(`,
    'g',
  )
}

/** The values that the assertions of a JavaScript file compare with, one finding for each assertion. */
export function scriptExpectations(text: string): Expected[] {
  let end = 0
  const found = [...text.matchAll(callsIn(text))].flatMap((call): Expected[] => {
    if (isComment(text, call.index) || call.index < end) return []
    const open = call.index + call[0].length - 1
    const parts = callArguments(text, open, 'javascript')
    if (!parts) return []
    // What an assertion does that another one is given is for that one to say.
    end = parts.end
    const method = call[1] ?? call[2] ?? call[3] ?? 'ok'
    if (method === 'expect') return matched(text, { start: call.index, end: parts.end })
    const assertion = { start: call.index, end: parts.end }
    const [first, second] = parts.values
    if (method === 'ok') return truth(text, assertion, first, 'javascript')
    const isLoose = /^(match|throws|rejects)$/.test(method)
    return compared(text, assertion, second, isLoose ? 'loose' : 'equal')
  })
  return resolved(text, found, 'javascript')
}

const maxFound = 200

/** With the values of what is read by a name, and what is compared without an assertion. */
function resolved(text: string, found: readonly Expected[], language: Wired): Expected[] {
  const reads = new Set(found.map(({ read }) => read.start))
  const asserted = found
    .slice(0, maxFound)
    .map((one) => (one.values.length > 0 ? one : { ...one, values: heldValues(text, one.read, { reads, language }) }))
    .filter(({ values }) => values.length > 0)
  const known = new Set(asserted.flatMap(({ values }) => values.map(({ start }) => start)))
  const others = [...comparisons(text, found), ...rowEnds(text)]
  return [...asserted, ...others.filter(({ read }) => !known.has(read.start))]
}

/** The last values of rows of cases, which is where most tables have what is expected. */
function rowEnds(text: string): Expected[] {
  return [...text.matchAll(row)].flatMap(({ 0: all, 1: value = '', index }): Expected[] => {
    const start = index + all.lastIndexOf(value)
    return isComment(text, index) ? [] : [looseValue({ start, end: start + value.length })]
  })
}

/** `if (slug('a') !== 'b')`, and what a runner of the client's own is given: what is made of it is not known. */
function comparisons(text: string, found: readonly Expected[]): Expected[] {
  return [...text.matchAll(comparison)].flatMap(({ 0: all, 1: value = '', index }): Expected[] => {
    const start = index + all.length - value.length
    const isAsserted = found.some(({ assertion }) => start >= assertion.start && start < assertion.end)
    return isAsserted || value.includes('__main__') || isComment(text, index)
      ? []
      : [looseValue({ start, end: start + value.length })]
  })
}

function matched(text: string, { start, end }: Span): Expected[] {
  const [match, method = ''] = matcher.exec(text.slice(end)) ?? []
  const parts = match ? callArguments(text, end + match.length - 1, 'javascript') : undefined
  if (!parts || (method === 'toBeCloseTo' && parts.values.length > 1)) return []
  const compares = looseMatcher.test(method) ? 'loose' : 'equal'
  return compared(text, { start, end: parts.end }, parts.values[0], compares)
}

const ofPython =
  /(?<![\w.])self\.assert(Equals?|ListEqual|DictEqual|MultiLineEqual|AlmostEqual|Is|In|True|Regex|RaisesRegex)\s*\(/g
const bare = /^([ \t]*)assert\s+([^\n]*?)[ \t]*$/gm

/** The same of a Python file. */
export function pythonExpectations(text: string): Expected[] {
  const calls = [...text.matchAll(ofPython)].flatMap((call): Expected[] => {
    const parts = callArguments(text, call.index + call[0].length - 1, 'python')
    if (!parts || isComment(text, call.index)) return []
    const assertion = { start: call.index, end: parts.end }
    const [first, second, ...more] = parts.values
    const method = call[1] ?? ''
    const hasTolerance = more.some(({ start, end }) => !/^\s*(places\s*=\s*)?\d+\s*$/.test(text.slice(start, end)))
    if (method === 'AlmostEqual' && hasTolerance) return []
    if (method === 'True') return truth(text, assertion, first, 'python')
    const isLoose = /^(In|Regex|RaisesRegex)$/.test(method)
    const [argument, compares] = [method === 'In' ? first : second, isLoose ? 'loose' : 'equal'] as const
    return compared(text, assertion, argument, compares)
  })
  const statements = [...text.matchAll(bare)].flatMap(
    ({ 0: line, 1: indent = '', 2: said = '', index }): Expected[] => {
      const start = index + indent.length
      const from = index + line.trimEnd().length - said.length
      const assertion = { start, end: from + said.length }
      const contained = /^('[^'"\\\n]+'|"[^'"\\\n]+"|\d+) in\b/.exec(said)?.[1]
      if (contained) return [{ ...looseValue({ start: from, end: from + contained.length }), assertion }]
      // A message may follow.
      const [value] = callArguments(`(${said})`, 0, 'python')?.values ?? []
      if (!value || said.includes('#')) return []
      return truth(text, assertion, { start: from, end: from + value.end - 1 }, 'python')
    },
  )
  return resolved(text, [...calls, ...statements], 'python')
}

/** A value of which it is not known what is made. */
export function looseValue(value: Span): Expected {
  return { assertion: value, read: value, values: [value], compares: 'loose' }
}

const tripleString = /'''[\s\S]+?'''|"""[\s\S]+?"""/g
const escaped = /'(?:[^'"\\\n$`]|\\[nt])+'|"(?:[^'"\\\n$`]|\\[nt])+"/g
const literal = `${tripleString.source}|${escaped.source}|(?<![\\w.$])(?:\\d+(?:\\.\\d+)?|true|false|True|False)(?![\\w.])`
const comparison = new RegExp(`[=!]==?\\s*(${escaped.source}|\\d+)(?=\\s*[),;:}\\n]|$)`, 'g')
const row = new RegExp(
  `(?<=(?:\\[|[\\])]\\s*,)\\s*)[[(]\\s*(?:(?:${literal})\\s*,\\s*)+(${literal})\\s*,?\\s*[\\])]`,
  'g',
)
const isLiteral = new RegExp(`^\\s*(${literal})\\s*$`)
const flatList = new RegExp(
  `^\\s*([[(]\\s*(?:(?:${escaped.source}|\\d+)\\s*,\\s*)+(?:${escaped.source}|\\d+)\\s*[\\])])\\s*$`,
)
const expressionPattern = /^\s*\/[\w :]+\/\s*$/

/** Calls that give something else for everything else that they are given. */
const telling = /\b(JSON\.stringify|String|Buffer\.from|(textwrap\.)?dedent)\s*\(|\bnew (Set|Map)\s*\(/g

function compared(
  text: string,
  assertion: Span,
  argument: Span | undefined,
  compares: Expected['compares'],
): Expected[] {
  if (!argument) return []
  const said = text.slice(argument.start, argument.end)
  const name = /^\s*([A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)?)\s*$/.exec(said)?.[1]
  if (name && !isLiteral.test(said)) {
    const start = argument.start + said.indexOf(name)
    return compares === 'equal' ? [{ assertion, read: { start, end: start + name.length }, values: [], compares }] : []
  }
  const isPattern = compares === 'loose' && expressionPattern.test(said)
  // Of other regular expressions it is not known what they match.
  if (!isPattern && /^\s*\//.test(said)) return []
  const values = isPattern ? wordsIn(said, argument.start) : valuesIn(said, argument.start, compares === 'loose')
  const [read] = values
  const made = compares === 'equal' ? 'part' : compares
  if (read) return [{ assertion, read, values, compares: isMadeOf(said) ? compares : made }]
  return compares === 'equal' ? constructed(said, assertion, argument) : []
}

const constructors = /\bnew\s+[A-Z][\w$]*\s*\(|(?<![\w$])(?:\w+\.)?(?:[A-Z][\w$]*|timedelta|date|datetime)\s*\(/g

function callsMore(said: string): boolean {
  return /[\w$\])]\s*\(/.test(said.replace(plainString, '').replace(constructors, '('))
}

/** `Money(12, 'EUR')` and `[new Point(1, 2)]`: what is equal to such an object is for its class to say. */
function constructed(said: string, assertion: Span, { start }: Span): Expected[] {
  const made = said.replace(constructors, '(').replace(/([(,]\s*)\w+\s*=(?!=)/g, '$1')
  const rest = made.replace(tripleString, '').replace(escaped, '')
  if (said.search(constructors) < 0 || /[\w$\])]\s*\(/.test(rest) || !isMadeOf(made)) return []
  const values = valuesIn(said, start, true)
  const [read] = values
  return read ? [{ assertion, read, values, compares: 'loose' }] : []
}

/** Whether an argument is made of values and nothing is made of them, so that another value in it is another argument. */
function isMadeOf(said: string): boolean {
  const rest = said.replace(tripleString, '§').replace(escaped, '§').replace(telling, '(')
  const isUsed =
    /\.\.\.|[§\])]\s*(\.|\[)|[\w$]\s*\[|[<>%*/?|&!=^~]|\b(typeof|instanceof|void|in|not|and|or|is|if|else|lambda)\b/
  return !isUsed.test(rest)
}

/** What is true only of one value: `x === 3`, or a last call that is given one, as in `list.includes('a')`. */
function truth(text: string, assertion: Span, argument: Span | undefined, language: Wired): Expected[] {
  if (!argument) return []
  const said = text.slice(argument.start, argument.end).trimEnd()
  const bareText = said.replace(plainString, '')
  if (/^\s*(!|not\b)|&&|\|\||\?|=>|\b(and|or|lambda|for|if|in|is|instanceof)\b|[<>]|!=/.test(bareText)) return []
  const compare = /===?(?=[^=]*$)/.exec(said)
  if (compare) {
    const start = argument.start + compare.index + compare[0].length
    return compared(text, assertion, { start, end: argument.start + said.length }, 'equal')
  }
  const end = argument.start + said.length
  for (const { index } of said.matchAll(/\(/g)) {
    const call = callArguments(text, argument.start + index, language)
    if (call?.end !== end) continue
    // Another input of a plain function may as well be one of which the same is true.
    const isPlain = /^\s*[A-Za-z_$][\w$]*\s*$/.test(said.slice(0, index))
    if (isPlain && call.values.every((value) => isLiteral.test(text.slice(value.start, value.end)))) return []
    if (predicatesIn(text, language).some(({ at }) => at === assertion.start)) return []
    const last = call.values.at(-1)
    // What another call makes of it is not what the assertion looks at.
    const isMade = last && callsMore(text.slice(last.start, last.end))
    return last && !isMade ? compared(text, assertion, last, 'loose') : []
  }
  return []
}

/** The values that are written in an argument. Where it calls something else, what that gives is not known. */
function valuesIn(said: string, from: number, isLoose: boolean): Span[] {
  const rest = said.replace(tripleString, '').replace(escaped, '').replace(telling, '')
  // What is encoded can be written in several ways.
  if (/\bBuffer\.from\([^)]*,/.test(said)) return []
  if (isLoose ? /`|#|=>/.test(rest) : /[(`/#]|=>/.test(rest.replace(flatList, ''))) return []
  const list = flatList.exec(said)?.[1]
  const whole = list ? [spanOf(said.indexOf(list), list, from)] : []
  const single = [...said.matchAll(new RegExp(literal, 'g'))]
    .filter(({ 0: found, index }) => !isKey(said, index + found.length))
    .map(({ 0: found, index }) => spanOf(index, found, from))
  return [...whole, ...single]
}

function isKey(said: string, end: number): boolean {
  return /^\s*:(?!:)/.test(said.slice(end)) && !/^\s*\[/.test(said)
}

function wordsIn(said: string, from: number): Span[] {
  return [...said.matchAll(/\w+/g)].map(({ 0: word, index }) => spanOf(index, word, from))
}

function spanOf(index: number, found: string, from: number): Span {
  return { start: from + index, end: from + index + found.length }
}

/** Whether a place in a test file's text stands in a comment. */
export function isComment(text: string, at: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at)
  return /^\s*(\/\/|\/?\*|#)|\s\/\/\s/.test(line)
}
