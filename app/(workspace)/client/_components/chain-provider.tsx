'use client'
import { type ReactNode, useState } from 'react'
import { WagmiProvider } from 'wagmi'
import { useClient } from '#app/_providers.tsx'
import { createChainConfig } from '#lib/client/chain/wagmi-config.ts'

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
