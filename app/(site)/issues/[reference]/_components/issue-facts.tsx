import { type Fact, Facts } from '#app/_components/facts.tsx'
import { TimeText } from '#app/_components/time-text.tsx'
import { publicIssueText } from '#app/_text/explorer.ts'
import type { PublicIssueDetail } from '../../_issue.ts'
import { changed, hrefOf } from '../../_search.ts'
import { PlainLink } from './plain-link.tsx'

const { facts: text, states, nobody, people } = publicIssueText

/** What the host says about the issue; what can be searched for leads to the search. */
export function IssueFacts({ issue }: { issue: PublicIssueDetail }) {
  const { repository_full_name: repository, language, labels } = issue
  const facts: Fact[] = [
    { label: text.repository, value: find(repository, { repository }) },
    { label: text.state, value: states[issue.state] },
    ...(language ? [{ label: text.language, value: find(language, { language }) }] : []),
    ...(labels.length > 0 ? [{ label: text.labels, value: labels.join(', ') }] : []),
    { label: text.author, value: issue.author },
    { label: text.opened, value: <TimeText at={issue.created_at} /> },
    { label: text.updated, value: <TimeText at={issue.updated_at} /> },
    { label: text.comments, value: <span className="number">{issue.comments}</span> },
    { label: text.assignees, value: issue.assignees === 0 ? nobody : people(issue.assignees) },
  ]
  return <Facts facts={facts} />
}

function find(name: string, filter: Record<string, string>) {
  return <PlainLink href={hrefOf(changed('', filter))}>{name}</PlainLink>
}
