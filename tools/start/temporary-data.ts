import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseHome } from './postgres.ts'

/** A folder for a stack that leaves nothing behind; `remove` also takes the database's files, which may lie elsewhere. */
export async function temporaryData(name: string): Promise<{ dataDir: string; remove: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), `jobwright-${name}-`))
  const folders = new Set([dataDir, databaseHome(dataDir)])
  const remove = async () => {
    for (const folder of folders) await rm(folder, { recursive: true, force: true })
  }
  return { dataDir, remove }
}
