import { askTwice } from './asked-twice.ts'
import { callArguments, type Span, tokenEnd } from './call-arguments.ts'
import { replaced } from './expectations.ts'
import { choosesTests } from './listed-tests.ts'
import type { Random } from './other-values.ts'
import { askForPlainValues } from './plain-values.ts'
import { rewriteExpectations } from './rewritten-expectations.ts'
import { languageOf, type TestFile } from './test-file.ts'

type Step = (file: TestFile, argv: readonly string[], random: Random) => string

/** What a right result may notice: that its calls are made twice and in another order, and that objects are no values. */
const noticeable = { order: askTwice, objects: askForPlainValues } as const
export type Noticeable = keyof typeof noticeable

const steps: Step[] = [
  askTwice,
  askForPlainValues,
  (file, _, random) => rewriteExpectations(file, random),
  workOutFirst,
  withoutRemarks,
  withOtherNames,
]

/**
 * The same tests in other words: expected values are written in another way and worked out first, titles and names are
 * others, remarks are gone. A result that does the work cannot tell the difference, unless it rightly remembers its calls
 * or compares itself with values.
 */
export function rewordTests(
  file: TestFile,
  argv: readonly string[],
  random: Random,
  without: readonly Noticeable[] = [],
): string {
  const left: readonly Step[] = without.map((one) => noticeable[one])
  return steps
    .filter((step) => !left.includes(step))
    .reduce((text, step) => step({ ...file, text }, argv, random), file.text)
}

const scriptEqual = /(?<![\w.$])(?:assert|t)\.(?:equal|strictEqual|deepEqual|deepStrictEqual|is)\s*\(/g
const pythonEqual = /(?<![\w.])self\.assert(?:Equal|ListEqual|DictEqual|CountEqual)\s*\(/g

/**
 * What is expected is worked out before the code under test is called, where it is made of what that code is given; and it
 * has to be something where it comes from that code.
 */
function workOutFirst(file: TestFile): string {
  const { text } = file
  const language = languageOf(file)
  if (language !== 'javascript' && language !== 'python') return text
  const calls = [...text.matchAll(language === 'python' ? pythonEqual : scriptEqual)]
  const parts = calls.flatMap(({ 0: call, index }, at): [Span, string][] => {
    const [actual, expected] = callArguments(text, index + call.length - 1, language)?.values ?? []
    return actual && expected ? workedOut(file, { actual, expected, name: `e_${at}` }) : []
  })
  return replaced(text, parts)
}

function workedOut(
  file: TestFile,
  { actual, expected, name }: { actual: Span; expected: Span; name: string },
): [Span, string][] {
  const a = file.text.slice(actual.start, actual.end).trim()
  const b = file.text.slice(expected.start, expected.end).trim()
  const isPython = languageOf(file) === 'python'
  if (!isPython && isOfOwnImport(file.text, b))
    return [[expected, ` (${b} ?? (() => { throw new Error('${b} is nothing') })())`]]
  if (!isMadeOfInput(a, b)) return []
  const both = isPython ? `*(lambda ${name}: (${a}, ${name}))(${b})` : `...((${name}) => [${a}, ${name}])(${b})`
  return [[{ start: actual.start, end: expected.end }, both]]
}

/** `sum(list)` and `list.reduce(add)`: a name that the call is given stands in what is made by other calls. */
function isMadeOfInput(actual: string, expected: string): boolean {
  const given = /^(?:new\s+)?[\w.$]+\s*\(([\s\S]*)\)$/.exec(actual)?.[1]
  if (given === undefined || /\b(await|yield)\b|=>/.test(actual) || /\b(await|yield)\b/.test(expected)) return false
  const names = new Set([...given.matchAll(/(?<![\w.$'"])[A-Za-z_$][\w$]*/g)].map(([name]) => name))
  const isCalled = /\w\s*\(|\.\.\./.test(expected)
  return (
    isCalled &&
    [...expected.matchAll(/(?<![\w.$'"])[A-Za-z_$][\w$]*|(?<=\.\.\.)\w+/g)].some(([name]) => names.has(name))
  )
}

function isOfOwnImport(text: string, expected: string): boolean {
  const name = /^([A-Za-z_$][\w$]*)\.[A-Za-z_$][\w$]*$/.exec(expected)?.[1]
  return (
    name !== undefined &&
    new RegExp(`^import\\s[^\\n]*\\b${name.replaceAll('$', '\\$')}\\b[^\\n]*\\sfrom\\s+['"]\\.`, 'm').test(text)
  )
}

const readsItself =
  /getsource|inspect\.|tokenize|__doc__|doctest|\.toString\(\)|import\.meta\.filename|BASH_SOURCE|"\$0"/
const telling = /[@!]|eslint|c8|v8|istanbul|coverage|pragma|noqa|type:|coding|biome|prettier|pylint|nosec|fmt:|global/

/** Remarks that no tool reads become empty ones, on as many lines. */
function withoutRemarks(file: TestFile): string {
  const { text } = file
  const language = languageOf(file)
  if (readsItself.test(text) || /\.[jt]sx$/.test(file.path)) return text
  if (language === 'shell') return text.includes('<<') ? text : text.replace(/^([ \t]*#)(?!!).*$/gm, '$1')
  if (language !== 'javascript' && language !== 'python') return text
  const remarks = remarksIn(text, language)
  return remarks ? replaced(text, remarks) : text
}

/** Undefined where a text is too long to be stepped over: it may hold what looks like a remark. */
function remarksIn(text: string, language: 'javascript' | 'python'): [Span, string][] | undefined {
  const found: [Span, string][] = []
  for (let at = 0; at < text.length; ) {
    const end = tokenEnd(text, at, language)
    if (end === at && /^(`|"""|''')/.test(text.slice(at, at + 3))) return undefined
    const token = text.slice(at, end)
    if (/^(#|\/\/|\/\*)/.test(token) && !telling.test(token)) found.push([{ start: at, end }, emptied(token)])
    at = Math.max(end, at + 1)
  }
  return found
}

function emptied(remark: string): string {
  if (remark.startsWith('/*')) return `/*${remark.replace(/[^\n]/g, '')}*/`
  return remark.startsWith('#') ? '#' : '//'
}

const readsNames =
  /napshot|\b(t|ctx|context|task|test|info)\.(full)?[nN]ame\b|getState|this\.test|_testMethodName|\bid\(\)|request\.node|__name__(?! *==)|addTest|load_tests|shortDescription/
const title =
  /(?<![\w.$])(?:test|it|describe|suite)(?:\.(?:only|concurrent))?\s*\(\s*(?<quote>['"])(?<name>(?:(?!\k<quote>)[^\\\n$`%])+)\k<quote>\s*,/g

/** Tests under other names, in the same order by name; not where anything reads names or chooses by them. */
function withOtherNames(file: TestFile, argv: readonly string[], random: Random): string {
  const { text } = file
  const language = languageOf(file)
  const word = () => Array.from({ length: 7 }, () => 'bcdfghjklmnprstvwz'[random(18)]).join('')
  if (language === 'shell')
    return text.includes('<<')
      ? text
      : text.replace(/^(echo\s+(['"]))[^'"\\$`\n]+(\2)$/gm, (_, open, _quote, close) => open + word() + close)
  if (readsNames.test(text) || choosesTests(argv)) return text
  if (language === 'javascript')
    return replaced(
      text,
      [...text.matchAll(title)].map(({ 0: found, index, groups }): [Span, string] => {
        const start = index + found.indexOf(groups?.quote ?? "'") + 1
        return [{ start, end: start + (groups?.name?.length ?? 0) }, word()]
      }),
    )
  return language === 'python' ? withOtherMethods(text, argv, word) : text
}

function withOtherMethods(text: string, argv: readonly string[], word: () => string): string {
  const all = [...text.matchAll(/(?<=^[ \t]*(?:async )?def )test\w*(?=\()/gm)]
  const isOnce = ([name]: RegExpExecArray) => [...text.matchAll(new RegExp(`\\b${name}\\b`, 'g'))].length === 1
  if (!all.every(isOnce) || all.some(([name]) => argv.some((one) => one.includes(name)))) return text
  const order = all.map(([name]) => name).sort()
  return replaced(
    text,
    all.map(({ 0: name, index }): [Span, string] => [
      { start: index, end: index + name.length },
      `test_${String(order.indexOf(name)).padStart(4, '0')}_${word()}`,
    ]),
  )
}
