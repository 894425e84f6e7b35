import { git } from './run.ts'
import { splitZero } from './trees.ts'

export type TreeFile = { object: string; bytes: number }

/** The plain files of a tree by their path. */
export async function listFiles(gitDir: string, tree: string): Promise<Map<string, TreeFile>> {
  const lines = splitZero(await git({ gitDir }, ['ls-tree', '-r', '-l', '-z', '--full-tree', tree]))
  const files = new Map<string, TreeFile>()
  for (const line of lines) {
    const tab = line.indexOf('\t')
    const [mode = '', , object = '', bytes = ''] = line.subarray(0, tab).toString('latin1').split(/ +/)
    if (mode.startsWith('100')) files.set(line.subarray(tab + 1).toString('utf8'), { object, bytes: Number(bytes) })
  }
  return files
}

const maxBytes = 512 * 1024

/** A file's text; undefined for one that is too large to be written by people. */
export async function readText(gitDir: string, file: TreeFile | undefined): Promise<string | undefined> {
  if (!file || file.bytes > maxBytes) return undefined
  return (await git({ gitDir }, ['cat-file', 'blob', file.object])).toString('utf8')
}
