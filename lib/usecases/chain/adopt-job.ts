import { inTransaction, type Transaction } from '../../data/database.ts'
import { findSnapshotByRef, markDraftFunded, type SnapshotRow } from '../../data/drafts.ts'
import { recordEvent } from '../../data/events.ts'
import { insertJob } from '../../data/jobs.ts'
import { projectJobFunding } from '../../data/public-funding.ts'
import { findWalletByAddress, type WalletRow } from '../../data/wallets.ts'
import { Failure } from '../../domain/failure.ts'
import { differingTerms, termsFromEvent } from '../../domain/job.ts'
import type { Address, Block, ChainJob, EscrowLog } from '../../ports/chain.ts'
import type { Context } from '../context.ts'
import { termsOfSnapshot } from '../drafts/snapshot-terms.ts'
import { confirmByEvent } from '../transactions/confirm-by-event.ts'

/**
 * Takes a JobCreated of the pinned contract into the books once it is final: the snapshot whose every term it equals is
 * funded, superseded or not. One that equals none is kept as unrecognised, so that its client can still cancel it.
 * Safe to repeat. Does nothing for wallets that are not known here; `chain_unavailable` while the log is not final, or
 * when the node does not know the job at `final`.
 */
export async function adoptJob(ctx: Context, log: EscrowLog, final: Block): Promise<void> {
  if (log.jobId === null) return
  const client = log.args.client as Address
  const terms = termsFromEvent(log.args)
  const wallet = await findWalletByAddress(ctx.db, client)
  if (!wallet) return
  const block = await ctx.chain.block(log.blockNumber)
  if (log.blockNumber > final.number || block?.hash !== log.blockHash)
    throw new Failure('chain_unavailable', 'The chain changed while it was read.', { retryAfterSeconds: 2 })
  const job = await ctx.chain.job(log.jobId, final.number)
  if (job?.client !== client)
    throw new Failure('chain_unavailable', `The node does not know job ${log.jobId}.`, { retryAfterSeconds: 2 })

  const candidate = await findSnapshotByRef(ctx.db, terms.ref)
  const fits = candidate?.clientAddress === client && differingTerms(termsOfSnapshot(candidate), terms).length === 0
  const snapshot = fits ? candidate : undefined
  await inTransaction(ctx.db, (tx) =>
    store(ctx, tx, { log, job, wallet, snapshot, ref: terms.ref, openUntil: terms.openUntil }),
  )
}

type Adoption = {
  log: EscrowLog
  job: ChainJob
  wallet: WalletRow
  snapshot: SnapshotRow | undefined
  ref: `0x${string}`
  openUntil: bigint
}

async function store(ctx: Context, tx: Transaction, adoption: Adoption): Promise<void> {
  const { log, job, wallet, snapshot } = adoption
  const draft = snapshot && (await markDraftFunded(tx, snapshot.draftId, snapshot.id))
  const made = await insertJob(tx, {
    onchainJobId: job.id,
    chainId: ctx.chain.chainId,
    userId: wallet.userId,
    draftId: draft?.id ?? null,
    snapshotId: snapshot?.id ?? null,
    clientAddress: wallet.address,
    ref: adoption.ref,
    state: job.state,
    held: job.held,
    budget: BigInt(String(log.args.held)),
    openUntil: adoption.openUntil,
    transactionHash: log.transactionHash,
    logIndex: log.logIndex,
    blockNumber: log.blockNumber,
    blockHash: log.blockHash,
    lastEventBlock: log.blockNumber,
    lastEventLogIndex: log.logIndex,
  })
  if (snapshot) await confirmByEvent(ctx, tx, { purpose: 'FUNDING', snapshotId: snapshot.id }, log)
  if (!made) return
  await projectJobFunding(tx, job.id)
  const evidence = {
    transaction_hash: log.transactionHash,
    block_number: log.blockNumber.toString(),
    log_index: log.logIndex,
  }
  const base = { actor: ctx.actor, userId: wallet.userId, evidence }
  const jobSubject = { type: 'job', id: job.id.toString() } as const
  await recordEvent(tx, {
    ...base,
    subject: jobSubject,
    name: snapshot ? 'job.funded' : 'job.unrecognised',
    to: job.state,
  })
  if (draft) {
    const change = { name: 'draft.funded' as const, from: draft.from, to: 'FUNDED' }
    await recordEvent(tx, { ...base, subject: { type: 'draft', id: draft.id }, ...change })
  }
  if (snapshot)
    await ctx.queue.add(
      tx,
      { queue: 'advance-job', data: { onchainJobId: job.id.toString() } },
      { account: wallet.userId },
    )
}
