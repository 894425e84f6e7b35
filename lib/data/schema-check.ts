import { sql } from 'drizzle-orm'
import { inTime } from '../domain/in-time.ts'
import { type Database, isForbidden } from './database.ts'
import { type MigrationFile, migrationFiles } from './migrate.ts'
import { outageOf } from './outage.ts'

/** How the database's schema differs from the program's migrations; null where it does not. */
export type SchemaCheck = (db: Database) => Promise<SchemaDifference | null>
export type SchemaDifference = { kind: 'older' | 'newer' | 'other'; detail: string }

const patienceMs = 5_000

type Applied = { name: string; checksum: string }

/** Compares with the migrations that lay beside the program when it started, as it was written for these. */
export function openSchemaCheck(): SchemaCheck {
  const files = migrationFiles()
  // A program that never asks does not end because they cannot be read.
  files.catch(() => undefined)
  return async (db) => {
    const [table] = await db.execute(sql`select to_regclass('applied_migrations') is not null as exists`)
    const applied = table?.exists
      ? await db.execute<Applied>(sql`select name, checksum from applied_migrations order by name`)
      : []
    return differenceOf(await files, applied)
  }
}

/**
 * Why a program must not start with this database: it is at a newer schema, or at one of other migrations, or the role may not read it. Undefined also
 * while it cannot be read, since a program that runs already would go on; readiness says so.
 */
export async function schemaRefusal(db: Database, check: SchemaCheck): Promise<string | undefined> {
  const difference = await inTime(
    check(db).catch((error: unknown) => {
      if (outageOf(error)) return null
      if (!isForbidden(error)) throw error
      const detail =
        'DATABASE_URL names a role that may not read the service’s tables (42501): name the role that owns them.'
      return { kind: 'other' as const, detail }
    }),
    patienceMs,
  )
  return difference && difference.kind !== 'older' ? difference.detail : undefined
}

function differenceOf(files: readonly MigrationFile[], applied: readonly Applied[]): SchemaDifference | null {
  const other = applied.find(({ name, checksum }, at) => files[at] && !isSame(files[at], { name, checksum }))
  if (other) return { kind: 'other', detail: `The database's migration ${other.name} is not this program's.` }
  const [newest, known] = [applied.at(-1)?.name ?? 'no migration', files.at(-1)?.name ?? 'none']
  if (applied.length > files.length) {
    const detail = `The database is at ${newest}, and this program ends at ${known}: start the newer release, or restore the backup of before.`
    return { kind: 'newer', detail }
  }
  if (applied.length === files.length) return null
  const detail = `The database is at ${newest}, and this program needs ${known}: run \`npm run migrate\`.`
  return { kind: 'older', detail }
}

function isSame(file: MigrationFile, { name, checksum }: Applied): boolean {
  return file.name === name && file.checksum === checksum
}
