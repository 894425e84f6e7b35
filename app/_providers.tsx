'use client'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { setNonce } from 'get-nonce'
import { createContext, type ReactNode, useContext, useState } from 'react'
import { WagmiProvider } from 'wagmi'
import { ApiError } from '#lib/client/api.ts'
import { createChainConfig } from '#lib/client/chain/wagmi-config.ts'
import type { ClientConfig } from '#lib/client/config.ts'
import { createExecutor } from '#lib/client/executor/create-executor.ts'
import type { ChallengeExecutor } from '#lib/client/executor/executor.ts'
import { cssVariables, theme } from './_theme.ts'

type Client = { config: ClientConfig; executor: ChallengeExecutor }

const ClientContext = createContext<Client | undefined>(undefined)

/** Configuration and wallet executor of this browser. */
export function useClient(): Client {
  const client = useContext(ClientContext)
  if (!client) throw new Error('useClient needs the Providers above it')
  return client
}

export function Providers({ nonce, config, children }: { nonce: string; config: ClientConfig; children: ReactNode }) {
  // Modals lock scrolling with a style element of their own, which asks this place for its nonce.
  if (typeof window !== 'undefined') setNonce(nonce)
  const [queryClient] = useState(createQueryClient)
  const [chainConfig] = useState(() => createChainConfig(config))
  const [client] = useState(() => ({ config, executor: createExecutor(config) }))
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <WagmiProvider config={chainConfig} reconnectOnMount={false}>
        <QueryClientProvider client={queryClient}>
          <ClientContext value={client}>
            <Notifications position="bottom-right" />
            {children}
          </ClientContext>
        </QueryClientProvider>
      </WagmiProvider>
    </MantineProvider>
  )
}

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 2_000,
        retry: (failures, error) => failures < 2 && (!(error instanceof ApiError) || error.problem.retryable),
      },
    },
  })
}
