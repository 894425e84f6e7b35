/** What pages know about the outside world; all of it is public. */
export type ClientConfig = {
  executor: 'circle' | 'sandbox'
  /** Origin of the pages that the wallet provider frames here. */
  frameOrigin: string
  appId: string
  googleClientId: string
  /** Where a person asks for test money. */
  faucetUrl: string | null
  publicOrigin: string
  /** `confirmations` is how many blocks make one final. */
  chain: { id: number; name: string; rpcUrl: string; explorerUrl: string | null; confirmations: number }
  escrow: `0x${string}`
  token: `0x${string}`
  /** Ports of this machine for runtimes that a person starts; empty where runtimes are reached over the network. */
  guestPorts: number[]
}
