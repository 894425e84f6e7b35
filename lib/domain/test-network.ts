const testNetwork = /-(?:TESTNET|SEPOLIA|AMOY|FUJI|DEVNET)$/

/** Whether a chain, by the wallet provider's name for it, is one on which money is worth nothing. */
export function isTestNetwork(blockchain: string): boolean {
  return testNetwork.test(blockchain)
}
