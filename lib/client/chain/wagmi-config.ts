import { defineChain } from 'viem'
import { type Config, createConfig, createStorage, http, noopStorage } from 'wagmi'
import { currency, tokenDecimals } from '../../domain/money.ts'
import type { ClientConfig } from '../config.ts'

/**
 * Reads of the one configured chain; nothing is remembered between visits and no wallet extension is looked for. Queries
 * repeat what failed; the transport would do so as late as a node asks for, which may be hours.
 */
export function createChainConfig({ chain }: ClientConfig): Config {
  const configured = defineChain({
    id: chain.id,
    name: chain.name,
    nativeCurrency: { name: currency, symbol: currency, decimals: 3 * tokenDecimals },
    rpcUrls: { default: { http: [chain.rpcUrl] } },
  })
  return createConfig({
    chains: [configured],
    transports: { [chain.id]: http(chain.rpcUrl, { batch: true, retryCount: 0 }) },
    multiInjectedProviderDiscovery: false,
    storage: createStorage({ storage: noopStorage }),
    ssr: true,
  })
}
