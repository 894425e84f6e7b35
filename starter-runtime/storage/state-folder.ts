import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { removeFolder } from '../git/remove-folder.ts'
import { readIfThere, writeDurably } from './durable-file.ts'

/** What is remembered of one piece of work. A written file never changes, and may only be forgotten. */
export type StateFolder = {
  path: string
  read(name: string): Promise<string | undefined>
  /** Keeps the first text that was written under the name, and returns it. */
  writeOnce(name: string, text: string): Promise<string>
  forget(name: string): Promise<void>
  /** A path for things that need not survive; none that was in use before this folder was opened. */
  scratch(name: string): string
  /** Removes what lies at such paths, also from earlier lives of this process. */
  clear(): Promise<void>
}

export async function openStateFolder(parent: string, id: string): Promise<StateFolder> {
  // Ids are UUIDs by schema; this keeps a file name from ever being more than one.
  if (!/^[0-9a-zA-Z-]{1,80}$/.test(id)) throw new Error('The id is no file name.')
  const path = join(parent, id)
  await mkdir(path, { recursive: true, mode: 0o700 })
  const scratch = join(path, `scratch-${randomUUID()}`)
  return {
    path,
    read: (name) => readIfThere(join(path, name)),
    writeOnce: async (name, text) => {
      const known = await readIfThere(join(path, name))
      if (known === undefined) await writeDurably(join(path, name), text)
      return known ?? text
    },
    forget: (name) => rm(join(path, name), { force: true }),
    scratch: (name) => join(scratch, name),
    clear: () => clearScratch(path),
  }
}

/** All that is remembered is in files, so every folder is scratch. */
async function clearScratch(path: string): Promise<void> {
  for (const entry of await readdir(path, { withFileTypes: true }).catch(() => []))
    if (entry.isDirectory()) await removeFolder(join(path, entry.name))
}

/** The ids of everything that is remembered. */
export async function listStateFolders(parent: string): Promise<string[]> {
  await mkdir(parent, { recursive: true, mode: 0o700 })
  const entries = await readdir(parent, { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
}

/** Forgets what ended (has a `done` file) so many days ago, and what an earlier life of this process left unfinished. */
export async function pruneStateFolders(parent: string, days: number): Promise<void> {
  for (const id of await listStateFolders(parent)) {
    const path = join(parent, id)
    const done = await stat(join(path, 'done')).catch(() => undefined)
    if (done && done.mtimeMs < Date.now() - days * 86_400_000) await removeFolder(path)
    else await clearScratch(path)
  }
}
