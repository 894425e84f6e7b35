type Column = { type: string; notNull: boolean; default?: unknown; generated?: unknown }
type Table = {
  columns: Record<string, Column>
  checkConstraints: Record<string, { value: string }>
  indexes: Record<string, { isUnique: boolean; columns: readonly { expression?: string }[] }>
  foreignKeys: Record<string, { columnsFrom: readonly string[] }>
}

/** A schema as drizzle-kit keeps it beside each migration. */
export type Schema = { tables: Record<string, Table> }

/** What a program that was written for the first schema misses in the second, or can no longer write. */
export function narrowings(before: Schema, after: Schema): string[] {
  return Object.entries(before.tables).flatMap(([key, table]) => {
    const name = key.replace(/^public\./, '')
    const next = after.tables[key]
    return next ? [...ofColumns(name, table, next), ...ofConditions(table, next)] : [`${name} is gone`]
  })
}

function ofColumns(name: string, before: Table, after: Table): string[] {
  const known = Object.entries(before.columns).flatMap(([column, { type, notNull }]) => {
    const next = after.columns[column]
    if (!next) return [`${name}.${column} is gone`]
    if (next.type !== type) return [`${name}.${column} has another type`]
    return next.notNull && !notNull ? [`${name}.${column} may no longer be empty`] : []
  })
  const added = Object.entries(after.columns).filter(
    ([column, { notNull, generated, ...rest }]) =>
      !(column in before.columns) && notNull && !generated && !('default' in rest),
  )
  return [...known, ...added.map(([column]) => `${name}.${column} has to be filled`)]
}

function ofConditions(before: Table, after: Table): string[] {
  const checks = Object.entries(after.checkConstraints).flatMap(([name, { value }]) => {
    const known = before.checkConstraints[name]
    if (!known) return concernsKnown(before, value) ? [`${name} is a new condition`] : []
    return known.value === value || isWider(known.value, value) ? [] : [`${name} allows less`]
  })
  const unique = Object.entries(after.indexes).filter(
    ([name, { isUnique, columns }]) =>
      isUnique &&
      !before.indexes[name]?.isUnique &&
      columns.every(({ expression = '' }) => expression in before.columns),
  )
  const keys = Object.entries(after.foreignKeys).filter(
    ([name, { columnsFrom }]) =>
      !(name in before.foreignKeys) && columnsFrom.every((column) => column in before.columns),
  )
  return [...checks, ...[...unique, ...keys].map(([name]) => `${name} is a new condition`)]
}

/** A condition on new columns alone binds nobody who leaves them empty. */
function concernsKnown(before: Table, value: string): boolean {
  const named = [...value.matchAll(/"\w+"\."(\w+)"/g)].map(([, column = '']) => column)
  return named.length === 0 || named.some((column) => column in before.columns)
}

/** A list of values that has every one of the list before, in the same condition. */
function isWider(before: string, after: string): boolean {
  const values = (text: string) => new Set([...text.matchAll(/'([^']*)'/g)].map(([, value]) => value))
  const frame = (text: string) => text.replaceAll(/\([^()]*'[^()]*\)/g, '(…)')
  return frame(before) === frame(after) && [...values(before)].every((value) => values(after).has(value))
}
