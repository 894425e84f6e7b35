import { constants, type Dirent } from 'node:fs'
import { copyFile, lstat, mkdir, readdir, readlink, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const atOnce = 16

/**
 * Copies a checkout that no program has run in, with other texts in some of its files. Every file is written once, in the
 * order of its folder, so that neither order nor times say which of them have another text.
 */
export async function copyTree(from: string, to: string, texts: ReadonlyMap<string, string>): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o755 })
  await copyFolder({ from, to, texts }, '')
}

type Copy = { from: string; to: string; texts: ReadonlyMap<string, string> }

async function copyFolder(copy: Copy, folder: string): Promise<void> {
  const entries = await readdir(join(copy.from, folder), { withFileTypes: true })
  for (let at = 0; at < entries.length; at += atOnce)
    await Promise.all(entries.slice(at, at + atOnce).map((entry) => copyEntry(copy, folder, entry)))
}

async function copyEntry(copy: Copy, folder: string, entry: Dirent): Promise<void> {
  const path = folder === '' ? entry.name : `${folder}/${entry.name}`
  const [from, to] = [join(copy.from, path), join(copy.to, path)]
  if (entry.isSymbolicLink()) return symlink(await readlink(from, 'buffer'), to)
  if (entry.isDirectory()) {
    await mkdir(to)
    return copyFolder(copy, path)
  }
  const text = copy.texts.get(path)
  if (text === undefined) return copyFile(from, to, constants.COPYFILE_FICLONE)
  await writeFile(to, text, { mode: (await lstat(from)).mode & 0o777, flag: 'wx' })
}
