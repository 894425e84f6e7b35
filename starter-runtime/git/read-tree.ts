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
const maxAtOnce = 32 * 1024 * 1024
/** Texts that were read, for as long as the listing that they belong to. */
const texts = new WeakMap<TreeFile, Promise<string | undefined>>()

/** A file's text; undefined for one that is too large to be written by people. */
export function readText(gitDir: string, file: TreeFile | undefined): Promise<string | undefined> {
  if (!file || file.bytes > maxBytes) return Promise.resolve(undefined)
  const known = texts.get(file)
  if (known) return known
  const text = git({ gitDir }, ['cat-file', 'blob', file.object]).then((bytes) => bytes.toString('utf8'))
  texts.set(file, text)
  return text
}

/** Reads many files with one program, so that asking for their texts afterwards takes no time. */
export async function readAhead(gitDir: string, files: readonly (TreeFile | undefined)[]): Promise<void> {
  const wanted: TreeFile[] = []
  let bytes = 0
  for (const file of files) {
    if (!file || file.bytes > maxBytes || texts.has(file) || wanted.includes(file)) continue
    bytes += file.bytes
    if (bytes > maxAtOnce) break
    wanted.push(file)
  }
  if (wanted.length < 2) return
  const input = wanted.map(({ object }) => `${object}\n`).join('')
  const output = await git({ gitDir }, ['cat-file', '--batch'], { input })
  let at = 0
  for (const file of wanted) {
    const start = output.indexOf('\n', at) + 1
    const [object, type] = output.subarray(at, start).toString('latin1').split(' ')
    if (object !== file.object || type !== 'blob') return
    texts.set(file, Promise.resolve(output.subarray(start, start + file.bytes).toString('utf8')))
    at = start + file.bytes + 1
  }
}
