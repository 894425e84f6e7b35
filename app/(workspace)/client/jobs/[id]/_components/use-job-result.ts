import { useQuery } from '@tanstack/react-query'
import { ApiError } from '#lib/client/api.ts'
import { queries } from '#lib/client/queries.ts'
import type { Job, JobResult } from './job.ts'

const delivered = ['SUBMITTED', 'PASSED', 'REJECTED']

/** Whether any attempt has delivered a result. */
export function isDelivered({ state, execution }: Job): boolean {
  return state === 'LAPSED' || execution.assignments.some((assignment) => delivered.includes(assignment.state))
}

type JobResultRead = { result: JobResult | undefined; isLoading: boolean; error: Error | null; moment: string }

/** What the newest attempt delivered; `moment` changes whenever it may say something new. */
export function useJobResult(job: Job): JobResultRead {
  const { assignments, panel } = job.execution
  const recorded = panel.filter((seat) => seat.state === 'RECORDED').length
  const moment = JSON.stringify([job.state, assignments.length, recorded])
  const {
    data: result,
    error,
    isLoading,
  } = useQuery({
    ...queries.jobResult(job.onchain_job_id, moment),
    enabled: isDelivered(job),
    placeholderData: (before: JobResult | undefined) => before,
  })
  const isUnknown = error instanceof ApiError && error.problem.code === 'not_found'
  return { result, isLoading, error: isUnknown ? null : error, moment }
}
