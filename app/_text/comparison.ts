export const comparisonText = {
  reading: 'Reading the chain…',
  unread: 'This browser can’t read the chain right now, so these figures aren’t checked against it.',
  equal: 'Checked against the chain at block',
  following: (blocks: bigint) =>
    `The chain has moved on since the service answered. The service catches up within ${blocks} blocks; this page checks again.`,
  differsTitle: 'The service and the chain disagree',
  differs:
    'Trust the chain: this browser read it directly. Don’t act on this page until both agree. Only the contract controls your money, and “Leave without us” works without the service.',
  lasting: (blocks: bigint) => `The service has been behind for ${blocks} blocks.`,
  seenAt: 'Last read at block',
  what: {
    state: 'Job state',
    held: 'Held by the escrow',
    budget: 'Locked at funding',
    paid: 'Paid out or returned',
    balance: 'Your wallet’s balance',
  },
  figure: 'Figure',
  service: 'The service says',
  chain: 'The chain says',
} as const
