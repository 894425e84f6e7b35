import { moneyText } from '#lib/domain/money.ts'
import { previewResponse, previewSize } from '../../../_preview.tsx'
import { explorerText } from '../../../_text/explorer.ts'
import { findIssue } from '../_find-issue.ts'

export const size = previewSize
export const contentType = 'image/png'
export const alt = explorerText.preview.title

/** The picture of an issue: where it is, what it says, and what it pays. */
export default async function IssuePreview({ params }: { params: Promise<{ reference: string }> }) {
  const { issue } = await findIssue((await params).reference)
  const { funding } = issue
  const state = funding?.state ?? 'unfunded'
  const facts = [explorerText.funding[state], issue.language].filter(Boolean)
  return previewResponse({
    above: `${issue.repository_full_name} #${issue.number}`,
    title: issue.title,
    facts: facts.join(' · '),
    reward: funding && state !== 'unfunded' ? moneyText(funding.reward) : null,
  })
}
