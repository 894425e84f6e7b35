import { tokenEnd } from './call-arguments.ts'

/** One value changed in one line; `isAnswer` when it is what a function returns, or whether two values are equal. */
export type Mutant = { line: number; before: string; after: string; text: string; isAnswer: boolean }

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

/**
 * The file after each change of value in a line that the base does not have. Of a line that replaces one of the base, only
 * what differs is changed: a value that was there before says nothing about what the result does.
 */
export function mutantsOf(path: string, before: string | undefined, after: string): Mutant[] {
  if (!code.test(path)) return []
  const lines = after.split('\n')
  const known = new Set((before ?? '').split('\n').map((line) => line.trim()))
  const kept = new Set(lines.map((line) => line.trim()))
  const replaced = [...known].filter((line) => !kept.has(line))
  return lines.flatMap((line, at) => {
    if (idle.test(line) || known.has(line.trim()) || line.length > maxLine) return []
    const [from, to] = addedPart(line, replaced)
    const starts = tokenStarts(line, path.endsWith('.py') ? 'python' : 'javascript')
    return changes.flatMap(([pattern, into]) =>
      matches(line, pattern, starts)
        .filter(({ 0: found, index }) => index < to && index + found.length > from && !waits.test(line.slice(0, index)))
        .slice(0, maxOfOneKind)
        .map(({ 0: found, index }) => {
          const value = typeof into === 'string' ? into : into(found)
          const changed = line.slice(0, index) + value + line.slice(index + found.length)
          const text = lines.with(at, changed).join('\n')
          const isAnswer = answers.has(pattern)
          return { line: at + 1, before: line.trim(), after: changed.trim(), text, isAnswer }
        }),
    )
  })
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

/** From where to where a line differs from the line of the base that has the most of it. */
function addedPart(line: string, replaced: readonly string[]): [number, number] {
  const text = line.trim()
  const indent = line.indexOf(text)
  let part: [number, number] = [0, line.length]
  for (const old of replaced.slice(0, maxReplaced)) {
    const longest = Math.min(text.length, old.length)
    let start = 0
    while (start < longest && text[start] === old[start]) start += 1
    let end = 0
    while (end < longest - start && text.at(-1 - end) === old.at(-1 - end)) end += 1
    const [from, to] = [indent + start, indent + text.length - end]
    if (from < to && to - from < part[1] - part[0]) part = [from, to]
  }
  return part
}
