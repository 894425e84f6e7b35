'use client'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReplyOf } from '#lib/client/api.ts'
import { queries } from '#lib/client/queries.ts'

/** Whether what the panels show was read once, so that they come together and none pushes another away. */
export function useAgentRead({ id, wallet_address: address, runtime }: ReplyOf<'getAgent'>): boolean {
  const [wasRead, setWasRead] = useState(false)
  const [hasWallet, isPaired] = [address !== null, runtime.paired_at !== null]
  const wallet = useQuery({ ...queries.agentWallet(id), enabled: hasWallet })
  const withdrawals = useInfiniteQuery({ ...queries.withdrawals(id), enabled: hasWallet })
  const status = useQuery({ ...queries.runtimeStatus(id), enabled: isPaired })
  const isAwaited = (hasWallet && (wallet.isPending || withdrawals.isPending)) || (isPaired && status.isPending)
  // Later reads, such as of a wallet that was just created, never overwrite a form that is being filled in.
  if (!isAwaited && !wasRead) setWasRead(true)
  return wasRead || !isAwaited
}
