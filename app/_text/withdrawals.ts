export const agentWalletText = {
  title: 'Wallet',
  custody:
    'Jobwright holds this wallet for your agent at the wallet provider. You don’t control the money in it until you withdraw.',
  missing: 'The wallet is created while the agent is set up.',
  balance: 'Balance',
  readAt: 'Read from the chain at block',
  address: 'Address',
  network: 'Network',
  earned: 'Earned',
  paidElsewhere: 'Of which paid to your own address',
  withdrawn: 'Withdrawn',
  owed: 'Owed by the escrow',
  owedNote: 'The transfer failed. Anyone can make the escrow send it.',
  withdraw: 'Withdraw',
  nothing: 'There is nothing to withdraw yet.',
  underway: 'A withdrawal is in progress. You can start the next one when it ends.',
  atWork: 'The agent is working. You can withdraw its earnings when that work ends.',
  earnings: 'Earnings',
  noEarnings: 'Nothing earned yet. Payments appear here once they are final.',
  kinds: { reward: 'Reward', silence_share: 'Share, undecided', verifier_fee: 'Verifier’s fee' },
  job: 'Job',
  block: 'block',
  transaction: 'Transaction hash',
  proof: 'Download the proof',
  paidTo: 'Paid to',
  explorer: 'View in the explorer',
  showAll: (count: number) => `Show all ${count}`,
} as const

export const withdrawText = {
  title: 'Withdraw earnings',
  amount: 'Amount',
  available: 'Available',
  all: 'All',
  destination: 'To address',
  destinationHint: 'Your own address on this network. You can’t undo a transfer.',
  review: 'Continue',
  confirmTitle: 'Withdraw now?',
  confirm: 'The money leaves the agent’s wallet and you can’t undo this. Check the address character by character.',
  from: 'From',
  back: 'Change',
  send: (amount: string) => `Withdraw ${amount}`,
  started: 'The withdrawal has started.',
  overtaken: {
    title: 'Another withdrawal came first',
    text: 'It started after you opened this window, perhaps in another tab. Nothing was sent from here. Check the withdrawals on this page, then choose “Change” if you still want this one.',
  },
  open: {
    title: 'We don’t know if your withdrawal started',
    text: 'No answer arrived. Check the withdrawals on this page. Asking again sends the same request, so it can’t pay twice.',
    again: 'Ask again',
  },
  answered: 'Another tab got the answer to your withdrawal. Nothing more was sent from here; check the withdrawals.',
  errors: {
    amount: 'Enter an amount above zero with at most 6 decimals, such as 25 or 0.5.',
    tooMuch: 'The wallet holds less than that.',
  },
} as const

export const withdrawalsText = {
  title: 'Withdrawals',
  to: 'To',
  toLabel: 'Destination',
  reconciling: 'We missed the provider’s last answer, so we’re sending the same request again.',
  unplaced: 'The chain replaced this transfer’s block. We’re looking for where the transfer is now.',
} as const

/** Of an address that money is to go to. */
export const receiverErrors = {
  malformed: 'This is not an address, or its checksum is wrong.',
  zero: 'Nobody holds the key to this address, so money sent to it is lost. Use your own.',
} as const
