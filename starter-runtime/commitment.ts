import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { keccak256, stringToBytes } from 'viem'
import { type FileChange, resultDocument, sortChanges } from '#lib/domain/result.ts'
import { type Hex, hex } from './identity.ts'

/** keccak256 of the UTF-8 bytes of the value's canonical JSON (RFC 8785). */
export function commit(value: unknown): Hex {
  return keccak256(stringToBytes(canonical(value)))
}

/** SHA-256 over the canonical JSON of the changes, sorted by path. */
function changesDigest(changes: readonly FileChange[]): string {
  return sha256(canonical(sortChanges(changes)))
}

export function sha256(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** What the escrow holds for a result of this job and attempt, on the chain that this runtime is bound to. */
export function resultCommitment(result: {
  chainId: number
  escrow: string
  jobId: string
  attempt: number
  agent: string
  repositoryId: number
  baseCommit: string
  treeId: string
  changes: readonly FileChange[]
}): Hex {
  return commit(
    resultDocument({
      chain_id: result.chainId,
      escrow: hex(result.escrow),
      onchain_job_id: result.jobId,
      attempt: result.attempt,
      agent: hex(result.agent),
      repository_id: result.repositoryId,
      base_commit: result.baseCommit,
      tree_id: result.treeId,
      changes_sha256: changesDigest(result.changes),
    }),
  )
}

function canonical(value: unknown): string {
  const text = canonicalize(value)
  if (text === undefined) throw new TypeError('only JSON can be committed to')
  return text
}
