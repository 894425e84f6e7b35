/**
 * What is wrong with one of the chain's nodes. `lacks` has no block, state or receipts where another node has them; `slow`
 * answers, but kept others waiting again and again.
 */
export const nodeFaults = ['unreachable', 'slow', 'lags', 'lacks', 'contradicts', 'wrong_chain'] as const
export type NodeFault = (typeof nodeFaults)[number]
