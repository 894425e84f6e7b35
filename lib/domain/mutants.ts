/** One value changed in one line. */
export type Mutant = { line: number; before: string; after: string; text: string }

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

const code = /\.([cm]?[jt]sx?|py|go|rs|rb|php|java|kt|sh|c|cc|cpp|h|cs|swift|lua|pl)$/
const idle = /^\s*($|\/\/|\/?\*|#|import\b|from\b|package\b|use\b|export (\*|\{)|@|['"]use )/

/** The file after each change of value in a line that the base does not have. */
export function mutantsOf(path: string, before: string | undefined, after: string): Mutant[] {
  if (!code.test(path)) return []
  const known = new Set((before ?? '').split('\n').map((line) => line.trim()))
  const lines = after.split('\n')
  return lines.flatMap((line, at) => {
    if (idle.test(line) || known.has(line.trim()) || line.length > 2_000) return []
    return changes.flatMap(([pattern, into]) =>
      [...line.matchAll(new RegExp(pattern, 'g'))].slice(0, 4).map(({ 0: found, index }) => {
        const value = typeof into === 'string' ? into : into(found)
        const changed = line.slice(0, index) + value + line.slice(index + found.length)
        const text = lines.with(at, changed).join('\n')
        return { line: at + 1, before: line.trim(), after: changed.trim(), text }
      }),
    )
  })
}
