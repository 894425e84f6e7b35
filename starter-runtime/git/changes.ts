import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type FileChange, maxChangedBytes, maxChangedFiles, sortChanges } from '#lib/domain/result.ts'
import { git } from './run.ts'
import { splitZero, treeOfFolder } from './trees.ts'

/** What was left in a folder cannot be a result; the message says why. */
export class UnusableChanges extends Error {}

type Difference = { mode: string; object: string; status: string; path: string }

/** The files by which a folder differs from the base, and the tree id of the whole. Throws UnusableChanges. */
export async function collectChanges(gitDir: string, base: string, folder: string) {
  await refuseRepositories(folder)
  const treeId = await treeOfFolder(gitDir, base, folder)
  const differences = await listDifferences(gitDir, base, treeId)
  refuseUnusable(differences)
  await refuseLarge(gitDir, differences)
  const changes: FileChange[] = []
  for (const difference of differences) changes.push(await toChange(gitDir, difference))
  return { treeId, changes: sortChanges(changes) }
}

/** A repository inside the folder would be taken as a submodule. */
async function refuseRepositories(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.name === '.git') throw new UnusableChanges('A repository was left inside the checkout.')
    if (entry.isDirectory()) await refuseRepositories(join(folder, entry.name))
  }
}

async function listDifferences(gitDir: string, base: string, tree: string): Promise<Difference[]> {
  const parts = splitZero(
    await git({ gitDir }, ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--full-index', base, tree]),
  )
  const differences: Difference[] = []
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [, mode = '', , object = '', status = ''] = parts[at]?.toString('latin1').split(' ') ?? []
    differences.push({ mode, object, status, path: readPath(parts[at + 1]) })
  }
  return differences
}

function readPath(bytes: Buffer | undefined): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new UnusableChanges('A changed path is not UTF-8.')
  }
}

function refuseUnusable(differences: readonly Difference[]): void {
  if (differences.length > maxChangedFiles) throw new UnusableChanges(`More than ${maxChangedFiles} files changed.`)
  const odd = differences.find(({ status, mode }) => status !== 'D' && !isFileMode(mode))
  if (odd) throw new UnusableChanges(`${odd.path} is a link or a submodule; only plain files can be results.`)
}

function isFileMode(mode: string): mode is '100644' | '100755' {
  return mode === '100644' || mode === '100755'
}

/** Sizes are asked for first, so that no huge file is ever read into memory. */
async function refuseLarge(gitDir: string, differences: readonly Difference[]): Promise<void> {
  const written = differences.filter(({ status }) => status !== 'D')
  const question = written.map(({ object }) => `${object}\n`).join('')
  const answer = await git({ gitDir }, ['cat-file', '--batch-check=%(objectsize)'], { input: question })
  const sizes = answer
    .toString('latin1')
    .split('\n')
    .map((line) => Number(line) || 0)
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  if (bytes > maxChangedBytes) throw new UnusableChanges(`More than ${maxChangedBytes} bytes changed.`)
}

async function toChange(gitDir: string, { mode, object, status, path }: Difference): Promise<FileChange> {
  if (status === 'D' || !isFileMode(mode)) return { path, deleted: true }
  const content = await git({ gitDir }, ['cat-file', 'blob', object])
  return { path, mode, content: content.toString('base64') }
}
