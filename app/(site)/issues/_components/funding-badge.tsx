import { Badge } from '@mantine/core'
import type { FundingState } from '#lib/domain/discovery.ts'
import { explorerText } from '../../../_text/explorer.ts'

const colours: Record<Exclude<FundingState, 'unfunded'>, string> = {
  open: 'teal',
  in_progress: 'blue',
  settled: 'gray',
}

/** What the money says about an issue, in words first. */
export function FundingBadge({ state }: { state: FundingState }) {
  const text = explorerText.funding[state]
  return state === 'unfunded' ? <span>{text}</span> : <Badge color={colours[state]}>{text}</Badge>
}
