import { findResult } from '../../data/assignments.ts'
import { findJobAndTerms } from '../../data/jobs.ts'
import type { ShadowCandidate } from '../../data/shadow-seats.ts'
import { type FileChange, isDeletion, type ResultDocument } from '../../domain/result.ts'
import type { PublicHost } from '../../ports/public-host.ts'
import type { Context } from '../context.ts'
import { changesDigest } from '../dispatch/changes-digest.ts'
import { gitBlobId, treeIdOf } from '../provisioning/git-tree.ts'

const maxFileBytes = 256 * 1024

/**
 * The base of a settled job as a result: a file that the real result changed, with the bytes of the base and an empty line
 * more. Undefined when strangers cannot read the base any more, or the result changed no such file of it.
 */
export async function baseResult(
  ctx: Context,
  host: PublicHost,
  { onchainJobId, attempt }: Pick<ShadowCandidate, 'onchainJobId' | 'attempt'>,
): Promise<{ document: ResultDocument; changes: FileChange[] } | undefined> {
  const [{ snapshot }, delivered] = await Promise.all([
    findJobAndTerms(ctx.db, onchainJobId),
    findResult(ctx.db, onchainJobId, attempt),
  ])
  if (!snapshot || !delivered) return undefined
  const { repository, base } = snapshot.taskDocument
  const entries = await host.entries(repository.full_name, base.commit)
  const changed = new Set(delivered.changes.filter((change) => !isDeletion(change)).map(({ path }) => path))
  const file = entries?.find(({ path, mode }) => changed.has(path) && isFileMode(mode))
  const bytes = file && (await host.blob(repository.full_name, file.id))
  if (!entries || !file || !bytes || bytes.byteLength > maxFileBytes || !isFileMode(file.mode)) return undefined
  const content = Buffer.concat([bytes, Buffer.from('\n')])
  const changes: FileChange[] = [{ path: file.path, mode: file.mode, content: content.toString('base64') }]
  const tree = entries.map((entry) => (entry === file ? { ...entry, id: gitBlobId(content) } : entry))
  const document = { ...delivered.document, tree_id: treeIdOf(tree), changes_sha256: changesDigest(changes) }
  return { document, changes }
}

function isFileMode(mode: string): mode is '100644' | '100755' {
  return mode === '100644' || mode === '100755'
}
