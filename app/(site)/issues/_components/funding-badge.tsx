import { explorerText } from '#app/_text/explorer.ts'
import type { FundingState } from '#lib/domain/discovery.ts'
import classes from './funding-badge.module.css'

/** What the money says about an issue, in words first. */
export function FundingBadge({ state }: { state: FundingState }) {
  const text = explorerText.funding[state]
  if (state === 'unfunded') return <span>{text}</span>
  return (
    <span className={classes.badge} data-state={state}>
      {text}
    </span>
  )
}
