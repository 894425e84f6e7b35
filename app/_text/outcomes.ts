import type { OutcomeName } from '#lib/domain/outcomes.ts'

const names: Record<OutcomeName, (attempt: number) => string> = {
  settled_first: () => 'Accepted at the first attempt',
  settled_last: (attempt) => `Accepted at attempt ${attempt}, the last`,
  rejected: (attempt) => (attempt === 1 ? 'Rejected' : `Rejected ${attempt} times`),
  cancelled: () => 'Cancelled before any verdict',
  refunded: () => 'Refunded, nothing delivered in time',
  lapsed: () => 'Delivered, not decided',
}

export const outcomesText = {
  title: 'Who is paid in each outcome',
  names,
  columns: { outcome: 'Outcome', worker: 'Worker', verifiers: 'Verifiers', client: 'Back to you' },
  why: (fee: string) =>
    `The whole budget is locked at funding, so that a verdict never waits for money. Each verifier is paid ${fee} when its verdict is recorded on chain, whether it accepts or rejects; one that cannot judge is not paid. The worker is paid the reward when a quorum accepts, in the same transaction. All that is left returns to your wallet.`,
  range:
    'Where there are two amounts: verdicts that come after the decision are neither recorded nor paid. Verdicts recorded before the job ended otherwise stay paid.',
  odds: 'How verifiers are chosen, and the odds',
} as const
