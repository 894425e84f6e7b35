import type { Span } from './call-arguments.ts'
import { shellExpectations } from './expected-in-shell.ts'
import { type Expected, pythonExpectations, scriptExpectations } from './expected-values.ts'
import { otherValue, type Random } from './other-values.ts'
import { languageOf, type TestFile } from './test-file.ts'

/** A value in a test file that an assertion compares with, and another one that could stand in its place. */
export type Expectation = {
  line: number
  before: string
  after: string
  /** The name of the test that it is in, as it is written; undefined where the file does not say. */
  test: string | undefined
  /** The assertion is in no branch and no loop, as far as its own line, the two before it and those that it is indented below tell. */
  isPlain: boolean
  /** The assertion is one of equality, so that it surely refuses the other value. */
  isSure: boolean
  /** It is one of equality with something that is made of the value, and need not differ with it. */
  isPart: boolean
  value: Span
  /** What stands for the value in the assertion: the value itself, or the name of what holds it. */
  read: Span
  assertion: Span
}

const maxFound = 200

/** The values of a file's own that its assertions compare with, one for each assertion, with another value for each. */
export function expectationsOf(file: TestFile, random: Random): Expectation[] {
  return withOthers(file, random, ({ values }) => values.slice(random(values.length)).slice(0, 1))
}

/**
 * The same with every row of a table that an assertion reads. A small change of the value itself comes before a value of
 * another test, so that both kinds are tried where this and `expectationsOf` are.
 */
export function everyExpectation(file: TestFile, random: Random): Expectation[] {
  const choose = (one: Expected) =>
    isNamed(one) ? one.values : one.values.slice(random(one.values.length)).slice(0, 1)
  return withOthers(file, random, choose, { ownFirst: true })
}

/** Whether an assertion reads its value by a name. */
function isNamed({ read, values }: Expected): boolean {
  return values.every(({ start }) => start !== read.start)
}

function withOthers(
  file: TestFile,
  random: Random,
  choose: (one: Expected) => Span[],
  { ownFirst } = { ownFirst: false },
): Expectation[] {
  const { text } = file
  const all = expectedOf(file)
  const written = all.map(({ values }) => values.map(({ start, end }) => text.slice(start, end)))
  const names = testNames(file)
  const chosen = all.flatMap((one) => choose(one).map((value) => ({ ...one, value, isNamed: isNamed(one) })))
  return chosen.flatMap(({ assertion, read, value, compares, isNamed }): Expectation[] => {
    const before = text.slice(value.start, value.end)
    const own = text.slice(assertion.start, assertion.end)
    const others = isNamed ? [] : written.flat()
    const taken = isNamed || /\bset\b|\{[^:]*\}/i.test(own) ? [...text.matchAll(anyValue)].map(([found]) => found) : []
    const changed = ownFirst ? otherValue(before, { others: [], taken, random }) : undefined
    const after = changed ?? otherValue(before, { others: suiting(file, others), taken, random })
    if (after === undefined) return []
    const line = text.slice(0, value.start).split('\n').length
    const isAsserted = assertion.start !== value.start
    const test = isAsserted ? names.findLast(({ at }) => at < assertion.start)?.name : undefined
    const isSure = compares === 'equal'
    return [
      {
        line,
        before,
        after,
        test,
        isPlain: isPlain(text, assertion),
        isSure,
        isPart: compares === 'part',
        value,
        read: isNamed ? read : value,
        assertion,
      },
    ]
  })
}

/** The file with other values in the place of these. */
export function alterExpectations({ text }: TestFile, altered: readonly Expectation[]): string {
  return replaced(
    text,
    altered.map(({ value, after }) => [value, after]),
  )
}

/** A loop may go round never, and a function that is handed over may not be called. */
function isPlain(text: string, { start }: Span): boolean {
  const lines = text.slice(0, start).split('\n')
  const own = (lines.at(-1) ?? '') + (text.slice(start).split('\n', 1)[0] ?? '')
  if (branch.test([...lines.slice(-3, -1), own].join('\n')) || loop.test(lines.at(-1) ?? '')) return false
  let depth = indentOf(own)
  for (const line of lines.slice(0, -1).reverse()) {
    if (line.trim() === '' || indentOf(line) >= depth) continue
    if (branch.test(line) || loop.test(line)) return false
    depth = indentOf(line)
  }
  return true
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length
}

/** Also what is given to functions other than those that make tests. */
const loop =
  /\b(for|while|until)\b|\.(forEach|map|every|some|filter|then|catch|finally)\s*\(|^(?!.*\b(test|it|describe|suite|before|after|main)\w*\b).*(=>|\bfunction\s*\()/
const branch = /\b(if|else|case|catch|except|elif|unless)\b|\?[^.?\n]|&&|\|\|/
const anyValue = /'[^'\n]*'|"[^"\n]*"|\d+(?:\.\d+)?/g

const finders: Partial<Record<ReturnType<typeof languageOf>, (text: string) => Expected[]>> = {
  javascript: scriptExpectations,
  python: pythonExpectations,
  shell: shellExpectations,
}

export function expectedOf(file: TestFile): Expected[] {
  return finders[languageOf(file)]?.(file.text).slice(0, maxFound) ?? []
}

/** Whether values of a file in this language can be altered at all. */
export function canAlter(file: TestFile): boolean {
  return finders[languageOf(file)] !== undefined
}

/** In a shell script, values stand in quotes of different kinds, so only words can take each other's place. */
function suiting(file: TestFile, values: readonly string[]): string[] {
  return languageOf(file) === 'shell' ? values.filter((value) => /^[\w.-]+$/.test(value)) : [...values]
}

/** The names of a file's tests, as they are written, and where each begins. */
export function testNames(file: TestFile): { name: string; at: number }[] {
  const pattern =
    languageOf(file) === 'python'
      ? /^[ \t]*(?:async )?def (?<name>test\w*)/gm
      : /(?<![\w.])(?:test|it)\s*\(\s*(?<quote>['"`])(?<name>[^\n]*?)\k<quote>/g
  return [...file.text.matchAll(pattern)].map((match) => ({ name: match.groups?.name ?? '', at: match.index }))
}

export function replaced(text: string, parts: readonly [Span, string][]): string {
  const inOrder = parts.toSorted(([a], [b]) => b.start - a.start)
  return inOrder.reduce((before, [{ start, end }, by]) => before.slice(0, start) + by + before.slice(end), text)
}
