import { listAssignmentsOfJob, type WatchedAssignment } from '../../data/assignments.ts'
import { inTransaction } from '../../data/database.ts'
import { recordEvent } from '../../data/events.ts'
import { insertRetry, listRetries, type RetryRow } from '../../data/execution-retries.ts'
import { findJob } from '../../data/jobs.ts'
import { Failure } from '../../domain/failure.ts'
import { executionRetriesMax } from '../../domain/job.ts'
import type { Step } from '../../domain/step.ts'
import type { ChainJob } from '../../ports/chain.ts'
import { type Context, requireCapability, type UserActor } from '../context.ts'
import { releaseRequestCall } from '../dispatch/job-calls.ts'
import { intendCall } from '../operator/call-once.ts'
import { isStalled } from './execution-view.ts'
import { pendingActions } from './pending-actions.ts'

export type ExecutionRetry = { retry: RetryRow; pendingActions: Step[] }

/**
 * Announces the end of a stalled assignment on chain, once per attempt and at most three times per job; asking again for
 * the same attempt answers with the retry there is. Nothing that was funded changes.
 */
export async function retryExecution(ctx: Context, input: { id: bigint }): Promise<ExecutionRetry> {
  const user = requireCapability(ctx, 'client')
  const view = await findJob(ctx.db, user.userId, input.id)
  if (!view) throw new Failure('not_found', 'There is no such job.')
  const [onChain, actions, retries] = await Promise.all([
    ctx.chain.newestJob(input.id, view.job.lastEventBlock),
    ctx.chain.actions(input.id, view.job.lastEventBlock),
    listRetries(ctx.db, input.id),
  ])
  if (!onChain) throw new Failure('not_found', 'There is no such job.')
  const waits = pendingActions(input.id, actions)
  const known = retries.find((retry) => onChain.state === 'ASSIGNED' && retry.attempt === onChain.attempt)
  if (known) return { retry: known, pendingActions: waits }

  const refusal = refusalOf(onChain, retries.length, await listAssignmentsOfJob(ctx.db, input.id))
  if (refusal) throw new Failure(refusal.code, refusal.message, { nextActions: waits })
  return { retry: await request(ctx, user, onChain, retries.length + 1), pendingActions: waits }
}

export type RetryRefusal = { code: 'execution_not_stalled' | 'retry_limit_reached'; message: string }

/** Why the execution cannot be retried now; undefined when it can. */
export function refusalOf(
  onChain: ChainJob,
  used: number,
  assignments: readonly WatchedAssignment[],
): RetryRefusal | undefined {
  const not = (message: string) => ({ code: 'execution_not_stalled', message }) as const
  if (onChain.state !== 'ASSIGNED') return not(`The job is ${onChain.state}; nobody works on it now.`)
  if (used >= executionRetriesMax)
    return {
      code: 'retry_limit_reached',
      message: `The execution was retried ${used} times; the assignment ends automatically at its deadline.`,
    }
  if (onChain.hasObjected)
    return not('The worker objected to the end of this assignment; it keeps the job until its deadline.')
  if (onChain.releaseAt > 0n) return not('The end of this assignment is announced already.')
  const assignment = assignments.find(({ attempt }) => attempt === onChain.attempt)
  if (assignment && !isStalled(assignment))
    return not('The worker is responding or has already delivered, so there is nothing to retry.')
  return undefined
}

async function request(ctx: Context, user: UserActor, onChain: ChainJob, number: number): Promise<RetryRow> {
  const { id: onchainJobId, attempt } = onChain
  const made = await inTransaction(ctx.db, async (tx) => {
    const retry = await insertRetry(tx, { onchainJobId, attempt, number, userId: user.userId })
    if (!retry) return undefined
    await intendCall(ctx, tx, releaseRequestCall(ctx, onchainJobId, attempt))
    const subject = { type: 'job', id: onchainJobId.toString() } as const
    const evidence = { attempt, retry: number }
    await recordEvent(tx, { actor: user, subject, userId: user.userId, name: 'job.retry_requested', evidence })
    return retry
  })
  const retry = made ?? (await listRetries(ctx.db, onchainJobId)).find((row) => row.attempt === attempt)
  if (retry) return retry
  throw new Failure('execution_not_stalled', 'Another retry of this job was counted at the same moment.')
}
