import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isLive } from '../domain/transaction.ts'
import type { Transaction } from './fund-steps.ts'
import { queries } from './queries.ts'

const purposes = ['JOB_CANCEL', 'JOB_REFUND'] as const

/** The newest cancellation or refund of a job, reconciled while it is live and watched; its move rereads the job. */
export function useJobPayment(jobId: string): Transaction | undefined {
  const client = useQueryClient()
  const lists = useQueries({ queries: purposes.map((purpose) => queries.paymentTransactions(purpose)) })
  const rows = lists.flatMap(({ data }) => data?.data ?? []).filter((row) => row.onchain_job_id === jobId)
  const newest = rows.toSorted((a, b) => b.created_at.localeCompare(a.created_at))[0]
  const isWatched = newest !== undefined && isLive(newest.state)
  const { data: seen } = useQuery({ ...queries.transaction(newest?.id ?? ''), enabled: isWatched })
  const payment = seen && newest && seen.updated_at > newest.updated_at ? seen : newest
  const move = payment?.state
  useEffect(() => {
    if (move) void client.invalidateQueries({ queryKey: ['job', jobId] })
  }, [move, client, jobId])
  return payment
}
