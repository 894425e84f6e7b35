import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { narrowings, type Schema } from '#test/narrowings.ts'

const folder = resolve(import.meta.dirname, '../../drizzle/migrations')
/** Those up to this one were written before any release. */
const lastFree = '0061_deleted_drafts.sql'

/** Says which release was the first that does without it: `-- contract: 0.3.0 no longer reads drafts.title`. */
const marker = /^-- contract: v?\d+\.\d+\.\d+ \S/m

const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
const isMarked = (name: string) => marker.test(readFileSync(join(folder, name), 'utf8'))
const schemaAfter = (name: string) =>
  JSON.parse(readFileSync(join(folder, `meta/${name.slice(0, 4)}_snapshot.json`), 'utf8')) as Schema

test('after a migration the release before still finds all that it uses, and may write what it wrote', () => {
  const broken = names.filter((name, index) => {
    const before = names[index - 1]
    if (name <= lastFree || before === undefined || isMarked(name)) return false
    return narrowings(schemaAfter(before), schemaAfter(name)).length > 0
  })
  expect(broken).toEqual([])
  expect(names.filter((name) => name > lastFree).length).toBeGreaterThan(0)
})

/** Tables of which no row is ever deleted. */
const keptForEver = ['users', 'wallets', 'events']

test('what names a row that may be deleted is found by an index, so that no deletion reads a whole table', () => {
  const { tables } = schemaAfter(names.at(-1) ?? '') as unknown as { tables: Record<string, IndexedTable> }
  const unindexed = Object.values(tables).flatMap((table) => {
    const indexed = [
      ...Object.values(table.indexes).map(({ columns, where }) =>
        !where || where.endsWith('is not null') ? columns[0]?.expression : undefined,
      ),
      ...[...Object.values(table.uniqueConstraints), ...Object.values(table.compositePrimaryKeys)].map(
        ({ columns }) => columns[0],
      ),
      ...Object.values(table.columns).map(({ name, primaryKey }) => (primaryKey ? name : undefined)),
    ]
    return Object.values(table.foreignKeys)
      .filter(
        ({ tableTo, columnsFrom }) =>
          !keptForEver.includes(tableTo) && !columnsFrom.some((one) => indexed.includes(one)),
      )
      .map(({ columnsFrom, tableTo }) => `${table.name}.${columnsFrom.join()} of ${tableTo}`)
  })
  expect(unindexed).toEqual([])
})

type IndexedTable = {
  name: string
  columns: Record<string, { name: string; primaryKey: boolean }>
  indexes: Record<string, { columns: { expression: string }[]; where?: string }>
  uniqueConstraints: Record<string, { columns: string[] }>
  compositePrimaryKeys: Record<string, { columns: string[] }>
  foreignKeys: Record<string, { tableTo: string; columnsFrom: string[] }>
}

const column = (type: string, more = {}) => ({ type, notNull: false, ...more })
const table = (columns: object, more = {}) => ({ columns, checkConstraints: {}, indexes: {}, foreignKeys: {}, ...more })
const schema = (drafts: object) => ({ tables: { 'public.drafts': drafts } }) as Schema
const states = (value: string) => ({ checkConstraints: { drafts_state: { value } } })
const before = schema(table({ title: column('text') }, states("state in ('OPEN')")))

test.each([
  ['a column that is gone', table({}, states("state in ('OPEN')")), 'drafts.title is gone'],
  ['another type', table({ title: column('integer') }, states("state in ('OPEN')")), 'drafts.title has another type'],
  [
    'a column that may no longer be empty',
    table({ title: column('text', { notNull: true }) }, states("state in ('OPEN')")),
    'drafts.title may no longer be empty',
  ],
  [
    'a new column that has to be filled',
    table({ title: column('text'), body: column('text', { notNull: true }) }, states("state in ('OPEN')")),
    'drafts.body has to be filled',
  ],
  [
    'a value that is no longer allowed',
    table({ title: column('text') }, states("state in ('SHUT')")),
    'drafts_state allows less',
  ],
  [
    'a new unique index',
    table(
      { title: column('text') },
      { ...states("state in ('OPEN')"), indexes: { drafts_title: { isUnique: true, columns: [] } } },
    ),
    'drafts_title is a new condition',
  ],
  [
    'a new foreign key',
    table(
      { title: column('text') },
      { ...states("state in ('OPEN')"), foreignKeys: { drafts_fk: { columnsFrom: ['title'] } } },
    ),
    'drafts_fk is a new condition',
  ],
])('%s breaks the release before', (_, after, what) => {
  expect(narrowings(before, schema(after))).toEqual([what])
})

test('a table that is gone breaks the release before', () => {
  expect(narrowings(before, { tables: {} })).toEqual(['drafts is gone'])
})

test('new tables, empty or filled columns, indexes and values break nothing', () => {
  const columns = {
    title: column('text'),
    body: column('text'),
    size: column('integer', { notNull: true, default: 0 }),
  }
  const more = {
    ...states("state in ('OPEN', 'SHUT')"),
    indexes: { drafts_title: { isUnique: false, columns: [] } },
  }
  const sketches = table({ name: column('text', { notNull: true }) })
  const after = { tables: { 'public.drafts': table(columns, more), 'public.sketches': sketches } } as Schema
  expect(narrowings(before, after)).toEqual([])
})
