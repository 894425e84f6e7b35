import { type Query, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isLive } from '../domain/transaction.ts'
import { isDeletedDraft } from './changed-queries.ts'
import type { Transaction } from './fund-steps.ts'
import { queries } from './queries.ts'

/** A draft's transactions, newest first; live ones are reconciled while they are watched, and a change rereads the draft. */
export function useDraftTransactions(draftId: string): {
  transactions: Transaction[]
  isLoaded: boolean
  moves: string
} {
  const client = useQueryClient()
  const list = useQuery(queries.draftTransactions(draftId))
  const rows = list.data?.data ?? []
  const watched = useQueries({
    queries: rows.filter((row) => isLive(row.state)).map((row) => queries.transaction(row.id)),
  })
  const transactions = rows.map((row) => {
    const seen = watched.find(({ data }) => data?.id === row.id)?.data
    return seen && seen.updated_at > row.updated_at ? seen : row
  })
  const moves = transactions.map((transaction) => transaction.state).join()
  useEffect(() => {
    if (!moves) return
    const predicate = ({ queryKey, state }: Query) => !isDeletedDraft(queryKey, state.error)
    void client.invalidateQueries({ queryKey: ['draft', draftId], predicate })
  }, [moves, client, draftId])
  return { transactions, isLoaded: list.isSuccess, moves }
}
