'use client'
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { ApiError } from '#lib/client/api.ts'
import type { ClientConfig } from '#lib/client/config.ts'
import { createExecutor } from '#lib/client/executor/create-executor.ts'
import type { ChallengeExecutor } from '#lib/client/executor/executor.ts'
import { keepOfflinePage } from '#lib/client/keep-offline-page.ts'
import { isGone, isSignedOut } from '#lib/client/refusals.ts'

type Client = {
  config: ClientConfig
  executor: ChallengeExecutor
  hasSessionEnded: boolean
  /** Whether steps about money or keys ask this person for a new sign-in. */
  needsSignIn: boolean
}

type ProvidersProps = {
  config: ClientConfig
  /** So much longer the last sign-in is recent, by the server's clock; left out where nobody is signed in. */
  recentForMs?: number
  children: ReactNode
}

const ClientContext = createContext<Client | undefined>(undefined)

/** Configuration and wallet executor of this browser, and whether the API said that its session has ended. */
export function useClient(): Client {
  const client = useContext(ClientContext)
  if (!client) throw new Error('useClient needs the Providers above it')
  return client
}

/** What pages need that ask the API from the browser; pages that only show something do without it. */
export function Providers({ config, recentForMs = Number.POSITIVE_INFINITY, children }: ProvidersProps) {
  const [hasSessionEnded, setSessionEnded] = useState(false)
  const [queryClient] = useState(() => createQueryClient(() => setSessionEnded(true)))
  const [executor] = useState(() => createExecutor(config))
  const needsSignIn = useIsOver(recentForMs)
  useEffect(keepOfflinePage, [])
  const client = useMemo(
    () => ({ config, executor, hasSessionEnded, needsSignIn }),
    [config, executor, hasSessionEnded, needsSignIn],
  )
  return (
    <QueryClientProvider client={queryClient}>
      <ClientContext value={client}>{children}</ClientContext>
    </QueryClientProvider>
  )
}

/** Whether a time that the server gave has passed; known in the first frame, so that nothing moves when it is. */
function useIsOver(leftMs: number): boolean {
  const [over, setOver] = useState<number>()
  useEffect(() => {
    if (leftMs <= 0 || leftMs === Number.POSITIVE_INFINITY) return
    const timer = setTimeout(() => setOver(leftMs), leftMs)
    return () => clearTimeout(timer)
  }, [leftMs])
  return leftMs <= 0 || over === leftMs
}

/** A step that fails because its subject is gone makes the page read again, and so find out. */
function createQueryClient(onSessionEnd: () => void): QueryClient {
  const noticeEnd = (error: unknown) => {
    if (isSignedOut(error)) onSessionEnd()
  }
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: noticeEnd }),
    mutationCache: new MutationCache({
      onError: (error) => {
        noticeEnd(error)
        if (isGone(error)) void client.invalidateQueries()
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 2_000,
        retry: (failures, error) => failures < 2 && (!(error instanceof ApiError) || error.problem.retryable),
      },
    },
  })
  return client
}
