import { callArguments, plainString, type Span } from './call-arguments.ts'

type Wired = 'javascript' | 'python'

const literal = /^\s*('[^'"\\\n$`]+'|"[^'"\\\n$`]+"|\d+(?:\.\d+)?|true|false|True|False)\s*$/

type Reading = { blank: string; name: string; isRead: (at: number) => boolean; language: Wired }

/**
 * The values that a name of a test file holds where an assertion reads it: a constant, or a column of a table of cases.
 * Only where nothing but assertions reads the name: a value that the code under test is given, too, says nothing.
 */
export function heldValues(
  text: string,
  read: Span,
  { reads, language }: { reads: ReadonlySet<number>; language: Wired },
): Span[] {
  const blank = text.replace(plainString, (found) => ' '.repeat(found.length))
  const [name = '', property] = text.slice(read.start, read.end).split('.')
  const reading = { blank, name, isRead: (at: number) => reads.has(at), language }
  if (property !== undefined) return propertyOfRows(text, reading, property)
  const held = constant(text, reading)
  return held.length > 0 ? held : column(text, reading)
}

/** Where a name is read or set; in a script, one before a colon is that of a property. */
function occurrences(blank: string, name: string, language: Wired): number[] {
  const key = language === 'javascript' ? '|\\s*:(?!:)' : ''
  const pattern = new RegExp(`(?<![\\w.$])${asPattern(name)}(?![\\w$]${key})`, 'g')
  return [...blank.matchAll(pattern)].map(({ index }) => index)
}

function constant(text: string, { blank, name, isRead, language }: Reading): Span[] {
  const [set, ...more] = [...blank.matchAll(new RegExp(`(?<![\\w.$])${asPattern(name)}\\s*=(?![=>])`, 'g'))]
  if (!set || more.length > 0) return []
  if (occurrences(blank, name, language).some((at) => at !== set.index && !isRead(at))) return []
  const start = set.index + set[0].length
  const end = start + (/^[^\n,;)]*/.exec(blank.slice(start))?.[0].length ?? 0)
  return valueAt(text, { start, end })
}

/** The values of one column of the rows that a loop takes apart. */
function column(text: string, { blank, name, isRead, language }: Reading): Span[] {
  const loop = loops(text, blank, language).find(({ fields, isWhole }) => !isWhole && fields.includes(name))
  if (!loop) return []
  const isInHead = (at: number) => at >= loop.at && at < loop.end
  if (occurrences(blank, name, language).some((at) => !isInHead(at) && !isRead(at))) return []
  return loop.rows.flatMap((row) => fieldOf(text, row, loop.isNamed ? name : loop.fields.indexOf(name), language))
}

/** The same where a loop keeps each row as a whole, and the assertion reads `row.expected`. */
function propertyOfRows(text: string, { blank, name, isRead, language }: Reading, property: string): Span[] {
  const loop = loops(text, blank, language).find(({ fields, isWhole }) => isWhole && fields[0] === name)
  if (!loop) return []
  const isOnlyRead = occurrences(blank, name, language).every((at) => {
    const after = blank.slice(at + name.length)
    const isOther = /^\.\w/.test(after) && !new RegExp(`^\\.${asPattern(property)}(?![\\w$])`).test(after)
    return (at >= loop.at && at < loop.end) || isOther || isRead(at)
  })
  return isOnlyRead ? loop.rows.flatMap((row) => fieldOf(text, row, property, language)) : []
}

type Loop = { fields: string[]; isNamed: boolean; isWhole: boolean; at: number; end: number; rows: Span[] }

const scriptLoops = [
  /\bfor\s*\(\s*(?:const|let)\s+(\[[^\]]*\]|\{[^}]*\}|\w+)\s+of\s+(\w+|(?=\[))/g,
  /(?<![\w.$])(\w+)\.(?:forEach|map)\(\s*\(?\s*(\[[^\]]*\]|\{[^}]*\}|\w+)\)?\s*=>/g,
]
const pythonLoops = /^[ \t]*for\s+([\w, ()]+?)\s+in\s+(\w+|(?=[[(]))/gm

function loops(text: string, blank: string, language: Wired): Loop[] {
  const found =
    language === 'python' ? [...blank.matchAll(pythonLoops)] : scriptLoops.flatMap((p) => [...blank.matchAll(p)])
  return found.flatMap((match): Loop[] => {
    const isEach = match[0].endsWith('=>')
    const [pattern = '', table = ''] = isEach ? [match[2], match[1]] : [match[1], match[2]]
    const end = match.index + match[0].length
    const open = table === '' ? end : tableStart(blank, table, language)
    const list = open === undefined ? undefined : callArguments(text, open, language)
    if (!list) return []
    const isWhole = /^\w+$/.test(pattern)
    const fields = pattern
      .replace(/[[\]{}()]/g, '')
      .split(',')
      .map((field) => field.trim())
    return [{ fields, isNamed: pattern.startsWith('{'), isWhole, at: match.index, end, rows: list.values }]
  })
}

/** Where the only list of this name begins, if nothing else than one loop reads it. */
function tableStart(blank: string, table: string, language: Wired): number | undefined {
  const [set, ...more] = [...blank.matchAll(new RegExp(`(?<![\\w.$])${table}\\s*=\\s*(?=[[(])`, 'g'))]
  return set && more.length === 0 && occurrences(blank, table, language).length === 2
    ? set.index + set[0].length
    : undefined
}

function fieldOf(text: string, row: Span, field: string | number, language: Wired): Span[] {
  const open = row.start + text.slice(row.start, row.end).search(/\S/)
  if (!/[[({]/.test(text[open] ?? '')) return []
  const fields = callArguments(text, open, language)?.values ?? []
  if (typeof field === 'number') return fields[field] ? valueAt(text, fields[field]) : []
  for (const { start, end } of fields) {
    const [key] = new RegExp(`^\\s*['"]?${asPattern(field)}['"]?\\s*:`).exec(text.slice(start, end)) ?? []
    if (key) return valueAt(text, { start: start + key.length, end })
  }
  return []
}

function valueAt(text: string, { start, end }: Span): Span[] {
  const value = literal.exec(text.slice(start, end))?.[1]
  if (!value) return []
  const at = start + text.slice(start, end).indexOf(value)
  return [{ start: at, end: at + value.length }]
}

function asPattern(name: string): string {
  return name.replace(/[$.]/g, '\\$&')
}
