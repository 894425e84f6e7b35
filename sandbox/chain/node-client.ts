import {
  type Account,
  type Chain,
  createTestClient,
  defineChain,
  type Hex,
  type HttpTransport,
  http,
  type PublicActions,
  publicActions,
  type TestClient,
  type WalletActions,
  walletActions,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

export type NodeClient = TestClient<'anvil', HttpTransport, Chain, Account> &
  PublicActions<HttpTransport, Chain, Account> &
  WalletActions<Chain, Account>

/** Everything the local node can be asked, with transactions signed by this key. */
export function connectNode(rpcUrl: string, chainId: number, key: Hex): NodeClient {
  const chain = defineChain({
    id: chainId,
    name: 'Local chain',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
  const account = privateKeyToAccount(key)
  return createTestClient({ mode: 'anvil', chain, account, transport: http(rpcUrl), pollingInterval: 50, cacheTime: 0 })
    .extend(publicActions)
    .extend(walletActions)
}
