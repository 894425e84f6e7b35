import { type FileChange, isDeletion } from '../domain/result.ts'

export type ImportSource = {
  branch: string
  baseCommit: string
  message: string
  at: Date
  changes: readonly FileChange[]
}

const author = 'Jobwright <noreply@jobwright.invalid>'

/**
 * The changes as a stream for `git fast-import`: one commit on the base commit, on its own branch. In a clone that
 * has the base it makes exactly the tree that was committed to, whatever the clone's settings.
 */
export function fastImport({ branch, baseCommit, message, at, changes }: ImportSource): Blob {
  const by = `${author} ${Math.floor(at.getTime() / 1000)} +0000`
  const head = [`commit refs/heads/${branch}`, `author ${by}`, `committer ${by}`]
  return new Blob([
    `${head.join('\n')}\n`,
    ...data(new TextEncoder().encode(`${message}\n`)),
    `from ${baseCommit}\n`,
    // Removals first: a folder may give way to a file of its name.
    ...changes.filter(isDeletion).map(({ path }) => `D ${quote(path)}\n`),
    ...changes.flatMap((change) =>
      isDeletion(change) ? [] : [`M ${change.mode} inline ${quote(change.path)}\n`, ...data(bytesOf(change.content))],
    ),
    'done\n',
  ])
}

function data(bytes: Uint8Array<ArrayBuffer>): BlobPart[] {
  return [`data ${bytes.byteLength}\n`, bytes, '\n']
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
}

function quote(path: string): string {
  return `"${path.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`
}
