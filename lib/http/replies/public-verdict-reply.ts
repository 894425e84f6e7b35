import type { SeatRow } from '../../data/seats.ts'
import { withoutOutput, withoutResult } from './shown-evidence.ts'

/** For visitors; `isPaid` when the worker was paid for the result of that attempt. */
export function toPublicVerdict(
  { attempt, agentAddress, verdict, evidenceHash, evidence: document }: SeatRow,
  isPaid: boolean,
) {
  return {
    attempt,
    agent: agentAddress,
    outcome: verdict === 'PASS' ? ('PASS' as const) : ('FAIL' as const),
    evidence_hash: evidenceHash,
    evidence: isPaid ? withoutOutput(document) : withoutResult(document),
  }
}
