import { pageOf } from '#lib/domain/page-of.ts'
import type { Step } from '#lib/domain/step.ts'
import { toPlain, toTable } from '../table.ts'

type Row = Record<string, unknown>

/** A cell shows so many letters of a text. */
const lettersMax = 160

/** An answer for people: a list as a table, anything else as its fields, and what can be done next. */
export function describe(reply: unknown, columns: readonly string[] | undefined, origin: string): string {
  if (reply === undefined) return 'Done.'
  if (!isRow(reply)) return String(reply)
  const list = Object.values(reply).find((value) => Array.isArray(value) && Object.keys(reply).length <= 2)
  if (Array.isArray(list)) return describeList(list.filter(isRow), columns, reply.next_cursor)
  const fields = Object.entries(reply).flatMap(([name, value]) => fieldsOf(name, value))
  const actions = [reply.findings, reply.next_actions, reply.pending_actions].flatMap((each) => each ?? []) as Row[]
  return [toTable(['field', 'value'], fields), ...actions.map((each) => describeNext(each, origin))].join('\n')
}

function describeList(rows: Row[], columns: readonly string[] | undefined, cursor: unknown): string {
  if (rows.length === 0) return 'Nothing to list.'
  const names = columns ?? shortNames(rows)
  const cells = rows.map((row) => names.map((name) => textOf(valueAt(row, name)) ?? '-'))
  const titles = names.map((name) => name.replaceAll(/[._]/g, ' '))
  return typeof cursor === 'string'
    ? `${toTable(titles, cells)}\n\nThere is more: --cursor ${toPlain(cursor)}`
    : toTable(titles, cells)
}

function shortNames(rows: Row[]): string[] {
  const [first = {}] = rows
  return Object.keys(first)
    .filter((name) => rows.every((row) => textOf(row[name]) !== undefined))
    .slice(0, 7)
}

function valueAt(row: Row, name: string): unknown {
  return name.split('.').reduce<unknown>((value, key) => (isRow(value) ? value[key] : undefined), row)
}

function fieldsOf(name: string, value: unknown): [string, string][] {
  const text = textOf(value)
  if (text !== undefined) return [[name.replaceAll('_', ' '), text]]
  if (Array.isArray(value))
    return [[name.replaceAll('_', ' '), value.every(isRow) ? `${value.length} of them, see --json` : value.join(', ')]]
  if (!isRow(value)) return []
  return Object.entries(value).flatMap(([inner, each]) => {
    const short = textOf(each)
    return short === undefined ? [] : [[`${name} ${inner}`.replaceAll('_', ' '), short] as [string, string]]
  })
}

/** What fits in a cell; undefined for what does not. */
function textOf(value: unknown): string | undefined {
  if (value === null) return '-'
  if (isRow(value) && typeof value.amount === 'string') return `${value.amount} ${value.currency}`
  if (typeof value === 'object' || value === undefined) return undefined
  const text = String(value)
  return text.length > lettersMax ? `${text.slice(0, lettersMax)}…` : text
}

/** A finding of a review, or an action: what to do, where, and until when. */
function describeNext(next: Row, origin: string): string {
  if (typeof next.message === 'string')
    return toPlain(`${next.severity === 'blocking' ? '✗' : '!'} ${next.message} ${next.next_action ?? ''}`)
  return `→ ${describeAction(next as Step, origin)}`
}

export function describeAction({ text, href, until }: Pick<Step, 'text' | 'href' | 'until'>, origin: string): string {
  const page = pageFor(href)
  const end = until ? ` (until ${until})` : ''
  return toPlain(`${text}${end}${page ? ` ${new URL(page, origin)}` : ''}`)
}

/** Pages as they are; paths of the API are for programs, and their commands are in the help. */
function pageFor(href: string | undefined): string | undefined {
  return href === undefined || href.startsWith('/api/v1/') ? pageOf({ href: href ?? '' }) : href
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
