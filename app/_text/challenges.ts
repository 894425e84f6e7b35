/** What a page says while something waits for the person's wallet. */
export const challengeText = {
  steps: {
    asking: 'Preparing your approval with the wallet provider…',
    approving: 'Waiting for your answer in the wallet window…',
    reporting: 'Answered. Checking the provider and the chain…',
  },
  elsewhere: 'The wallet is open in another tab of this browser. Answer it there, or continue the same request here.',
  continueHere: 'Continue here',
  continueOpen: 'Continue in wallet',
  continued: 'You continued this in another tab. It’s the same request, so it counts once.',
  unanswered: 'The last request got no answer. Asking again repeats the same request, so it counts once.',
  repeat: 'Ask again',
  offline: 'You are offline. This continues when you’re back online; nothing is sent twice.',
  once: 'Every tab opens the same request, so you can’t pay twice.',
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
