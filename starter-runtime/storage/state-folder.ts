import { mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { removeFolder } from '../git/remove-folder.ts'
import { readIfThere, writeDurably } from './durable-file.ts'

/** What is remembered of one piece of work. A written file never changes. */
export type StateFolder = {
  path: string
  read(name: string): Promise<string | undefined>
  /** Keeps the first text that was written under the name, and returns it. */
  writeOnce(name: string, text: string): Promise<string>
  /** Makes a path below the folder for things that need not survive. */
  scratch(name: string): string
  clear(...names: string[]): Promise<void>
}

export async function openStateFolder(parent: string, id: string): Promise<StateFolder> {
  // Ids are UUIDs by schema; this keeps a file name from ever being more than one.
  if (!/^[0-9a-zA-Z-]{1,80}$/.test(id)) throw new Error('The id is no file name.')
  const path = join(parent, id)
  await mkdir(path, { recursive: true, mode: 0o700 })
  return {
    path,
    read: (name) => readIfThere(join(path, name)),
    writeOnce: async (name, text) => {
      const known = await readIfThere(join(path, name))
      if (known === undefined) await writeDurably(join(path, name), text)
      return known ?? text
    },
    scratch: (name) => join(path, name),
    clear: async (...names) => {
      for (const name of names) await removeFolder(join(path, name))
    },
  }
}

/** The ids of everything that is remembered. */
export async function listStateFolders(parent: string): Promise<string[]> {
  await mkdir(parent, { recursive: true, mode: 0o700 })
  const entries = await readdir(parent, { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
}

/** Forgets what ended (has a `done` file) so many days ago. */
export async function pruneStateFolders(parent: string, days: number): Promise<void> {
  for (const id of await listStateFolders(parent)) {
    const done = await stat(join(parent, id, 'done')).catch(() => undefined)
    if (done && done.mtimeMs < Date.now() - days * 86_400_000) await removeFolder(join(parent, id))
  }
}
