import { callArguments, type Span, tokenEnd } from './call-arguments.ts'
import { expectedOf, replaced } from './expectations.ts'
import { languageOf, type TestFile } from './test-file.ts'

type Language = 'javascript' | 'python'
type Call = Span & { text: string }

/**
 * The file with calls that are made twice, and lines of assertions in the opposite order. Only calls count that are given
 * nothing but literals, of functions that the file imports. A result that answers by the order of calls gives another
 * answer then, and so does one that rightly remembers what was asked before.
 */
export function askTwice(file: TestFile): string {
  return withCalls(file, turnAround, ({ text }, language) => `(${text}, ${text})${language === 'python' ? '[1]' : ''}`)
}

/** The file with other literals in the same calls. Only a result that does not look at them is content with all of them. */
export function alterInputs(file: TestFile): string {
  return withCalls(
    file,
    ({ text }) => text,
    ({ text }) => text.replace(literals, (found) => otherInput(found)),
  )
}

function withCalls(
  file: TestFile,
  before: (file: TestFile, language: Language, names: readonly string[]) => string,
  write: (call: Call, language: Language) => string,
): string {
  const language = languageOf(file)
  if (language !== 'javascript' && language !== 'python') return file.text
  const names = steadyNames(file, language)
  if (names.length === 0) return file.text
  const text = before(file, language, names)
  const calls = callsOf({ ...file, text }, language, names)
  return replaced(
    text,
    calls.map((call): [Span, string] => [call, write(call, language)]),
  )
}

function otherInput(found: string): string {
  if (/^['"]/.test(found)) return `${found.slice(0, -1)}q${found.at(-1)}`
  return /^-?\d/.test(found) ? String(Number(found) + 1) : found
}

const imports: Record<Language, RegExp> = {
  javascript:
    /\bimport\s+([^;'"]+?)\s+from\s+['"]\.|\b(?:const|let|var)\s+(\{[^}]*\}|\w+)\s*=\s*require\(\s*['"]\.|\b(?:const|let|var)\s+(\{[^}]*\}|\w+)\s*=\s*await\s+import\(\s*['"]\./g,
  python: /^(?:from\s+(?!unittest|pytest|os|sys|tempfile|time|random)[\w.]+\s+)?import\s+(\([^)]*\)|[^\n(#]+)/gm,
}
const testing = /^(unittest|pytest|os|sys|time|random|tempfile|shutil|subprocess|io|re|json|threading)$/

/** By the names that the file gives them; functions of an imported module are called by its name and a point. */
function importedNames(text: string, language: Language): string[] {
  const lists = [...text.matchAll(imports[language])].map((found) => found.slice(1).find(Boolean) ?? '')
  const names = lists.flatMap((list) =>
    list.split(/[,{}()]/).map((one) => /(?<name>[\w$]+)\s*$/.exec(one)?.groups?.name ?? ''),
  )
  return [...new Set(names)].filter((name) => name !== '' && !testing.test(name))
}

/** Without those that the file asks for the same thing twice: the second answer may rightly be another one. */
function steadyNames(file: TestFile, language: Language): string[] {
  const names = importedNames(file.text, language)
  if (names.length === 0) return []
  const calls = callsOf(file, language, names).map(({ text }) => text.replace(/^await\s+/, ''))
  return names.filter((name) => {
    const own = calls.filter((text) => text.startsWith(`${name}(`) || text.startsWith(`${name}.`))
    return new Set(own).size === own.length
  })
}

/** What expects an error, or is given to another function, is left as it is. */
const refuses = /\b(yield|then|rejects|resolves|throws|raises|assertRaises\w*|mock|spy|stub)\b/

/** Inside assertions of equality. */
function callsOf(file: TestFile, language: Language, names: readonly string[]): Call[] {
  const spans = expectedOf(file).filter(({ compares }) => compares !== 'loose')
  const found = spans.flatMap(({ assertion }) => callsIn(file.text, assertion, language, names))
  return [...new Map(found.map((call) => [call.start, call])).values()]
}

function callsIn(text: string, { start, end }: Span, language: Language, names: readonly string[]): Call[] {
  const line = text.slice(text.lastIndexOf('\n', start) + 1, end)
  if (refuses.test(line)) return []
  const head = new RegExp(`(?:${names.map(escaped).join('|')})(?:\\.\\w+)?\\(`, 'y')
  const found: Call[] = []
  for (let at = start; at < end; ) {
    const token = tokenEnd(text, at, language)
    head.lastIndex = at
    const [called] = token === at && !/[\w$.]$/.test(text.slice(0, at)) ? (head.exec(text) ?? []) : []
    const call = called ? callArguments(text, at + called.length - 1, language) : undefined
    const [operator = ''] = /\b(new|await)\s+$/.exec(text.slice(Math.max(0, at - 10), at)) ?? []
    const isNew = operator.startsWith('new')
    if (call && !isNew && call.values.length > 0 && call.values.every((value) => isLiteral(text, value))) {
      const from = at - operator.length
      found.push({ start: from, end: call.end, text: text.slice(from, call.end) })
      at = call.end
    } else at = Math.max(token, at + 1)
  }
  return found
}

const literals = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|-?\b\d+(?:\.\d+)?\b|\b(?:true|false|null|None|True|False)\b/g

/** Of texts, numbers and truths, alone or in lists, records and named arguments; at least one of them. */
function isLiteral(text: string, { start, end }: Span): boolean {
  const own = text.slice(start, end)
  const rest = own.replace(literals, '').replace(/^\s*\w+\s*=(?!=)/, '')
  return rest !== own && /^[\s,[\]{}:()]*$/.test(rest.replace(/\b\w+\s*(?=:)/g, ''))
}

/** Neighbouring lines, each of them one assertion about such calls and literals alone, in the opposite order. */
function turnAround(file: TestFile, language: Language, names: readonly string[]): string {
  const { text } = file
  const spans = expectedOf(file).filter(({ compares }) => compares === 'equal')
  const alone = new Map(
    spans.flatMap(({ assertion }): [number, Span][] => {
      const start = text.lastIndexOf('\n', assertion.start) + 1
      const newline = text.indexOf('\n', assertion.end)
      const line = { start, end: newline < 0 ? text.length : newline }
      return isAlone(text, { line, assertion }, language, names) ? [[start, line]] : []
    }),
  )
  const lines = [...alone.values()].sort((a, b) => a.start - b.start)
  const blocks: Span[][] = []
  for (const line of lines) {
    const block = blocks.at(-1)
    const last = block?.at(-1)
    const isNext = last?.end === line.start - 1 && indentAt(text, last.start) === indentAt(text, line.start)
    if (block && isNext) block.push(line)
    else blocks.push([line])
  }
  const parts = blocks.flatMap((block) =>
    block.map((line, at): [Span, string] => {
      const other = block.at(-1 - at) ?? line
      return [line, text.slice(other.start, other.end)]
    }),
  )
  return replaced(text, parts)
}

const assertionHead = /\b(?:self|t|context|assert|strict|expect)\b|\.\w+/g

function isAlone(
  text: string,
  { line, assertion }: { line: Span; assertion: Span },
  language: Language,
  names: readonly string[],
): boolean {
  if (assertion.end > line.end || text.slice(line.start, assertion.start).trim() !== '') return false
  const calls = callsIn(text, assertion, language, names)
  const outside = replaced(
    text.slice(line.start, line.end),
    calls.map(({ start, end }) => [{ start: start - line.start, end: end - line.start }, '']),
  )
  const rest = outside
    .replace(literals, '')
    .replace(assertionHead, '')
    .replace(/\b(?:equal|is)\b/gi, '')
  return calls.length > 0 && /^[\s,[\]{}:();=]*$/.test(rest)
}

function indentAt(text: string, start: number): number {
  return /^[ \t]*/.exec(text.slice(start))?.[0].length ?? 0
}

function escaped(name: string): string {
  return name.replaceAll('$', '\\$')
}
