const provider = process.env.WALLET_PROVIDER_URL ?? 'http://localhost:3001'
const apiKey = process.env.WALLET_API_KEY ?? ''

/** Sends 20 test USDC from the wallet provider's faucet. */
export async function dripTestMoney(address: string): Promise<void> {
  const response = await fetch(`${provider}/v1/faucet/drips`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ address, blockchain: 'ARC-TESTNET', usdc: true }),
  })
  if (response.status !== 204) throw new Error(`the faucet answered ${response.status}: ${await response.text()}`)
}
