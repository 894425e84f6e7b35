import type { FileChange } from '../domain/result.ts'
import { changesDigest, commitmentOf } from './commitment.ts'

export type CheckState = 'match' | 'mismatch' | 'unknown'

export type ResultCheck = {
  /** The files hash to what the document names; unknown while they are withheld. */
  changes: CheckState
  /** The document names this job, this attempt, this escrow and this chain. */
  subject: CheckState
  /** The document hashes to the commitment that the service reports. */
  document: CheckState
  /** The escrow holds that commitment; unknown while the chain cannot be read, after a rejection, and for an earlier attempt. */
  chain: CheckState
  computed: `0x${string}`
  digest: string | undefined
}

export type CheckedResult = {
  onchain_job_id: string
  attempt: number
  result_commitment: string
  result_document: Record<string, unknown>
  changes: readonly FileChange[] | null
}

type Place = { chainId: number; escrow: string }
type OnChain = { attempt: number; result: string }

const cleared = `0x${'0'.repeat(64)}`

/** Recomputes what was committed to from the bytes that the service gave, and holds it against document, service and chain. */
export function checkResult(result: CheckedResult, place: Place, onChain: OnChain | undefined): ResultCheck {
  const { result_document: document } = result
  const computed = commitmentOf(document)
  const digest = result.changes ? changesDigest(result.changes) : undefined
  return {
    changes: digest === undefined ? 'unknown' : stateOf(digest === document.changes_sha256),
    subject: stateOf(
      document.onchain_job_id === result.onchain_job_id &&
        document.attempt === result.attempt &&
        document.chain_id === place.chainId &&
        String(document.escrow).toLowerCase() === place.escrow.toLowerCase(),
    ),
    document: stateOf(computed === result.result_commitment),
    chain: isComparable(result, onChain) ? stateOf(onChain.result === computed) : 'unknown',
    computed,
    digest,
  }
}

/** With its rejection the contract clears a result, whose content is never released. */
function isComparable({ attempt, changes }: CheckedResult, onChain: OnChain | undefined): onChain is OnChain {
  return onChain?.attempt === attempt && (onChain.result !== cleared || changes !== null)
}

/** One word for the whole check: a single difference spoils it, and without the chain it proves nothing about the chain. */
export function verdictOf(check: ResultCheck): 'match' | 'mismatch' | 'partly' {
  const states = [check.changes, check.subject, check.document, check.chain]
  if (states.includes('mismatch')) return 'mismatch'
  return check.chain === 'match' ? 'match' : 'partly'
}

function stateOf(isEqual: boolean): CheckState {
  return isEqual ? 'match' : 'mismatch'
}
