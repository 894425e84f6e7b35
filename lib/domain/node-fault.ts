/** What is wrong with one of the chain's nodes. `lacks` has no block, state or receipts where another node has them. */
export const nodeFaults = ['unreachable', 'lags', 'lacks', 'contradicts', 'wrong_chain'] as const
export type NodeFault = (typeof nodeFaults)[number]
