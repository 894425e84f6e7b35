import { findCursor, type LogRow, listJobLogs } from '../../data/chain-index.ts'
import type { SnapshotRow } from '../../data/drafts.ts'
import { findProof, hasTakenPart, type JobProofRow, type JobRecords, readRecords } from '../../data/job-proofs.ts'
import { findJobAndTerms, type JobRow } from '../../data/jobs.ts'
import { findPublicIssue } from '../../data/public-issue-list.ts'
import { findPublication, type PublicationRow } from '../../data/publications.ts'
import { measurePayment } from '../../data/verifier-numbers.ts'
import { Failure } from '../../domain/failure.ts'
import { isProvable } from '../../domain/proof.ts'
import { at, type Step, step } from '../../domain/step.ts'
import type { Hash } from '../../ports/chain.ts'
import { requireAgent } from '../agents/require-agent.ts'
import { type Context, requireCapability } from '../context.ts'

export type Proof = {
  job: JobRow
  snapshot: SnapshotRow
  genesisHash: Hash
  events: LogRow[]
  transfers: JobProofRow['transfers']
  records: JobRecords
  secondsToPayment: number | null
  publication: PublicationRow | undefined
  /** When the transfers were read from the chain. */
  readAt: Date
}

/** Everything that proves how a job of a public repository ended, for anyone. */
export async function readPublicProof(ctx: Context, input: { id: bigint }): Promise<Proof> {
  const { job, snapshot } = await findJobAndTerms(ctx.db, input.id)
  if (!job || !snapshot || snapshot.taskDocument.repository.private)
    throw new Failure('not_found', 'There is no such job of a public repository.')
  const nextActions = isProvable(job.state) ? [] : await issueActions(ctx, snapshot)
  return readProof(ctx, job, snapshot, nextActions)
}

/** The same for the client of the job, also of a private repository. */
export async function readOwnProof(ctx: Context, input: { id: bigint }): Promise<Proof> {
  const { userId } = requireCapability(ctx, 'client')
  const { job, snapshot } = await findJobAndTerms(ctx.db, input.id)
  if (!job || !snapshot || job.userId !== userId) throw new Failure('not_found', 'There is no such job.')
  return readProof(ctx, job, snapshot, [
    step('client', 'read_job', 'Read how the job stands.', at('getJob', { onchain_job_id: input.id })),
  ])
}

/** The same without evidence for the owner of an agent that worked on the job or judged it, also of a private repository. */
export async function readAgentProof(ctx: Context, input: { agentId: string; id: bigint }): Promise<Proof> {
  const { agent } = await requireAgent(ctx, input.agentId)
  const { job, snapshot } = await findJobAndTerms(ctx.db, input.id)
  if (!job || !snapshot || !(await hasTakenPart(ctx.db, job.onchainJobId, agent.id)))
    throw new Failure('not_found', 'This agent neither worked on such a job nor took a seat in it.')
  return readProof(ctx, job, snapshot, [
    step('agent_owner', 'read_work', 'See what the agent holds.', at('getRuntimeStatus', { id: agent.id })),
  ])
}

/** The public page of the job; nothing while the index does not have its issue. */
async function issueActions(ctx: Context, { taskDocument: { repository, issue } }: SnapshotRow): Promise<Step[]> {
  const { full_name: fullName } = repository
  if (!(await findPublicIssue(ctx.reader, { fullName, number: issue.number }))) return []
  const reference = `${fullName.replace('/', ':')}:${issue.number}`
  return [step('anyone', 'read_issue', 'Read how the job stands.', at('getPublicIssue', { reference }))]
}

async function readProof(ctx: Context, job: JobRow, snapshot: SnapshotRow, nextActions: Step[]): Promise<Proof> {
  if (!isProvable(job.state))
    throw new Failure(
      'state_conflict',
      'The job has not ended yet; its proof is made once it is settled, rejected, cancelled or refunded.',
      { nextActions },
    )
  const id = job.onchainJobId
  const [proof, events, records, secondsToPayment, publication, genesisHash] = await Promise.all([
    findProof(ctx.db, job),
    listJobLogs(ctx.db, id),
    readRecords(ctx.db, id),
    measurePayment(ctx.db, id),
    findPublication(ctx.db, id),
    findGenesis(ctx),
  ])
  if (!proof || !genesisHash)
    throw new Failure('unavailable', 'The job has just ended; its transfers are being read from the chain.', {
      retryAfterSeconds: 5,
    })
  return {
    job,
    snapshot,
    genesisHash,
    events,
    transfers: proof.transfers,
    records,
    secondsToPayment,
    publication,
    readAt: proof.readAt,
  }
}

/** As the indexer pinned it when it read the chain for the first time. */
async function findGenesis(ctx: Context): Promise<Hash | undefined> {
  return (await findCursor(ctx.db, ctx.chain.chainId))?.genesisHash
}
