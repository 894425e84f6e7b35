import { Figure } from '#app/_components/figure.tsx'
import { FigureRow } from '#app/_components/figure-row.tsx'
import { receiptText } from '#app/_text/receipt.ts'
import { timeSpan } from '#app/_time-span.ts'
import { amountText } from '#lib/domain/money.ts'
import type { ProofView } from '../_find-proof.ts'
import { returnedNoteOf, rewardNoteOf } from '../_receipt-words.ts'

const { figures: text } = receiptText

/** What the job paid, in four numbers. */
export function Figures({ proof }: { proof: ProofView }) {
  const { totals, statements, attempts } = proof
  const verdicts = attempts.reduce((sum, attempt) => sum + attempt.verdicts.length, 0)
  const seconds = statements.seconds_to_payment
  const amount = (units: string) => <span className="number">{amountText(BigInt(units))}</span>
  return (
    <FigureRow>
      <Figure
        label={text.reward}
        value={amount(proof.job.state === 'LAPSED' ? totals.silence_share : totals.reward)}
        note={rewardNoteOf(proof)}
      />
      <Figure label={text.fees} value={amount(totals.verifier_fees)} note={text.feesNote(verdicts)} />
      <Figure label={text.returned} value={amount(totals.returned)} note={returnedNoteOf(proof)} />
      {seconds !== null && <Figure label={text.seconds} value={secondsText(seconds)} note={text.secondsNote} />}
    </FigureRow>
  )
}

function secondsText(seconds: number): string {
  return seconds < 10 ? `${seconds.toFixed(1)} s` : timeSpan(seconds)
}
