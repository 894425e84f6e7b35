import { type FileChange, isDeletion } from '../domain/result.ts'
import type { Ask } from './ask.ts'
import { objectSchema } from './publisher-wire.ts'
import { parse } from './wire.ts'

type TreeEntry = { path: string; mode: string; type: 'blob'; sha: string | null } | InlineEntry
type InlineEntry = { path: string; mode: string; type: 'blob'; content: string }

const parallel = 4

/**
 * The changes as entries of a new tree. Plain text goes inline, since the host bounds how many objects may be made in
 * a minute; everything that text could not carry exactly becomes a separate blob.
 */
export async function toTreeEntries(ask: Ask, changes: readonly FileChange[]): Promise<TreeEntry[]> {
  const entries: TreeEntry[] = []
  for (let start = 0; start < changes.length; start += parallel)
    entries.push(...(await Promise.all(changes.slice(start, start + parallel).map((change) => toEntry(ask, change)))))
  return entries
}

async function toEntry(ask: Ask, change: FileChange): Promise<TreeEntry> {
  const { path } = change
  if (isDeletion(change)) return { path, mode: '100644', type: 'blob', sha: null }
  const { mode, content } = change
  const text = plainText(content)
  if (text !== undefined) return { path, mode, type: 'blob', content: text }
  const { sha } = parse(objectSchema, await ask('POST /git/blobs', { content, encoding: 'base64' }))
  return { path, mode, type: 'blob', sha }
}

/** The text that stands for exactly these bytes and has no control characters but tab and line ends. */
function plainText(base64: string): string | undefined {
  const bytes = Buffer.from(base64, 'base64')
  const text = bytes.toString('utf8')
  const isPlain = text !== '' && !/[^\P{Cc}\t\n\r]|\uFEFF/u.test(text)
  return isPlain && Buffer.from(text, 'utf8').equals(bytes) ? text : undefined
}
