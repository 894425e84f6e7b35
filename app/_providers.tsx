'use client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useState } from 'react'
import { ApiError } from '#lib/client/api.ts'
import type { ClientConfig } from '#lib/client/config.ts'
import { createExecutor } from '#lib/client/executor/create-executor.ts'
import type { ChallengeExecutor } from '#lib/client/executor/executor.ts'

type Client = { config: ClientConfig; executor: ChallengeExecutor }

const ClientContext = createContext<Client | undefined>(undefined)

/** Configuration and wallet executor of this browser. */
export function useClient(): Client {
  const client = useContext(ClientContext)
  if (!client) throw new Error('useClient needs the Providers above it')
  return client
}

/** What pages need that ask the API from the browser; pages that only show something do without it. */
export function Providers({ config, children }: { config: ClientConfig; children: ReactNode }) {
  const [queryClient] = useState(createQueryClient)
  const [client] = useState(() => ({ config, executor: createExecutor(config) }))
  return (
    <QueryClientProvider client={queryClient}>
      <ClientContext value={client}>{children}</ClientContext>
    </QueryClientProvider>
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
