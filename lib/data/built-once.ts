import type { Database } from './database.ts'

type Built = { execute: (values?: Record<string, unknown>) => Promise<unknown> }

/**
 * A statement with placeholders whose text is made once for a pool: making it takes the program longer than sending it.
 * A transaction makes it each time, since it refuses statements once it is over.
 */
export function builtOnce<Query extends Built>(
  build: (db: Database) => { prepare: (name: string) => Query },
): (db: Database) => Query {
  const built = new WeakMap<Database, Query>()
  return (db) => {
    const query = built.get(db) ?? build(db).prepare('built once')
    if ('$client' in db) built.set(db, query)
    return query
  }
}
