import { listLiveAssignments } from '../../data/assignments.ts'
import { findSnapshot } from '../../data/drafts.ts'
import { type FailedAttempt, listFailedAttempts } from '../../data/failed-attempts.ts'
import { findJobById, type JobRow } from '../../data/jobs.ts'
import { type CredentialRow, findCurrentCredential } from '../../data/runtime-credentials.ts'
import { type Health, readHealth } from '../../data/runtime-heartbeats.ts'
import { listOpenSeats } from '../../data/seats.ts'
import type { AgentRole } from '../../domain/agent.ts'
import type { Context } from '../context.ts'
import { type AgentView, viewAgent } from './agent-view.ts'
import { requireAgent } from './require-agent.ts'

export type Work = {
  onchainJobId: bigint
  attempt: number | null
  role: AgentRole
  state: string
  title: string
  until: Date | null
}
export type RuntimeStatus = {
  view: AgentView
  credential: CredentialRow | undefined
  work: Work[]
  health: Health
  failedAttempts: FailedAttempt[]
}

/** The runtime behind an agent: when it was heard, its credential, and the work it holds. */
export async function readRuntimeStatus(ctx: Context, input: { id: string }): Promise<RuntimeStatus> {
  const { agent } = await requireAgent(ctx, input.id)
  const [view, credential, assignments, seats, health, failedAttempts] = await Promise.all([
    viewAgent(ctx, agent),
    findCurrentCredential(ctx.db, agent.id),
    listLiveAssignments(ctx.db, agent.id),
    listOpenSeats(ctx.db, agent.id),
    readHealth(ctx.db, agent.id),
    listFailedAttempts(ctx.db, { agentId: agent.id }, 10),
  ])
  const rows = [
    ...assignments.map((row) => ({
      onchainJobId: row.onchainJobId,
      attempt: row.attempt,
      role: 'worker' as const,
      state: row.state as string,
      until: row.workBy === null ? row.offerExpiresAt : toDate(row.workBy),
    })),
    ...seats.map((row) => ({
      onchainJobId: row.onchainJobId,
      attempt: row.attempt,
      role: 'verifier' as const,
      state: row.state as string,
      until: row.verifyBy === null ? null : toDate(row.verifyBy),
    })),
  ]
  const work = await Promise.all(
    rows.map(async (row) => ({ ...row, title: await jobTitle(ctx, await findJobById(ctx.db, row.onchainJobId)) })),
  )
  return { view, credential, work, health, failedAttempts }
}

function toDate(seconds: bigint): Date {
  return new Date(Number(seconds) * 1_000)
}

/** The title that the job's task carries. */
async function jobTitle(ctx: Context, job: JobRow | undefined): Promise<string> {
  const snapshot = job?.snapshotId ? await findSnapshot(ctx.db, job.snapshotId) : undefined
  return snapshot?.taskDocument.title ?? 'Unrecognised job'
}
