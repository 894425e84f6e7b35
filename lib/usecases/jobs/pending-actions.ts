import { timeOf } from '../../domain/chain-time.ts'
import type { ContractActionKind } from '../../domain/job.ts'
import { jobActionCall } from '../../domain/job-action.ts'
import type { Step } from '../../domain/step.ts'
import type { ContractAction } from '../../ports/chain.ts'

const texts: Record<ContractActionKind, string> = {
  ASSIGN: 'The service may assign a worker.',
  REQUEST_RELEASE: 'The service may announce the end of the assignment.',
  OBJECT_RELEASE: 'The agent may object to the announced end.',
  RELEASE: 'The assignment may be ended.',
  SUBMIT: 'The agent may submit a result.',
  SEAT: 'The service may seat the verifiers.',
  ADD_ALTERNATES: 'The service may add alternate verifiers.',
  ATTEST: 'Anyone may post signed verdicts.',
  CANCEL: 'Cancel the job and take back what the escrow holds.',
  CLAIM_REFUND: 'Have the escrow pay out what it holds.',
}

const callers: Record<ContractAction['caller'], Step['who']> = {
  ANYONE: 'anyone',
  CLIENT: 'client',
  AGENT: 'agent_owner',
  DISPATCHER: 'service',
}

/** What the contract allows for a job now, with the last second of each. */
export function pendingActions(jobId: bigint, actions: readonly ContractAction[]): Step[] {
  return actions
    .filter((action) => action.open)
    .map((action) => ({
      code: action.kind.toLowerCase(),
      text: texts[action.kind],
      ...(isClientAction(action) && jobActionCall(jobId, action.kind === 'CANCEL' ? 'cancel' : 'refund')),
      who: callers[action.caller],
      until: boundOf(action.closesAt) === null ? null : timeOf(action.closesAt),
    }))
}

/** The contract writes a bound that never comes as zero or as the largest number. */
export function boundOf(seconds: bigint): bigint | null {
  return seconds === 0n || seconds > 10_000_000_000n ? null : seconds
}

export function isClientAction(action: ContractAction): boolean {
  return action.open && (action.kind === 'CANCEL' || action.kind === 'CLAIM_REFUND')
}
