export const transactionStates = [
  'INTENT',
  'CHALLENGE_ISSUED',
  'SUBMITTED',
  'BROADCAST',
  'CONFIRMING',
  'CONFIRMED',
  'EXPIRED',
  'CANCELLED',
  'FAILED',
  'MISMATCHED',
] as const
export type TransactionState = (typeof transactionStates)[number]

export const clientPurposes = ['WALLET_CREATION', 'APPROVAL', 'FUNDING', 'JOB_CANCEL', 'JOB_REFUND'] as const
const internalPurposes = ['OWNER_REGISTRATION'] as const
const transactionPurposes = [...clientPurposes, ...internalPurposes] as const
export type TransactionPurpose = (typeof transactionPurposes)[number]
export type ClientPurpose = (typeof clientPurposes)[number]

export const liveTransactionStates = ['INTENT', 'CHALLENGE_ISSUED', 'SUBMITTED', 'BROADCAST', 'CONFIRMING'] as const
export type LiveTransactionState = (typeof liveTransactionStates)[number]

const rank = new Map<TransactionState, number>(liveTransactionStates.map((state, index) => [state, index]))

export function isLive(state: TransactionState): state is LiveTransactionState {
  return rank.has(state)
}

/** States only move forward; CONFIRMING may fall back to BROADCAST on a reorg; terminal states never move. */
export function mayMove(from: TransactionState, to: TransactionState): boolean {
  const start = rank.get(from)
  if (start === undefined) return false
  const end = rank.get(to)
  if (end === undefined) return true
  return end > start || (from === 'CONFIRMING' && to === 'BROADCAST')
}

/** What a live transaction waits for and from whom. */
export function awaitedBy(state: LiveTransactionState): {
  who: 'client' | 'wallet_provider' | 'chain' | 'service'
  text: string
} {
  const awaited = {
    INTENT: {
      who: 'wallet_provider',
      text: 'The wallet provider has not answered yet; the same request is sent again.',
    },
    CHALLENGE_ISSUED: { who: 'client', text: 'Approve the challenge in the wallet.' },
    SUBMITTED: { who: 'wallet_provider', text: 'The wallet provider prepares the transaction.' },
    BROADCAST: { who: 'chain', text: 'The transaction is waiting to be mined.' },
    CONFIRMING: { who: 'chain', text: 'The transaction is mined and waits for finality.' },
  } as const
  return awaited[state]
}
