import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { erc20Abi } from 'viem'
import { useConnection, usePublicClient } from 'wagmi'
import { jobStates } from '../../domain/job.ts'
import { budgetOf, parseAmount } from '../../domain/money.ts'
import type { ReplyOf } from '../api.ts'
import type { ClientConfig } from '../config.ts'
import { queries } from '../queries.ts'
import { type Comparison, compare, differencesOf, graceBlocks, isOverdue, type JobFigures } from './compare-job.ts'
import { jobAbi } from './hooks.ts'

type Job = ReplyOf<'getJob'>
/** `startedAt` is this browser's clock in ms. */
type Reading = { figures: JobFigures; block: bigint; startedAt: number }

const pollMs = 5_000

/** Holds what the service says of a job against the chain as this browser reads it, block by block. */
export function useJobComparison(config: ClientConfig, job: Job): { comparison?: Comparison; isUnread: boolean } {
  const client = useQueryClient()
  const { data: reading, isError, refetch: readAgain } = useJobReading(config, job.onchain_job_id)
  const { data: dashboard, refetch } = useQuery({ ...queries.dashboard(), refetchInterval: false })
  const balance = dashboard?.balance?.amount
  const [comparison, setComparison] = useState<Comparison>()
  const latest = useRef<Comparison>(undefined)
  const grace = graceBlocks(config.chain.confirmations)
  useEffect(() => {
    if (!reading) return
    const differences = differencesOf(figuresOf(job, balance), reading.figures)
    const hasBalance = differences.some(({ what }) => what === 'balance')
    const asked = [queries.job(job.onchain_job_id), ...(hasBalance ? [queries.dashboard()] : [])]
    const answeredAt = Math.max(...asked.map(({ queryKey }) => client.getQueryState(queryKey)?.dataUpdatedAt ?? 0))
    if (isOverdue(latest.current, differences, { startedAt: reading.startedAt, answeredAt })) {
      void readAgain({ cancelRefetch: false })
      return
    }
    latest.current = compare(latest.current, differences, reading.block, grace)
    setComparison(latest.current)
    if (differences.length === 0) return
    void client.invalidateQueries({ queryKey: ['job', job.onchain_job_id], exact: true })
    if (hasBalance) void refetch()
  }, [reading, job, balance, grace, client, refetch, readAgain])
  return { ...(comparison && { comparison }), isUnread: isError }
}

/** The service's newest word on each figure: what it read from the chain now, or else what it holds as final. */
function figuresOf(job: Job, balance: string | undefined): JobFigures {
  const now = job.on_chain ?? job
  return {
    state: now.state,
    held: parseAmount(now.held.amount),
    budget: parseAmount(job.budget.amount),
    paid: parseAmount(job.accounts.paid.amount),
    balance: balance === undefined ? undefined : parseAmount(balance),
  }
}

/** Job and wallet as they were at one block. */
function useJobReading({ chain, escrow, token }: ClientConfig, onchainJobId: string) {
  const client = usePublicClient()
  const { address } = useConnection()
  return useQuery({
    queryKey: ['chain', chain.id, 'job', onchainJobId, address],
    enabled: client !== undefined,
    refetchInterval: pollMs,
    queryFn: async (): Promise<Reading> => {
      if (!client) throw new Error('there is no chain to read')
      const startedAt = Date.now()
      const blockNumber = await client.getBlockNumber({ cacheTime: 0 })
      const id = BigInt(onchainJobId)
      const [job, balance] = await Promise.all([
        client.readContract({ abi: jobAbi, address: escrow, functionName: 'job', args: [id], blockNumber }),
        address &&
          client.readContract({
            abi: erc20Abi,
            address: token,
            functionName: 'balanceOf',
            args: [address],
            blockNumber,
          }),
      ])
      const state = jobStates[job.state - 1]
      if (!state) throw new Error('the contract knows no such job')
      const budget = budgetOf(job.terms)
      return {
        figures: { state, held: job.held, budget, paid: budget - job.held, balance },
        block: blockNumber,
        startedAt,
      }
    },
  })
}
