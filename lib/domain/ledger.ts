import type { JournalEntry } from './journal.ts'
import type { ClientPurpose } from './transaction.ts'

/** Parts of a ledger: what came in, what went out, and what its client has to look after. */
export const ledgerGroups = ['in', 'out', 'attention'] as const
export type LedgerGroup = (typeof ledgerGroups)[number]

const movementKinds = [
  'funding',
  'cancellation',
  'refund',
  'settlement',
  'lapse',
  'collected',
  'earnings',
  'test_money',
  'received',
  'sent',
  'internal',
] as const
export type MovementKind = (typeof movementKinds)[number]

export const ledgerKinds = [...movementKinds, 'wallet_creation', 'approval'] as const
export type LedgerKind = (typeof ledgerKinds)[number]

/** What a call that was prepared for the wallet is in a ledger. */
export const kindOfPurpose: Record<ClientPurpose, LedgerKind> = {
  WALLET_CREATION: 'wallet_creation',
  APPROVAL: 'approval',
  FUNDING: 'funding',
  JOB_CANCEL: 'cancellation',
  JOB_REFUND: 'refund',
}

/** Whether a call of that purpose can make such a payment of its job; a refund of what was not decided is a lapse. */
export function makesPayment(purpose: ClientPurpose, kind: LedgerKind): boolean {
  if (purpose === 'APPROVAL' || purpose === 'WALLET_CREATION') return false
  return kindOfPurpose[purpose] === kind || (purpose === 'JOB_REFUND' && kind === 'lapse')
}

const returns: Record<string, MovementKind> = {
  JobCancelled: 'cancellation',
  JobRefunded: 'refund',
  JobSettled: 'settlement',
  JobLapsed: 'lapse',
}

/** What the event of the escrow that a journal entry rests on makes of a transfer; `event` is its name. */
export function movementKindOf({ kind }: Pick<JournalEntry, 'kind'>, event: string | undefined): MovementKind {
  switch (kind) {
    case 'funding':
    case 'collected':
    case 'internal':
      return kind
    case 'returned':
      return returns[event ?? ''] ?? 'received'
    case 'reward':
    case 'verifier_fee':
    case 'silence_share':
      return 'earnings'
    case 'withdrawal':
      return 'sent'
    case 'deposit':
    case 'opening':
      return 'received'
  }
}

type Dated = { at: Date }

/** The newest `limit` of two lists that are each newest first; both keep their order. */
export function mergeNewest<One extends Dated, Other extends Dated>(
  first: readonly One[],
  second: readonly Other[],
  limit: number,
): (One | Other)[] {
  const merged: (One | Other)[] = []
  let [one, other] = [0, 0]
  while (merged.length < limit) {
    const [a, b] = [first[one], second[other]]
    if (!a && !b) break
    const isFirst = a !== undefined && (b === undefined || a.at >= b.at)
    if (isFirst) one += 1
    else other += 1
    const next = isFirst ? a : b
    if (next) merged.push(next)
  }
  return merged
}
