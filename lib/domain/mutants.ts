import { tokenEnd } from './call-arguments.ts'
import { shuffled } from './drawn.ts'
import type { Random } from './other-values.ts'

/**
 * One value changed in one line, from 1; `isAnswer` when it is what a function returns, or whether two values are equal. The
 * text with it is made for the few that are tried: a file may have as many of these as it has words.
 */
export type Mutant = { line: number; index: number; found: string; value: string; isAnswer: boolean }

type Change = [RegExp, string | ((found: string) => string)]

/** Changes of value that leave a program one that can be started. */
const changes: readonly Change[] = [
  [/(?<=[\w)\]'"`] )===(?= )/, '!=='],
  [/(?<=[\w)\]'"`] )!==(?= )/, '==='],
  [/(?<=[\w)\]'"`] )==(?= )/, '!='],
  [/(?<=[\w)\]'"`] )!=(?= )/, '=='],
  [/(?<=[\w)\]'"`] )<=(?= )/, '>'],
  [/(?<=[\w)\]'"`] )>=(?= )/, '<'],
  [/(?<=[\w)\]'"`] )<(?= [\w('"-])/, '>='],
  [/(?<=[\w)\]'"`] )>(?= [\w('"-])/, '<='],
  [/&&/, '||'],
  [/\|\|(?!=)/, '&&'],
  [/(?<=[\w)\]] )\+(?= [\w('"])/, '-'],
  [/(?<=[\w)\]] )-(?= [\w('])/, '+'],
  [/(?<=[\w)\]] )\*(?= [\w(])/, '/'],
  [/(?<=[\w)\]] )\/(?= [\w(])/, '*'],
  [/\b(and)\b/, 'or'],
  [/\b(or)\b/, 'and'],
  [/\btrue\b/, 'false'],
  [/\bfalse\b/, 'true'],
  [/\bTrue\b/, 'False'],
  [/\bFalse\b/, 'True'],
  [/(?<![\w.$#'"-])\d+(?![\w.'"])/, (found) => String(Number(found) + 1)],
  [/(?<=[=(,[:\s])'[^'\\]*'/, (found) => (found === "'_'" ? "'__'" : "'_'")],
  [/(?<=[=(,[:\s])"[^"\\$`]*"/, (found) => (found === '"_"' ? '"__"' : '"_"')],
  [/(?<=\breturn )[\w.]+\([^()]*\)(?=;?$)/, '0'],
  [/(?<=\breturn )[A-Za-z_]\w*(?=;?$)/, '0'],
  [/\.to(Lower|Upper)Case\(\)|\.trim(Start|End)?\(\)|\.(lower|upper|strip)\(\)/, ''],
]

const answers = new Set(changes.flatMap(([pattern]) => (/return|===?|!==?/.test(pattern.source) ? [pattern] : [])))

/** How long a program waits is seldom noticed by a test. */
const waits = /\b(sleep|usleep|delay|pause|setTimeout|setImmediate)\s*\([^()]*$/

const code = /\.([cm]?[jt]sx?|py|go|rs|rb|php|java|kt|sh|c|cc|cpp|h|cs|swift|lua|pl)$/
const idle = /^\s*($|\/\/|\/?\*|#|import\b|from\b|package\b|use\b|export (\*|\{)|@|['"]use )/

/** The line without and with the change, and the whole text with it. */
export function applyMutant(text: string, { line, index, found, value }: Mutant) {
  const lines = text.split('\n')
  const before = lines[line - 1] ?? ''
  const after = before.slice(0, index) + value + before.slice(index + found.length)
  return { before: before.trim(), after: after.trim(), text: lines.with(line - 1, after).join('\n') }
}

export function canHaveMutants(path: string): boolean {
  return code.test(path)
}

/**
 * Changes of value in lines that the base does not have: all, or those of lines drawn at random up to a number that no
 * reader would write. Of a line that replaces one of the base, only what differs is changed: a value that was there before
 * says nothing about what the result does.
 */
export function mutantsOf(
  path: string,
  { before, after }: { before: string | undefined; after: string },
  random: Random,
): Mutant[] {
  if (!canHaveMutants(path)) return []
  const lines = after.split('\n')
  const known = new Set((before ?? '').split('\n').map((line) => line.trim()))
  const kept = new Set(lines.map((line) => line.trim()))
  const most = Math.min(maxReplaced, Math.ceil(maxCompared / (after.length + 1)))
  const replaced = [...known].filter((line) => !kept.has(line)).slice(0, most)
  const language = path.endsWith('.py') ? 'python' : 'javascript'
  const mutants: Mutant[] = []
  for (const [at, line] of shuffled([...lines.entries()], random)) {
    if (mutants.length >= maxMutants) break
    if (idle.test(line) || known.has(line.trim()) || line.length > maxLine) continue
    mutants.push(...changesIn(line, language, replaced).map((change) => ({ line: at + 1, ...change })))
  }
  return mutants
}

function changesIn(line: string, language: 'javascript' | 'python', replaced: readonly string[]) {
  const [from, to] = addedPart(line, replaced)
  const starts = tokenStarts(line, language)
  return changes.flatMap(([pattern, into]) =>
    matches(line, pattern, starts)
      .filter(({ 0: found, index }) => index < to && index + found.length > from && !waits.test(line.slice(0, index)))
      .slice(0, maxOfOneKind)
      .map(({ 0: found, index }) => {
        const value = typeof into === 'string' ? into : into(found)
        return { index, found, value, isAnswer: answers.has(pattern) }
      }),
  )
}

function matches(line: string, pattern: RegExp, starts: ReadonlySet<number>): RegExpExecArray[] {
  const found: RegExpExecArray[] = []
  const search = new RegExp(pattern, 'g')
  for (let match = search.exec(line); match; match = search.exec(line)) {
    if (!/^['"]/.test(match[0]) || starts.has(match.index)) found.push(match)
    else search.lastIndex = match.index + 1
  }
  return found
}

/** Where strings, comments and regular expressions of a line begin: a quote anywhere else begins no string. */
function tokenStarts(line: string, language: 'javascript' | 'python'): ReadonlySet<number> {
  const starts = new Set<number>()
  for (let at = 0; at < line.length; ) {
    const end = tokenEnd(line, at, language)
    if (end > at) starts.add(at)
    at = Math.max(end, at + 1)
  }
  return starts
}

const maxLine = 2_000
const maxOfOneKind = 4
const maxReplaced = 1_000
/** So many characters of the result are held against lines of the base. */
const maxCompared = 20_000_000
const maxMutants = 2_000

/** From where to where a line differs from the line of the base that has the most of it. */
function addedPart(line: string, replaced: readonly string[]): [number, number] {
  const text = line.trim()
  const indent = line.indexOf(text)
  let part: [number, number] = [0, line.length]
  for (const old of replaced) {
    const longest = Math.min(text.length, old.length)
    let start = 0
    while (start < longest && text.charCodeAt(start) === old.charCodeAt(start)) start += 1
    let end = 0
    while (end < longest - start && text.charCodeAt(text.length - 1 - end) === old.charCodeAt(old.length - 1 - end))
      end += 1
    const [from, to] = [indent + start, indent + text.length - end]
    if (from < to && to - from < part[1] - part[0]) part = [from, to]
  }
  return part
}
