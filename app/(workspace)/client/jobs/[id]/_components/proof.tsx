import dynamic from 'next/dynamic'
import { awaited } from '#app/_components/awaited.tsx'
import { Section } from '#app/_components/section.tsx'
import { jobText as text } from '#app/_text/jobs.ts'
import type { Job } from './job.ts'
import { JobEvidence } from './job-facts.tsx'
import { ProofLinks } from './proof-links.tsx'
import { Timeline } from './timeline.tsx'

const CommitmentCheck = dynamic(async () => (await import('./commitment-check.tsx')).CommitmentCheck, {
  ssr: false,
  loading: awaited(420),
})

/** What happened, and what of it anyone can check. */
export function Proof({ job }: { job: Job }) {
  return (
    <>
      <ProofLinks job={job} />
      <Section title={text.timeline} isFlush>
        <Timeline job={job} />
      </Section>
      <CommitmentCheck job={job} />
      <JobEvidence job={job} />
    </>
  )
}
