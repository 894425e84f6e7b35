import type { OutcomeName } from '#lib/domain/outcomes.ts'

const names: Record<OutcomeName, (attempt: number) => string> = {
  settled_first: () => 'Accepted on the first attempt',
  settled_last: (attempt) => `Accepted on attempt ${attempt}, the last`,
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
    `Funding locks the whole budget, so a verdict never waits for money. Each verifier earns ${fee} when its verdict is recorded on chain, pass or fail. One that can’t judge earns nothing. When a quorum accepts, the same transaction pays the worker the reward. Everything left returns to your wallet.`,
  range:
    'Two amounts show a range: verdicts that come after the decision are neither recorded nor paid. If the job ends another way, verdicts already recorded stay paid.',
  odds: 'How verifiers are chosen, and the odds',
} as const
