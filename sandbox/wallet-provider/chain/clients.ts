import {
  type Account,
  type Chain,
  createPublicClient,
  createWalletClient,
  defineChain,
  type Hex,
  type HttpTransport,
  http,
  type PublicClient,
  type WalletClient,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { ChainOptions } from '../options.ts'

export type Reader = PublicClient<HttpTransport, Chain>
export type Sender = WalletClient<HttpTransport, Chain, Account>
export type Clients = { reader: Reader; bundler: Sender; minter: Sender }

export function connect(options: ChainOptions): Clients {
  const chain = defineChain({
    id: options.chainId,
    name: 'Wallet provider chain',
    nativeCurrency: { name: 'USD Coin', symbol: 'USDC', decimals: 18 },
    rpcUrls: { default: { http: [options.rpcUrl] } },
  })
  const transport = http(options.rpcUrl)
  const sender = (key: Hex): Sender => createWalletClient({ chain, transport, account: privateKeyToAccount(key) })
  return {
    reader: createPublicClient({ chain, transport, pollingInterval: 50, cacheTime: 0 }),
    bundler: sender(options.keys.bundler),
    minter: sender(options.keys.minter),
  }
}
