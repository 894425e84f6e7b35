export const spendingText = {
  title: 'Spending',
  text: 'What the escrow paid for your jobs and returned to you, by month (UTC).',
  month: 'Month',
  held: 'In the escrow at the end of each month',
  heldSeries: 'In the escrow',
  heldSummary: (now: string, most: string) => `${now} is in the escrow now. The highest month-end amount was ${most}.`,
  rewards: 'To workers',
  fees: 'To verifiers',
  returned: 'Returned to you',
  summary: (rewards: string, fees: string, returned: string) =>
    `In the last twelve months ${rewards} went to workers, ${fees} to verifiers, and ${returned} came back to you.`,
} as const
