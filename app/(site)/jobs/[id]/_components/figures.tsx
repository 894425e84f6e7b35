import { amountText } from '#lib/domain/money.ts'
import { Figure } from '../../../../_components/figure.tsx'
import { FigureRow } from '../../../../_components/figure-row.tsx'
import { receiptText } from '../../../../_text/receipt.ts'
import { timeSpan } from '../../../../_time-span.ts'
import type { ProofView } from '../_find-proof.ts'
import { silencePercentOf } from '../_silence-percent-of.ts'

const { figures: text } = receiptText

/** What the job paid, in four numbers. */
export function Figures({ proof }: { proof: ProofView }) {
  const { totals, statements, attempts } = proof
  const verdicts = attempts.reduce((sum, attempt) => sum + attempt.verdicts.length, 0)
  const share = totals.silence_share === '0' ? undefined : silencePercentOf(proof)
  const seconds = statements.seconds_to_payment
  const amount = (units: string) => <span className="number">{amountText(BigInt(units))}</span>
  return (
    <FigureRow>
      <Figure
        label={text.reward}
        value={amount(share ? totals.silence_share : totals.reward)}
        note={share ? text.shareNote(share) : totals.reward === '0' ? text.noReward : text.rewardNote}
      />
      <Figure label={text.fees} value={amount(totals.verifier_fees)} note={text.feesNote(verdicts)} />
      <Figure label={text.returned} value={amount(totals.returned)} note={text.returnedNote} />
      {seconds !== null && <Figure label={text.seconds} value={secondsText(seconds)} note={text.secondsNote} />}
    </FigureRow>
  )
}

function secondsText(seconds: number): string {
  return seconds < 10 ? `${seconds.toFixed(1)} s` : timeSpan(seconds)
}
