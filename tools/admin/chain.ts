import { type ChainStatus, contradictions, readChainStatus } from '#lib/usecases/chain/read-chain-status.ts'
import { resumeChain } from '#lib/usecases/chain/resume-chain.ts'
import type { Context } from '#lib/usecases/context.ts'
import { toTable } from '../table.ts'

/** Where the indexer is, why it is halted, and each block whose events had effect but that is not on chain now. */
export async function chainStatus(ctx: Context): Promise<string> {
  const status = await readChainStatus(ctx)
  const { cursor, latest, final } = status
  const rows = [
    ['escrow', cursor.escrow],
    ['indexed to block', String(cursor.indexedBlock)],
    ['in effect to block', String(cursor.appliedBlock)],
    ['newest block of the node', String(latest.number)],
    ['newest final block', String(final.number)],
    ['halted', cursor.haltedReason ?? 'no'],
    ['books compared', cursor.reconciledAt?.toISOString() ?? 'not yet'],
    ...cursor.differences.map((difference) => ['difference', difference]),
  ]
  return `${toTable(['what', 'value'], rows)}\n\n${describeEvidence(status)}`
}

function describeEvidence(status: ChainStatus): string {
  const contrary = contradictions(status)
  const compared = `${status.evidence.length} blocks with events that had effect were compared with the chain`
  if (contrary.length > 0) {
    const rows = contrary.map(({ number, events, hash, now }) => [
      String(number),
      String(events),
      hash,
      now ?? 'no such block',
    ])
    const way = 'Where the chain is right: stop the worker program, npm run admin -- reindex, then chain resume.'
    return `${compared}; ${contrary.length} differ:\n${toTable(['block', 'events', 'had effect as', 'on chain now'], rows)}\n${way}`
  }
  return status.cursor.haltedReason
    ? `${compared}; none differs. To go on: npm run admin -- chain resume --because "<what you found>"`
    : `${compared}; none differs.`
}

/** Lets the indexer go on; throws while the contradiction is still there. */
export async function resume(ctx: Context, because: string): Promise<string> {
  await resumeChain(ctx, { because })
  return 'The indexer goes on with its next step.'
}
