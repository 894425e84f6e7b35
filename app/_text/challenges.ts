/** What a page says while something waits for the person's wallet. */
export const challengeText = {
  steps: {
    asking: 'Preparing the challenge at the wallet provider…',
    approving: 'Waiting for your answer in the wallet window…',
    reporting: 'Answered. Looking at the provider and the chain…',
  },
  elsewhere:
    'The wallet is open in another tab of this browser. Answer it there, or go on with the same challenge here.',
  continueHere: 'Continue here',
  continueOpen: 'Continue in wallet',
  continued: 'You went on with this in another tab. It is the same challenge; it counts once.',
  unanswered: 'The last request got no answer. It is repeated as it was, so it counts once.',
  repeat: 'Ask again',
  offline: 'You are offline. This goes on by itself when the connection is back; nothing is sent twice.',
  once: 'The same challenge is answered wherever you open it, so it cannot be paid twice.',
  balance: 'In the wallet now',
  after: 'Left after funding',
  explorer: 'View in the explorer',
  evidence: 'See the record',
} as const

export const walletCallText = {
  title: 'What your wallet will show',
  text: 'It may show only a contract and hex data. Compare both; if they differ, decline.',
  contracts: {
    approve: 'Contract (USDC)',
    createJob: 'Contract (escrow)',
    cancel: 'Contract (escrow)',
    claimRefund: 'Contract (escrow)',
  },
  function: 'Function',
  data: 'Data begins with',
  spender: 'Spender (escrow)',
  job: 'Job number',
  amounts: {
    approve: 'Amount',
    createJob: 'Taken from your wallet',
    cancel: 'Returned to your wallet',
    claimRefund: 'Returned to your wallet',
  },
  task: 'Task commitment',
  policy: 'Policy commitment',
} as const
