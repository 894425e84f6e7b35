import type { Preview } from '#app/_preview.tsx'
import { explorerText } from '#app/_text/explorer.ts'
import { moneyText } from '#lib/domain/money.ts'
import type { PublicIssue } from '../_issue.ts'

/** What the picture of an issue says: where it is, what it is about, and what it pays. */
export function previewOf(issue: PublicIssue): Preview {
  const { funding } = issue
  const state = funding?.state ?? 'unfunded'
  return {
    above: `${issue.repository_full_name} #${issue.number}`,
    title: issue.title,
    facts: [explorerText.funding[state], issue.language].filter(Boolean).join(' · '),
    reward: funding && state !== 'unfunded' ? moneyText(funding.reward) : null,
  }
}

/** The same in one sentence, for those who do not see the picture. */
export function altOf({ above, title, facts, reward }: Preview): string {
  return [`${above}: ${title}`, facts, ...(reward === null ? [] : [reward])].join(' · ')
}
