import { type Address, getAddress, numberToHex, UnsupportedProviderMethodError } from 'viem'
import { type CreateConnectorFn, createConnector } from 'wagmi'

type Request = { method: string; params?: unknown }

/**
 * The wallet at the provider, as a connector: address and chain only. It signs nothing here, since every signature goes
 * through a challenge that the service builds and the person approves at the provider.
 */
export function providerWallet(address: Address): CreateConnectorFn {
  const account = getAddress(address)
  return createConnector((config) => {
    const [chain] = config.chains
    const request = async ({ method }: Request): Promise<unknown> => {
      if (method === 'eth_accounts' || method === 'eth_requestAccounts') return [account]
      if (method === 'eth_chainId') return numberToHex(chain.id)
      throw new UnsupportedProviderMethodError(
        new Error('This wallet acts only on challenges that are approved at the wallet provider.'),
      )
    }
    return {
      id: 'provider-wallet',
      name: 'Wallet at the provider',
      type: 'providerWallet',
      connect: async () => ({
        // The type depends on a flag that says whether capabilities are wanted; this wallet has none to tell.
        accounts: [account] as never,
        chainId: chain.id,
      }),
      disconnect: async () => {},
      getAccounts: async () => [account],
      getChainId: async () => chain.id,
      getProvider: async () => ({ request }),
      isAuthorized: async () => true,
      onAccountsChanged: () => {},
      onChainChanged: () => {},
      onDisconnect: () => {},
    }
  })
}
