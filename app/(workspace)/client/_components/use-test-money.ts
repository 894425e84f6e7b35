'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNow } from '#app/_components/use-now.ts'
import { useClient } from '#app/_providers.tsx'
import { call } from '#lib/client/api.ts'
import { useTokenBalance } from '#lib/client/chain/hooks.ts'
import { askOnce } from '#lib/client/request-key.ts'
import { retrying } from '#lib/client/retrying.ts'
import { testMoneyLimits } from '#lib/domain/test-money.ts'

const slowAfterMs = 30_000
const waitMs = testMoneyLimits.minute.duration * 1_000

/**
 * Asks the faucet for money and follows the wallet until it is there. The wait ends when the next request is allowed for
 * certain, by this browser's clock, since a request whose answer was lost may have been paid before this one was sent.
 */
export function useTestMoney(address: string) {
  const { config } = useClient()
  const client = useQueryClient()
  const { data: balance, errorUpdateCount, refetch } = useTokenBalance(config)
  const now = useNow() ?? 0
  const [arrived, setArrived] = useState<bigint>()
  const ask = useMutation({
    mutationFn: async (before: bigint) => {
      const request = { name: `test-money.${address}`, of: address }
      await askOnce(localStorage, request, (idempotencyKey) =>
        retrying(() => call('askForTestMoney', { idempotencyKey })),
      )
      return { before, at: Date.now() }
    },
    onMutate: () => setArrived(undefined),
  })
  const asked = arrived === undefined ? ask.data : undefined
  const waitSeconds = ask.data ? Math.max(0, Math.ceil((ask.data.at + waitMs - now) / 1_000)) : 0
  const isAwaited = asked !== undefined && waitSeconds > 0
  useEffect(() => {
    if (!isAwaited) return
    const timer = setInterval(() => void refetch(), 1_000)
    return () => clearInterval(timer)
  }, [isAwaited, refetch])
  useEffect(() => {
    if (!asked || balance === undefined || balance <= asked.before) return
    setArrived(balance - asked.before)
    void client.invalidateQueries({ queryKey: ['dashboard'] })
  }, [asked, balance, client])
  return {
    ask: balance === undefined ? undefined : () => ask.mutate(balance),
    isBalanceUnread: balance === undefined && errorUpdateCount > 0,
    isAsking: ask.isPending,
    error: ask.error,
    isAwaited,
    isSlow: asked !== undefined && now - asked.at > slowAfterMs,
    isMissing: asked !== undefined && !isAwaited,
    arrived,
    waitSeconds,
  }
}
