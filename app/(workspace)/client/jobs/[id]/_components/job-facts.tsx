import { Anchor } from '@mantine/core'
import Link from 'next/link'
import { Copyable } from '#app/_components/copyable.tsx'
import { type Fact, Facts } from '#app/_components/facts.tsx'
import { MoneyText } from '#app/_components/money-text.tsx'
import { OutsideLink } from '#app/_components/outside-link.tsx'
import { Section } from '#app/_components/section.tsx'
import { TimeText } from '#app/_components/time-text.tsx'
import { jobText as text } from '#app/_text/jobs.ts'
import { percentText } from '#lib/domain/percent.ts'
import type { Job } from './job.ts'

/** What was funded, where, and by whom. */
export function JobTerms({ job }: { job: Job }) {
  const facts: Fact[] = [
    { label: text.budget, value: <MoneyText money={job.budget} /> },
    ...(job.silence_share_bps === null
      ? []
      : [{ label: text.silenceShare, value: text.silenceShareOf(percentText(job.silence_share_bps)) }]),
    { label: text.openUntil, value: <TimeText at={job.open_until} /> },
    hash(text.client, job.client_address),
    hash(text.escrow, job.escrow),
    { label: text.chain, value: job.chain_id },
  ]
  if (job.draft_id) {
    const link = (
      <Anchor component={Link} href={`/client/drafts/${job.draft_id}`}>
        {job.repository_full_name ? `${job.repository_full_name} #${job.issue_number}` : text.openDraft}
      </Anchor>
    )
    facts.push({ label: text.draft, value: link })
  }
  return (
    <Section title={text.terms}>
      <Facts facts={facts} />
    </Section>
  )
}

export function JobEvidence({ job }: { job: Job }) {
  const { evidence } = job
  return (
    <Section
      title={text.evidence}
      text={text.evidenceText}
      aside={evidence.explorer_url && <OutsideLink href={evidence.explorer_url}>{text.explorer}</OutsideLink>}
    >
      <Facts
        facts={[
          hash(text.transaction, evidence.transaction_hash),
          { label: text.block, value: <span className="number">{evidence.block_number}</span> },
          hash(text.blockHash, evidence.block_hash),
          { label: text.logIndex, value: evidence.log_index },
          hash(text.ref, job.commitments.ref),
        ]}
      />
    </Section>
  )
}

function hash(label: string, value: string): Fact {
  return { label, value: <Copyable value={value} label={label} short /> }
}
