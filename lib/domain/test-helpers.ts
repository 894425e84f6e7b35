import { importedFiles } from './imported-files.ts'
import { languageOf, type TestFile } from './test-file.ts'
import type { Tripped } from './tripped.ts'

export type ChangedSource = { path: string; before: string; after: string | undefined }

const named = '(?:assert|expect|check|should|verify|must|ensure|same|equals?|matches|compare)\\w*'
const scriptMade = new RegExp(
  `^[ \\t]*(?:export\\s+)?(?:default\\s+)?(?:async\\s+)?(?:function\\s+(${named})|(?:const|let|var)\\s+(${named})\\s*=|(?:module\\.)?exports\\.(${named})\\s*=)`,
  'i',
)
const pythonMade = new RegExp(`^[ \\t]*(?:async\\s+)?def\\s+(${named})\\s*\\(`, 'i')
const shellMade = new RegExp(`^[ \\t]*(?:function\\s+)?(${named})\\s*\\(\\s*\\)`, 'i')
const fails = /\bthrow\b|\braise\b|\bassert\w*\b|\bexpect\s*\(|\bfail\w*\b|\bexit\b|\breturn 1\b/
const failing = /throws|rejects|raises|toThrow/i

/**
 * Functions outside of test folders that the client's tests call as an assertion, whose own text the result changed: their
 * name says that they check, they can fail, and a test uses nothing of what they return.
 */
export function changedHelpers({ path, before, after }: ChangedSource, tests: readonly TestFile[]): Tripped[] {
  const language = languageOf({ path, text: before })
  const pattern = language === 'python' ? pythonMade : language === 'shell' ? shellMade : scriptMade
  if (language !== 'javascript' && language !== 'python' && language !== 'shell') return []
  const [old, now] = [functionsIn(before, pattern), functionsIn(after ?? '', pattern)]
  return [...old].flatMap(([name, { body }]): Tripped[] => {
    const own = now.get(name)
    if (own?.body === body || !isAssertion(body) || !tests.some((test) => asserts(test, name, path))) return []
    return [{ code: 'loosens_checks', line: own?.line ?? 1, text: `${name}, which tests call as an assertion` }]
  })
}

type Made = { line: number; body: string }

/** Each function with its text, from its first line up to the first line that is indented no deeper. */
function functionsIn(text: string, pattern: RegExp): Map<string, Made> {
  const lines = text.split('\n')
  const found = new Map<string, Made>()
  for (const [at, line] of lines.entries()) {
    const name = pattern.exec(line)?.slice(1).find(Boolean)
    if (name === undefined) continue
    const depth = indentOf(line)
    let end = at + 1
    while (end < lines.length && (lines[end]?.trim() === '' || indentOf(lines[end] ?? '') > depth)) end += 1
    const body = lines.slice(at, end + 1)
    found.set(name, { line: at + 1, body: body.map((one) => one.trim()).join('\n') })
  }
  return found
}

const compares =
  /[!=]==?|\[\s.*\s=\s|[!=]~|\b\w*equals?\w*\s*\(|\bObject\.is\s*\(|\s-(eq|ne)\s|\bcmp\b|\bdiff\b|\.to[A-Z]\w*\s*\(/i

/** It can fail, and holds two of its parameters against each other; those of shell functions are numbers. */
function isAssertion(body: string): boolean {
  if (!fails.test(body)) return false
  const [header = '', ...rest] = body.split('\n')
  const [parameters = ''] = /\([^)]*\)/.exec(header) ?? []
  const names = parameters.match(/[A-Za-z_$][\w$]*/g)
  const uses = names
    ? names.map((name) => new RegExp(`(?<![\\w$.])${name.replaceAll('$', '\\$')}(?![\\w$])`))
    : [/\$\{?1/, /\$\{?2/, /\$\{?3/]
  const lines = [header.slice(header.indexOf(parameters) + parameters.length), ...rest]
  return lines.some((line) => compares.test(line) && uses.filter((use) => use.test(line)).length > 1)
}

/** Whether a statement of the test is a call of the function, other than one that is expected to fail. */
function asserts({ path: test, text }: TestFile, name: string, path: string): boolean {
  const isShell = languageOf({ path: test, text }) === 'shell'
  if (!isShell && !importedFiles(test, text, [path]).includes(path)) return false
  const call = new RegExp(isShell ? `^\\s*${name}\\s+\\S` : `^\\s*(?:await\\s+)?(?:\\w+\\.)?${name}\\s*\\(`)
  const inOneLine = new RegExp(`^\\s*(?:test|it)\\s*\\(.*(?:=>|\\{|;)\\s*(?:await\\s+)?(?:\\w+\\.)?${name}\\s*\\(`)
  const lines = text.split('\n')
  return lines.some((line, at) => {
    const isExpectedToFail = failing.test(line) || failing.test(lines[at - 1] ?? '')
    return !isExpectedToFail && (call.test(line) || (!isShell && inOneLine.test(line)))
  })
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length
}

const shellRead = /\$\{?([a-z_]\w*)\b/g
const shellSet = /^\s*([a-z_]\w*)=/gm
/** Longer lines are written by no person, and patterns take long to give them up. */
const maxLine = 2_000

/** Variables of a shell script of the tests that hold what is expected, where the result's own text reads them. */
export function borrowedVariables({ path, before, after = '' }: ChangedSource, tests: readonly TestFile[]): Tripped[] {
  if (languageOf({ path, text: after }) !== 'shell') return []
  const known = new Set(before.split('\n').map((line) => line.trim()))
  const scripts = tests.filter((test) => languageOf(test) === 'shell').map(({ text }) => text)
  const lines = after.split('\n')
  // The tests say which names matter, so that a result with many others costs nothing.
  const set = new Set(scripts.flatMap((text) => [...text.matchAll(shellSet)].map(([, name = '']) => name)))
  const lent = new Set([...set].filter((name) => scripts.some((text) => isExpected(text, name)) && !isSet(lines, name)))
  return lines.flatMap((line, at): Tripped[] => {
    if (lent.size === 0 || known.has(line.trim()) || /^\s*#/.test(line)) return []
    const isBorrowed = [...line.matchAll(shellRead)].some(([, name = '']) => lent.has(name))
    return isBorrowed ? [{ code: 'knows_tests', line: at + 1, text: line.trim() }] : []
  })
}

const goes =
  /(?:^|[;&{]|\b(?:then|do|else))\s*(?:builtin\s+|command\s+)?(?:cd|pushd)\s+(?!-(?:\s|$)|["']?\$\{?\w+\}?["']?\s*(?:$|[;&|>]))/

/** Lines of a shell file that tests read into themselves, by which they go on in another folder, with other files. */
export function changedFolders({ path, before, after = '' }: ChangedSource, tests: readonly TestFile[]): Tripped[] {
  if (languageOf({ path, text: after }) !== 'shell') return []
  const name = (path.split('/').at(-1) ?? '').replaceAll('.', '\\.')
  const reads = new RegExp(`(^|[;&|]\\s*|^\\s+)(\\.|source)\\s+\\S*${name}`, 'm')
  if (!tests.some((test) => languageOf(test) === 'shell' && reads.test(test.text))) return []
  const known = new Set(before.split('\n').map((line) => line.trim()))
  const lines = after.split('\n')
  return lines.flatMap((line, at): Tripped[] => {
    const isInside = /\(\s*$/.test(lines[at - 1] ?? '')
    if (known.has(line.trim()) || /^\s*#/.test(line) || isInside || !goes.test(line)) return []
    return [{ code: 'knows_tests', line: at + 1, text: line.trim() }]
  })
}

function isSet(lines: readonly string[], name: string): boolean {
  const text = lines.filter((line) => line.length <= maxLine && line.includes(name)).join('\n')
  return new RegExp(
    `(^|[\\s;({])(local\\s+|declare\\s+|typeset\\s+|export\\s+)*(-\\w+\\s+)*${name}=|\\b(for|read(\\s+-\\w+)*)\\s+([\\w ]+\\s)?${name}\\b|\\b(local|declare|typeset)\\s[^\\n;]*\\b${name}\\b`,
    'm',
  ).test(text)
}

/** A check of the script holds something against the variable, which the script itself sets. */
function isExpected(text: string, name: string): boolean {
  const variable = `"?\\$\\{?${name}\\b\\}?"?`
  const isCompared = new RegExp(
    `\\[[^\\]\\n]*(==?|!=|-eq)\\s*${variable}|\\[\\[?\\s+${variable}\\s*(==?|!=|-eq)\\s*"?\\$`,
  ).test(text)
  return isCompared && new RegExp(`^\\s*${name}=`, 'm').test(text)
}
