import { randomUUID } from 'node:crypto'
import { chmod, lstat, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { print, reasonOf } from '../print.ts'

/**
 * Removes a folder that a stranger's program may have filled, closed to us, or nested deeper than a path can name. One that
 * cannot be removed is reported and left: what becomes of it decides nothing.
 */
export async function removeFolder(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true })
  } catch {
    await flattenAndRemove(folder).catch((error: unknown) =>
      print(`${folder} could not be removed: ${reasonOf(error)}`),
    )
  }
}

/** Brings every folder to the top before it is looked into, so that no path grows longer than one name below it. */
async function flattenAndRemove(top: string): Promise<void> {
  if (!(await lstat(top)).isDirectory()) return rm(top)
  const waiting = [top]
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    await chmod(folder, 0o700)
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (!entry.isDirectory()) {
        await rm(path)
        continue
      }
      // A folder that is closed to us can be moved only once it is open.
      await chmod(path, 0o700)
      const place = join(top, randomUUID())
      await rename(path, place)
      waiting.push(place)
    }
    if (folder !== top) await rmdir(folder)
  }
  await rmdir(top)
}
