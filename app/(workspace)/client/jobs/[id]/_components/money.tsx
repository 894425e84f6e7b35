import dynamic from 'next/dynamic'
import { awaited } from '#app/_components/awaited.tsx'
import { Section } from '#app/_components/section.tsx'
import { jobText as text } from '#app/_text/jobs.ts'
import { PendingActions } from '#app/(workspace)/client/_components/pending-actions.tsx'
import { Accounts } from './accounts.tsx'
import type { Job } from './job.ts'
import { JobTerms } from './job-facts.tsx'

const Exits = dynamic(async () => (await import('./exits.tsx')).Exits, { ssr: false, loading: awaited(120) })

/** Every payment, what the contract allows now, and the ways out that need nothing of this service. */
export function Money({ job }: { job: Job }) {
  return (
    <>
      <Accounts job={job} />
      <Section title={text.pending}>
        <PendingActions
          actions={job.pending_actions.filter(({ code }) => code !== 'publish')}
          empty={job.on_chain ? text.nothingPending : text.pendingUnknown}
        />
      </Section>
      <JobTerms job={job} />
      <Exits job={job} />
    </>
  )
}
