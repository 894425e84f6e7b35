import { chmod, lstat, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Removes a folder that a stranger's program may have closed to us. */
export async function removeFolder(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true })
  } catch {
    await openFolders(folder)
    await rm(folder, { recursive: true, force: true })
  }
}

async function openFolders(folder: string): Promise<void> {
  const state = await lstat(folder)
  if (!state.isDirectory()) return
  await chmod(folder, 0o700)
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await openFolders(join(folder, entry.name))
}
