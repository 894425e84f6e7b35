import { explorerText } from '../../_text/explorer.ts'
import type { PublicIssueDetail } from './_issue.ts'

const longest = 160

/** One line about an issue for search engines and previews: what the money says, then how its text begins. */
export function summaryOf({ funding, body }: Pick<PublicIssueDetail, 'funding' | 'body'>): string {
  const state = explorerText.funding[funding?.state ?? 'unfunded']
  const said = body
    .replace(/<!--[\s\S]*?(-->|$)/g, ' ')
    .replace(/```[\s\S]*?(```|$)/g, ' ')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[#>*_`|~]+|^\s*[-+]\s/gm, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const whole = said === '' ? `${state}.` : `${state}. ${said}`
  return whole.length <= longest ? whole : `${whole.slice(0, longest - 1).replace(/\s\S*$/, '')}…`
}
