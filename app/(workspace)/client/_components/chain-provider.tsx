'use client'
import { type ReactNode, useState } from 'react'
import { WagmiProvider } from 'wagmi'
import { createChainConfig } from '#lib/client/chain/wagmi-config.ts'
import { useClient } from '../../../_providers.tsx'

/** Lets the pages of a client read the chain from the browser. */
export function ChainProvider({ children }: { children: ReactNode }) {
  const { config } = useClient()
  const [chainConfig] = useState(() => createChainConfig(config))
  return (
    <WagmiProvider config={chainConfig} reconnectOnMount={false}>
      {children}
    </WagmiProvider>
  )
}
