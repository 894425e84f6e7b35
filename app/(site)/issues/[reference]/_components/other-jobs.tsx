import { Facts } from '#app/_components/facts.tsx'
import { Section } from '#app/_components/section.tsx'
import { publicIssueText } from '#app/_text/explorer.ts'
import { stateText } from '#app/_text/records.ts'
import type { PublicIssueDetail } from '../../_issue.ts'
import { PlainLink } from './plain-link.tsx'

const { otherJobs: text } = publicIssueText

/** Jobs that were funded for this issue besides the one that it shows. */
export function OtherJobs({ jobs }: { jobs: PublicIssueDetail['other_jobs'] }) {
  if (jobs.length === 0) return null
  const facts = jobs.map(({ onchain_job_id: id, state }) => ({
    label: text.job(id),
    value: <PlainLink href={`/jobs/${id}`}>{stateText[state] ?? state}</PlainLink>,
  }))
  return (
    <Section title={text.title}>
      <Facts facts={facts} />
    </Section>
  )
}
