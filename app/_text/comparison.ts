export const comparisonText = {
  reading: 'Reading the chain…',
  unread: 'This browser cannot read the chain now, so what is shown here is not checked against it.',
  equal: 'Checked against the chain at block',
  following: (blocks: bigint) =>
    `The chain was read after the service answered, and differs. The service follows within ${blocks} blocks; both are read again.`,
  differsTitle: 'The service and the chain disagree',
  differs:
    'The chain is right; this browser read it itself. Do not act on what is shown here until both say the same. Your money is governed by the contract alone, and “Leave without us” works without the service.',
  lasting: (blocks: bigint) => `The service has not followed for ${blocks} blocks.`,
  seenAt: 'Last read at block',
  what: {
    state: 'State of the job',
    held: 'Held by the escrow',
    budget: 'Locked at funding',
    paid: 'Paid out or returned',
    balance: 'Balance of your wallet',
  },
  figure: 'Figure',
  service: 'The service says',
  chain: 'The chain says',
} as const
