import { moneyText } from '#lib/domain/money.ts'
import { lateShareJobsMin } from '#lib/domain/verifier-figures.ts'
import { transparencyText as text } from '../../_text/transparency.ts'
import { timeSpan } from '../../_time-span.ts'
import type { NamedFigure } from '../_components/figure-grid.tsx'
import type { Books, Market, Transparency } from './_transparency.ts'

/** What the escrow should have by its events, and what the token says. */
export function balanceFigures({ balance }: Books): NamedFigure[] {
  return [
    [text.balance.held, moneyText(balance.held)],
    [text.balance.owed, moneyText(balance.owed)],
    [text.balance.byEvents, moneyText(balance.by_events)],
    [text.balance.onChain, moneyText(balance.on_chain)],
  ]
}

/** What was locked, paid and returned. */
export function totalFigures({ totals }: Books): NamedFigure[] {
  return [
    [text.totals.funded, moneyText(totals.funded)],
    [text.totals.rewards, moneyText(totals.rewards)],
    [text.totals.fees, moneyText(totals.verifier_fees)],
    [text.totals.returned, moneyText(totals.returned)],
  ]
}

/** How jobs ended. */
export function jobCounts({ jobs }: Books): NamedFigure[] {
  const names = text.jobs
  return [
    [names.created, String(jobs.created)],
    [names.settled, String(jobs.settled)],
    [names.rejected, String(jobs.rejected)],
    [names.refunded, String(jobs.refunded)],
    [names.lapsed, String(jobs.lapsed)],
    [names.cancelled, String(jobs.cancelled)],
    [names.open, String(jobs.open)],
  ]
}

/** How soon the money followed the deciding verdict. */
export function paymentFigures(times: Transparency['verdict_to_payment_seconds']): NamedFigure[] {
  const { none, seconds, jobs: names } = text
  return [
    [names.payment, times.median === null ? none : seconds(times.median)],
    [names.p95, times.p95 === null ? none : seconds(times.p95)],
    times.late_share === null
      ? [names.lateWithheld(lateShareJobsMin), names.withheld]
      : [names.late, `${(times.late_share * 100).toFixed(1)} %`],
  ]
}

/** What settled jobs paid and how long they took; none until one settled. */
export function marketFigures({ median_reward: reward, funding_to_payment_seconds: times }: Market): NamedFigure[] {
  if (!reward || times.median === null || times.p95 === null) return []
  const { market: names } = text
  return [
    [names.reward, moneyText(reward)],
    [names.time, timeSpan(times.median)],
    [names.p95, timeSpan(times.p95)],
  ]
}
