/** One file of a result: its new bytes (base64) and mode, or its removal. Paths are relative, with forward slashes. */
export type FileChange = { path: string; mode: '100644' | '100755'; content: string } | { path: string; deleted: true }

export const maxChangedFiles = 300
export const maxChangedBytes = 2 * 1024 * 1024

/** What a result's commitment is over. `changes_sha256` is over the canonical JSON of the changes, sorted by path. */
export type ResultDocument = {
  schema: 'jobwright/result'
  version: 1
  chain_id: number
  escrow: `0x${string}`
  onchain_job_id: string
  attempt: number
  agent: `0x${string}`
  repository_id: number
  base_commit: string
  tree_id: string
  changes_sha256: string
}

export function resultDocument(facts: Omit<ResultDocument, 'schema' | 'version'>): ResultDocument {
  return { schema: 'jobwright/result', version: 1, ...facts }
}

/** The changes in the order in which they are committed to: by path, byte-wise over UTF-16 code units. */
export function sortChanges(changes: readonly FileChange[]): FileChange[] {
  return [...changes].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
}

export function isDeletion(change: FileChange): change is Extract<FileChange, { deleted: true }> {
  return 'deleted' in change
}

/** Bytes that a base64 text stands for. */
export function base64Bytes(text: string): number {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  return (text.length / 4) * 3 - padding
}
