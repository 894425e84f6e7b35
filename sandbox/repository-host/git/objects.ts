import { createHash, randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { git, tryGit } from './run.ts'

/** What a path of a new tree holds; without an id the path is removed. */
export type TreeChange = { path: string; mode: string; sha: string | undefined }

export type Signature = { name: string; email: string; date: Date }

/** Stores a file's bytes; answers their object id. */
export async function writeBlob(directory: string, content: Uint8Array): Promise<string> {
  return (await git(directory, ['hash-object', '-w', '--stdin'], content)).toString('utf8').trim()
}

/** Stores many files' bytes at once; answers their object ids in the same order. */
export async function writeBlobs(directory: string, contents: readonly Uint8Array[]): Promise<string[]> {
  const parts = contents.flatMap((content) => [`blob\ndata ${content.byteLength}\n`, content, '\n'])
  const stream = Buffer.concat([...parts, 'done\n'].map((part) => Buffer.from(part)))
  if (contents.length > 0) await git(directory, ['fast-import', '--quiet'], stream)
  return contents.map((content) =>
    createHash('sha1').update(`blob ${content.byteLength}\0`).update(content).digest('hex'),
  )
}

/** Those of the object ids that are files here. */
export async function existingBlobs(directory: string, ids: readonly string[]): Promise<Set<string>> {
  const asked = ids.filter((id) => /^[0-9a-f]{40}$/.test(id))
  const format = '--batch-check=%(objectname) %(objecttype)'
  const output = await git(directory, ['cat-file', format], asked.map((id) => `${id}\n`).join(''))
  const lines = output.toString('utf8').split('\n')
  return new Set(lines.filter((line) => line.endsWith(' blob')).map((line) => line.slice(0, 40)))
}

/** Stores the base tree, or an empty one, with the changes laid over it; answers its object id. */
export async function writeTree(
  directory: string,
  base: string | undefined,
  changes: readonly TreeChange[],
): Promise<string> {
  const index = join(directory, `index-${randomUUID()}`)
  const variables = { GIT_INDEX_FILE: index }
  try {
    await git(directory, base ? ['read-tree', base] : ['read-tree', '--empty'], '', variables)
    // Removals first: a folder may give way to a file of its name.
    const lines = [...changes].sort((one, other) => Number(one.sha !== undefined) - Number(other.sha !== undefined))
    const input = lines.map(({ path, mode, sha }) => `${sha ? mode : '0'} ${sha ?? '0'.repeat(40)}\t${path}\0`)
    await git(directory, ['update-index', '-z', '--add', '--replace', '--index-info'], input.join(''), variables)
    return (await git(directory, ['write-tree'], '', variables)).toString('utf8').trim()
  } finally {
    await rm(index, { force: true })
  }
}

/** Stores a commit of exactly these facts; answers its object id. */
export async function writeCommit(
  directory: string,
  commit: { tree: string; parents: readonly string[]; author: Signature; committer: Signature; message: string },
): Promise<string> {
  const { tree, parents, author, committer, message } = commit
  const head = [
    `tree ${tree}`,
    ...parents.map((parent) => `parent ${parent}`),
    `author ${toLine(author)}`,
    `committer ${toLine(committer)}`,
  ]
  const text = `${head.join('\n')}\n\n${message}`
  return (await git(directory, ['hash-object', '-t', 'commit', '-w', '--stdin'], text)).toString('utf8').trim()
}

/** Points a new ref at an object; false when the ref is there already. */
export async function createRef(directory: string, ref: string, sha: string): Promise<boolean> {
  return (await tryGit(directory, ['update-ref', ref, sha, '0'.repeat(40)])) !== undefined
}

export async function isRefName(directory: string, ref: string): Promise<boolean> {
  return (await tryGit(directory, ['check-ref-format', ref])) !== undefined
}

/** The folder's object id in a commit or tree; undefined when there is none. */
export async function folderId(directory: string, treeish: string, path: string): Promise<string | undefined> {
  return (await tryGit(directory, ['rev-parse', '--verify', '--quiet', `${treeish}:${path}`]))?.trim()
}

function toLine({ name, email, date }: Signature): string {
  return `${name} <${email}> ${Math.floor(date.getTime() / 1000)} +0000`
}
