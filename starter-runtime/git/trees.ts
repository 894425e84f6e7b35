import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { AcceptanceFile } from '#lib/domain/acceptance-files.ts'
import { protectorOf } from '#lib/domain/path-pattern.ts'
import { type FileChange, isDeletion } from '#lib/domain/result.ts'
import { GitError, type GitPlace, git } from './run.ts'

const noObject = '0'.repeat(40)

export type TreeEntry = { mode: string; object: string; path: Buffer }

/** Writes the files of a commit or tree into an empty folder, byte for byte, with nothing of git's own beside them. */
export async function checkOut(gitDir: string, tree: string, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o755 })
  await withIndex(gitDir, async (place) => {
    await git(place, ['read-tree', tree])
    await git({ ...place, workTree: folder }, ['checkout-index', '--all', '--force', '--quiet'])
  })
}

/** The tree id of what lies in a folder, ignored files left out, as `git add -A` on the base commit takes it. */
export function treeOfFolder(gitDir: string, base: string, folder: string): Promise<string> {
  return withIndex(gitDir, async (place) => {
    await git(place, ['read-tree', base])
    // The fresh index holds no file times, so every file is read again.
    await git({ ...place, workTree: folder }, ['add', '--all', '--', '.'])
    return text(await git(place, ['write-tree']))
  })
}

/** The tree id that the changes make of the base; undefined when they cannot be applied to it. */
export async function applyChanges(
  gitDir: string,
  base: string,
  changes: readonly FileChange[],
): Promise<string | undefined> {
  const entries: TreeEntry[] = []
  for (const change of changes) {
    const path = Buffer.from(change.path)
    if (isDeletion(change)) entries.unshift({ mode: '0', object: noObject, path })
    else entries.push({ mode: change.mode, object: await writeBlob(gitDir, change.content), path })
  }
  const tree = await withIndex(gitDir, async (place) => {
    await git(place, ['read-tree', base])
    try {
      await writeEntries(place, entries)
    } catch (error) {
      if (error instanceof GitError) return undefined
      throw error
    }
    return text(await git(place, ['write-tree']))
  })
  return tree !== undefined && (await countEntries(gitDir, base, entries)) === (await listTree(gitDir, tree)).length
    ? tree
    : undefined
}

/** How many files there are when each change touches its own path only; git would drop a file to make room for a folder. */
async function countEntries(gitDir: string, base: string, changed: readonly TreeEntry[]): Promise<number> {
  const names = new Set((await listTree(gitDir, base)).map(({ path }) => path.toString('latin1')))
  for (const { object, path } of changed) {
    if (object === noObject) names.delete(path.toString('latin1'))
    else names.add(path.toString('latin1'))
  }
  return names.size
}

/** The tree in which everything that these entries protect is as in the base: restored, or gone where the base has none. */
export async function restorePaths(gitDir: string, base: string, tree: string, entries: readonly string[]) {
  const isProtected = protectorOf(entries)
  const isHeld = ({ path }: TreeEntry) => isProtected(path.toString('utf8'))
  const [before, after] = await Promise.all([listTree(gitDir, base), listTree(gitDir, tree)])
  return writeTree(gitDir, [...after.filter((entry) => !isHeld(entry)), ...before.filter(isHeld)])
}

/**
 * The tree with the client's files in it, in the modes that their paths have in the base. What stands in their way there,
 * a file where they need a folder or a folder where they are a file, is left out.
 */
export async function layOver(gitDir: string, base: string, tree: string, files: readonly AcceptanceFile[]) {
  if (files.length === 0) return tree
  const [before, after] = await Promise.all([listTree(gitDir, base), listTree(gitDir, tree)])
  const laid: TreeEntry[] = []
  for (const { path, content } of files) {
    const isProgram = before.some((entry) => entry.mode === '100755' && entry.path.equals(Buffer.from(path)))
    const mode = isProgram ? '100755' : '100644'
    laid.push({ mode, object: await writeBlob(gitDir, content), path: Buffer.from(path) })
  }
  const isInTheWay = ({ path }: TreeEntry) => {
    const name = path.toString('utf8')
    return files.some((file) => isWithin(name, file.path) || isWithin(file.path, name))
  }
  return writeTree(gitDir, [...after.filter((entry) => !isInTheWay(entry)), ...laid])
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`)
}

function writeTree(gitDir: string, entries: readonly TreeEntry[]): Promise<string> {
  return withIndex(gitDir, async (place) => {
    await git(place, ['read-tree', '--empty'])
    await writeEntries(place, entries)
    return text(await git(place, ['write-tree']))
  })
}

async function listTree(gitDir: string, tree: string): Promise<TreeEntry[]> {
  const lines = splitZero(await git({ gitDir }, ['ls-tree', '-r', '-z', '--full-tree', tree]))
  return lines.map((line) => {
    const tab = line.indexOf('\t')
    const [mode = '', , object = ''] = line.subarray(0, tab).toString('latin1').split(' ')
    return { mode, object, path: line.subarray(tab + 1) }
  })
}

export function splitZero(bytes: Buffer): Buffer[] {
  const parts: Buffer[] = []
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(0, from)
    if (end === -1) break
    parts.push(bytes.subarray(from, end))
    from = end + 1
  }
  return parts
}

async function writeEntries(place: GitPlace, entries: readonly TreeEntry[]): Promise<void> {
  const lines = entries.flatMap(({ mode, object, path }) => [Buffer.from(`${mode} ${object}\t`), path, Buffer.of(0)])
  await git(place, ['update-index', '-z', '--index-info'], { input: Buffer.concat(lines) })
}

async function writeBlob(gitDir: string, base64: string): Promise<string> {
  return text(await git({ gitDir }, ['hash-object', '-w', '--stdin'], { input: Buffer.from(base64, 'base64') }))
}

async function withIndex<Value>(gitDir: string, work: (place: GitPlace) => Promise<Value>): Promise<Value> {
  const index = join(gitDir, `index-${randomUUID()}`)
  try {
    return await work({ gitDir, index })
  } finally {
    await rm(index, { force: true })
  }
}

function text(bytes: Buffer): string {
  return bytes.toString('utf8').trim()
}
