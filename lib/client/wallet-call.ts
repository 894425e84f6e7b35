/** A function that a client's wallet is asked to call. */
export type WalletFunction = keyof typeof selectors

/** The first four bytes of each call's data, by which a wallet that shows hex alone still names the function. */
export const selectors = {
  approve: '0x095ea7b3',
  createJob: '0x85e6398a',
  cancel: '0x40e58ee5',
  claimRefund: '0x5b7baf64',
} as const
