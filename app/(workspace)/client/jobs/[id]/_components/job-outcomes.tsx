import { HelpLink } from '#app/_components/help-link.tsx'
import { outcomesText as text } from '#app/_text/outcomes.ts'
import { OutcomeTable } from '#app/(workspace)/client/_components/outcome-table.tsx'
import { parseAmount } from '#lib/domain/money.ts'
import type { OutcomeTerms } from '#lib/domain/outcomes.ts'
import classes from './accounts.module.css'
import type { Job } from './job.ts'

/** What the policy of this job says is paid to whom; open while that is not decided yet. */
export function JobOutcomes({ job }: { job: Job }) {
  const terms = job.policy_document && termsOf(job.policy_document, job.silence_share_bps)
  if (!terms) return null
  const isOver = ['SETTLED', 'CANCELLED', 'REFUNDED', 'LAPSED'].includes(job.state)
  return (
    <details className={classes.outcomes} open={!isOver}>
      <summary>{text.title}</summary>
      <OutcomeTable terms={terms} />
      <HelpLink chapter="outcomes" />
    </details>
  )
}

function termsOf(policy: Record<string, unknown>, silenceShareBps: number | null): OutcomeTerms | undefined {
  const { reward, verifier_fee: fee, verifiers, quorum, max_attempts: maxAttempts } = policy
  const isKnown = typeof reward === 'string' && typeof fee === 'string'
  if (!isKnown || ![verifiers, quorum, maxAttempts].every(Number.isSafeInteger)) return undefined
  const counts = { verifiers: Number(verifiers), quorum: Number(quorum), maxAttempts: Number(maxAttempts) }
  return {
    reward: parseAmount(reward),
    verifierFee: parseAmount(fee),
    ...counts,
    silenceShareBps: silenceShareBps ?? 0,
  }
}
