import type { Party } from './step.ts'

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

/**
 * States only move forward; CONFIRMING may fall back to BROADCAST on a reorg. An end that came from the provider or from
 * a deadline gives way to a final event of the chain alone; CONFIRMED and MISMATCHED never move.
 */
export function mayMove(from: TransactionState, to: TransactionState): boolean {
  const start = rank.get(from)
  if (start === undefined) return to === 'CONFIRMED' && unprovenEnds.includes(from)
  const end = rank.get(to)
  if (end === undefined) return true
  return end > start || (from === 'CONFIRMING' && to === 'BROADCAST')
}

/** Ends that a final event of the chain may still overrule. */
export const unprovenEnds: readonly TransactionState[] = ['EXPIRED', 'CANCELLED', 'FAILED']

type Creditable = { state: TransactionState; transactionHash: string | null; failureCode: string | null }

/**
 * Of all transactions that asked for one effect, oldest first, the one to credit with the event of that hash: the one
 * that names the hash, else the live one, else the newest. None when one is confirmed already.
 */
export function creditedRow<T extends Creditable>(rows: readonly T[], transactionHash: string): T | undefined {
  if (rows.some(({ state }) => state === 'CONFIRMED')) return undefined
  const named = rows.find((row) => row.transactionHash === transactionHash && mayMove(row.state, 'CONFIRMED'))
  const open = rows.filter((row) => mayMove(row.state, 'CONFIRMED') && row.failureCode !== 'failed_on_chain')
  return named ?? open.find(({ state }) => isLive(state)) ?? open.at(-1)
}

const patience: Record<LiveTransactionState, number> = {
  INTENT: 15,
  CHALLENGE_ISSUED: 5,
  SUBMITTED: 2,
  BROADCAST: 2,
  CONFIRMING: 2,
}

/** How many seconds the service waits between two unprompted checks; while a person is asked it checks less often. */
export function patienceOf(state: LiveTransactionState): number {
  return patience[state]
}

type Ending = { state: TransactionState; fundBy: bigint | null; challengeExpiresAt: Date | null }

/** The first promised end of the wait for a live transaction; what is mined waits for nothing but finality. */
export function endOfWait({ state, fundBy, challengeExpiresAt }: Ending): Date | undefined {
  if (state === 'CONFIRMING') return undefined
  const window = fundBy === null ? [] : [new Date(Number(fundBy) * 1_000)]
  const challenge = state === 'CHALLENGE_ISSUED' && challengeExpiresAt ? [challengeExpiresAt] : []
  return [...window, ...challenge].sort((a, b) => a.getTime() - b.getTime())[0]
}

type Awaited = { who: Extract<Party, 'client' | 'wallet_provider' | 'chain' | 'service'>; text: string }
type LastLook = { reconciling: boolean; providerState: string | null }

/** What a live transaction waits for and from whom, as far as the last look could tell. */
export function awaitedBy(state: LiveTransactionState, look?: LastLook): Awaited {
  const awaited = waitsAtProvider(state, look?.providerState ?? null) ?? waits[state]
  if (!look?.reconciling || state === 'INTENT') return awaited
  return {
    ...awaited,
    text: `${awaited.text} The last check failed; the service checks again, and nothing is sent twice.`,
  }
}

const waits: Record<LiveTransactionState, Awaited> = {
  INTENT: {
    who: 'wallet_provider',
    text: 'The wallet provider hasn’t responded yet. We’re sending the same request again.',
  },
  CHALLENGE_ISSUED: {
    who: 'client',
    text: 'Approve the request in the wallet. You can still approve it if you declined it earlier.',
  },
  SUBMITTED: { who: 'wallet_provider', text: 'The wallet provider is preparing the transaction.' },
  BROADCAST: { who: 'chain', text: 'The transaction is waiting to be mined.' },
  CONFIRMING: { who: 'chain', text: 'The transaction is mined and waits for finality.' },
}

function waitsAtProvider(state: LiveTransactionState, providerState: string | null): Awaited | undefined {
  if (state !== 'SUBMITTED' && state !== 'BROADCAST') return undefined
  if (providerState === 'STUCK') {
    const text = 'The transaction is stuck at the wallet provider because its network fee is too low right now.'
    return { who: 'client', text: `${text} Speed it up in the wallet, or wait. Don’t send it again.` }
  }
  if (state === 'BROADCAST' && endedAtProvider.includes(providerState ?? '')) {
    return {
      who: 'chain',
      text: 'The wallet provider gave up on the transaction after sending it. We’re checking whether it reached the chain.',
    }
  }
  return undefined
}

/** States in which the provider does nothing more for a transaction that did not succeed. */
const endedAtProvider: readonly string[] = ['FAILED', 'DENIED', 'CANCELLED']
