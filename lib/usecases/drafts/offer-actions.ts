import { type DraftRow, type DraftView, findDraftUnderPayment, type SnapshotRow } from '../../data/drafts.ts'
import { timeOf } from '../../domain/chain-time.ts'
import { type DraftFacts, draftActions, type Means } from '../../domain/draft.ts'
import { isFailure } from '../../domain/failure.ts'
import type { Step } from '../../domain/step.ts'
import type { Context } from '../context.ts'
import { type ProbeView, readProbe } from '../probes/read-probe.ts'
import { readAllowance } from '../wallet/read-allowance.ts'

/** `probe` is not read for a list. */
export type OfferedDraft = DraftView & { nextActions: Step[]; probe: ProbeView | null }

/**
 * The draft with what its client can do now. A LOCKED one reads the allowance, of which a wallet has one at a time; a list
 * names the draft under payment once for all.
 */
export async function offerActions(
  ctx: Context,
  view: DraftView,
  underPayment?: DraftRow | null,
): Promise<OfferedDraft> {
  const { draft, snapshot, live, onchainJobId } = view
  const { id, state } = draft
  const means = await readMeans(ctx, { state, live, terms: snapshot })
  // Terms whose time is over are renewed by the next step, so there is no moment any more that it must not miss.
  const isOpen = snapshot !== null && Number(snapshot.fundBy) * 1_000 > Date.now()
  const fundBy = isOpen ? timeOf(snapshot.fundBy) : null
  const isKnown = underPayment !== undefined || state !== 'READY'
  const other = isKnown ? underPayment : await findDraftUnderPayment(ctx.db, draft.userId)
  const otherUnderPayment = other?.id ?? null
  const facts = { id, state, live, onchainJobId, means, otherUnderPayment, fundBy }
  const probe = underPayment === undefined ? await readProbe(ctx, draft) : null
  return { ...view, nextActions: draftActions(facts), probe }
}

type Terms = Pick<SnapshotRow, 'clientAddress' | 'budget'>

/**
 * Whether a LOCKED draft can be paid for now; read only where no payment of it is under way. While the chain cannot be
 * read, approving is offered: it is answered whether it is needed or not.
 */
export async function readMeans(
  ctx: Context,
  { state, live, terms }: Pick<DraftFacts, 'state' | 'live'> & { terms: Terms | null },
): Promise<Means> {
  if (state !== 'LOCKED' || live || !terms) return 'unapproved'
  try {
    if ((await readAllowance(ctx, terms.clientAddress)) !== terms.budget) return 'unapproved'
    return (await ctx.chain.balance(terms.clientAddress)).units < terms.budget ? 'short' : 'enough'
  } catch (error) {
    if (isFailure(error)) return 'unapproved'
    throw error
  }
}
