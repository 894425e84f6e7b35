import postgres from 'postgres'
import { inject } from 'vitest'

/** A database of one's own, copied from the run's migrated template. */
export async function cloneDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const url = inject('databaseUrl')
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
  const administer = async (statement: string) => {
    const admin = postgres(url, { max: 1, onnotice: () => undefined })
    try {
      // Copies of one template are made one at a time.
      await admin`select pg_advisory_lock(1)`
      await admin.unsafe(statement)
    } finally {
      await admin.end()
    }
  }
  await administer(`create database ${name} template template_jobwright strategy file_copy`)
  return {
    url: url.replace(/\/postgres$/, `/${name}`),
    drop: () => administer(`drop database ${name} with (force)`),
  }
}
