import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { lstat, mkdir, open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { removeFolder } from '../git/remove-folder.ts'

const maxBytes = 16 * 1024 * 1024

/**
 * Where one run writes its report: an empty file in a new folder outside of the checkout, under names that no other run has. What
 * takes the place of the file is another one, and no report.
 */
export type ReportFile = { outbox: { folder: string; path: string }; name: string; path: string; inode: bigint }

export async function prepareReport(folder: string): Promise<ReportFile> {
  await mkdir(folder, { recursive: true })
  const [path, name] = [`/${randomBytes(12).toString('hex')}`, randomBytes(12).toString('hex')]
  await writeFile(join(folder, name), '', { mode: 0o600 })
  const { ino: inode } = await lstat(join(folder, name), { bigint: true })
  return { outbox: { folder, path }, name, path: `${path}/${name}`, inode }
}

/**
 * The report's text, once the run has ended; undefined unless the file is the one that was made for it, has one name
 * and is no larger than a report may be. What the program put there is a stranger's: no link is followed, and nothing else in the folder is opened.
 */
export async function takeReport({ outbox, name, inode }: ReportFile): Promise<string | undefined> {
  try {
    if (!(await lstat(outbox.folder)).isDirectory()) return undefined
    const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants
    const file = await open(join(outbox.folder, name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    try {
      const state = await file.stat({ bigint: true })
      if (!state.isFile() || state.ino !== inode || state.nlink !== 1n || state.size > maxBytes) return undefined
      const size = Number(state.size)
      const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, 0)
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(buffer.subarray(0, bytesRead))
    } finally {
      await file.close()
    }
  } catch {
    return undefined
  } finally {
    await removeFolder(outbox.folder)
  }
}
