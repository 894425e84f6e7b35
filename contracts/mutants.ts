/** One line of a contract written otherwise; `name` is the same in every run, and tells the lines apart by their text. */
export type Mutant = { name: string; file: string; line: number; text: string }

type Change = { what: string; pattern: RegExp; into: string | ((found: string) => string) }

const changes: readonly Change[] = [
  { what: 'bound', pattern: /(?<=\s)<=(?=\s)/g, into: '<' },
  { what: 'bound', pattern: /(?<=\s)>=(?=\s)/g, into: '>' },
  { what: 'bound', pattern: /(?<=\s)<(?=\s)/g, into: '<=' },
  { what: 'bound', pattern: /(?<=\s)>(?=\s)/g, into: '>=' },
  { what: 'equality', pattern: /(?<=\s)==(?=\s)/g, into: '!=' },
  { what: 'equality', pattern: /(?<=\s)!=(?=\s)/g, into: '==' },
  { what: 'logic', pattern: /&&/g, into: '||' },
  { what: 'logic', pattern: /\|\|/g, into: '&&' },
  { what: 'logic', pattern: /(?<=[(\s])!(?=[a-z_])/g, into: '' },
  { what: 'sign', pattern: /(?<=\s)\+(?=\s)/g, into: '-' },
  { what: 'sign', pattern: /(?<=\s)-(?=\s)/g, into: '+' },
  { what: 'sign', pattern: /\+=/g, into: '-=' },
  { what: 'sign', pattern: /-=/g, into: '+=' },
  { what: 'factor', pattern: /(?<=\s)\*(?=\s)/g, into: '/' },
  { what: 'factor', pattern: /(?<=\s)\/(?=\s)/g, into: '*' },
  { what: 'step', pattern: /\+\+(?=[a-z])/g, into: '--' },
  { what: 'truth', pattern: /\btrue\b/g, into: 'false' },
  { what: 'truth', pattern: /\bfalse\b/g, into: 'true' },
  { what: 'number', pattern: /(?<![\w."])\d+(?![\w."])/g, into: (found) => String(Number(found) + 1) },
  { what: 'guard', pattern: /\b(nonReentrant|whenNotPaused|onlyRole\(\w+\)) ?/g, into: '' },
  { what: 'choice', pattern: /(?<=\?) [^:?]+(?= :)/g, into: ' 0' },
]

/** Of a statement on one line; declarations and returns are left, since without them nothing compiles. */
const declaration = /^[\w.]+(\[\])? (storage |memory |calldata )?\w+( = .+)?;$/
const statement = /^(?!(return|revert|emit|if|for|while|assembly|let)\b).+;$/
const removable = [/^if \(.*\) revert .+;$/, /^(emit|revert) .+;$/, statement]
const skipped =
  /^(\/\/|\/?\*|import|pragma|error|event|using|constructor|contract|abstract|library|interface|struct|enum|mapping)/

/** Every other way in which one line of the contract could be written. */
export function mutantsOf(file: string, source: string): Mutant[] {
  const lines = source.split('\n')
  const seen = new Map<string, number>()
  let isInFunction = false
  return lines.flatMap((line, index): Mutant[] => {
    const code = line.trim()
    if (/^ {4}\w*(function|modifier|constructor)\b/.test(line)) isInFunction = true
    const isHead = /^(function|modifier)\b/.test(code)
    if (/^ {4}\}/.test(line)) isInFunction = false
    if (!isInFunction || skipped.test(code) || code === '') return []
    const isRemovable = !isHead && !declaration.test(code) && removable.some((one) => one.test(code))
    const others = [...changed(line), ...(isRemovable ? [{ what: 'removed', line: '' }] : [])]
    return others.map(({ what, line: other }) => {
      const said = `${file}: ${code} -> ${other.trim() || 'nothing'}`
      const times = (seen.get(said) ?? 0) + 1
      seen.set(said, times)
      const text = lines.with(index, other).join('\n')
      return { name: `${said}${times > 1 ? ` (${times})` : ''} [${what}]`, file, line: index + 1, text }
    })
  })
}

function changed(line: string): { what: string; line: string }[] {
  return changes.flatMap(({ what, pattern, into }) =>
    [...line.matchAll(pattern)].map((match) => {
      const found = match[0]
      const other = typeof into === 'string' ? into : into(found)
      return { what, line: line.slice(0, match.index) + other + line.slice(match.index + found.length) }
    }),
  )
}
