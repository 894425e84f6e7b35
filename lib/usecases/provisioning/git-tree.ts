import { createHash } from 'node:crypto'
import { type FileChange, isDeletion } from '../../domain/result.ts'

export type TreeFile = { path: string; mode: '100644' | '100755'; content: Uint8Array }
type TreeEntry = { path: string; mode: string; id: string }

/** The files after the changes; a change of a path replaces it, a deletion removes it. */
export function applyChanges(files: readonly TreeFile[], changes: readonly FileChange[]): TreeFile[] {
  const result = new Map(files.map((file) => [file.path, file]))
  for (const change of changes) {
    if (isDeletion(change)) result.delete(change.path)
    else
      result.set(change.path, {
        path: change.path,
        mode: change.mode,
        content: Buffer.from(change.content, 'base64'),
      })
  }
  return [...result.values()]
}

/** The id that git gives the tree of these files. */
export function gitTreeId(files: readonly TreeFile[]): string {
  return treeIdOf(files.map(({ path, mode, content }) => ({ path, mode, id: gitBlobId(content) })))
}

/** The id that git gives a file with these bytes. */
export function gitBlobId(content: Uint8Array): string {
  return hashObject('blob', Buffer.from(content)).toString('hex')
}

/** The id of the tree of these entries, whatever is in them; folders are left out. */
export function treeIdOf(entries: readonly TreeEntry[]): string {
  return hashTree(entries.map((entry) => ({ ...entry, parts: entry.path.split('/') }))).toString('hex')
}

type Node = TreeEntry & { parts: string[] }

function hashTree(files: Node[]): Buffer {
  const entries: { name: string; sortKey: string; mode: string; id: Buffer }[] = []
  const folders = new Map<string, Node[]>()
  for (const file of files) {
    const [name = '', ...rest] = file.parts
    if (rest.length === 0) entries.push({ name, sortKey: name, mode: file.mode, id: Buffer.from(file.id, 'hex') })
    else folders.set(name, [...(folders.get(name) ?? []), { ...file, parts: rest }])
  }
  for (const [name, inside] of folders) entries.push({ name, sortKey: `${name}/`, mode: '40000', id: hashTree(inside) })
  entries.sort((a, b) => Buffer.compare(Buffer.from(a.sortKey), Buffer.from(b.sortKey)))
  const body = Buffer.concat(entries.map(({ mode, name, id }) => Buffer.concat([Buffer.from(`${mode} ${name}\0`), id])))
  return hashObject('tree', body)
}

function hashObject(type: string, body: Buffer): Buffer {
  return createHash('sha1').update(`${type} ${body.byteLength}\0`).update(body).digest()
}
