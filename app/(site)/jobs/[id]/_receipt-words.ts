import { receiptText as text } from '#app/_text/receipt.ts'
import type { ProofView } from './_find-proof.ts'
import { silencePercentOf } from './_silence-percent-of.ts'

type Paid = {
  job: Pick<ProofView['job'], 'state'>
  totals: Pick<ProofView['totals'], 'reward' | 'silence_share' | 'returned'>
  events: readonly Pick<ProofView['events'][number], 'name' | 'args'>[]
}

/** How the job ended, in a sentence. */
export function outcomeOf({ job: { state }, totals }: Paid): string {
  return state === 'LAPSED' && totals.silence_share === '0' ? text.lapsedUnpaid : text.outcomes[state]
}

/** Why the worker was paid this much. */
export function rewardNoteOf(proof: Paid): string {
  const percent = proof.job.state === 'LAPSED' ? silencePercentOf(proof) : undefined
  if (percent !== undefined) return text.figures.shareNote(percent)
  return proof.totals.reward === '0' ? text.figures.noReward : text.figures.rewardNote
}

/** What the money is that went back to the client. */
export function returnedNoteOf({ job: { state }, totals }: Paid): string {
  if (totals.returned !== '0') return text.figures.returnedNote
  return state === 'REJECTED' ? text.figures.notTakenBack : text.figures.nothingLeft
}
