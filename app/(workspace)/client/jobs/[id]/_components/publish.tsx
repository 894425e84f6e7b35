'use client'
import { Badge, Stack, Text } from '@mantine/core'
import { Section } from '#app/_components/section.tsx'
import { StateBadge } from '#app/_components/state-badge.tsx'
import { publishText as text } from '#app/_text/publishing.ts'
import { checkResult, verdictOf } from '#lib/client/check-result.ts'
import type { Job, JobResult } from './job.ts'
import { branchOf } from './patch-download.tsx'
import { PublicationFailed } from './publication-failed.tsx'
import { PublicationSteps } from './publication-steps.tsx'
import { PublishButton } from './publish-button.tsx'
import { Published } from './published.tsx'

type PublishProps = { job: Job; result: JobResult }

/** The way of a settled result into the client's repository: what it sets off, how far it is, and the way out. */
export function Publish({ job, result }: PublishProps) {
  const { publication } = job
  if (job.state !== 'SETTLED' || !result.changes) return null
  const repository = job.repository_full_name ?? text.yourRepository
  const isOffered = !publication && !isAutomatic(job) && !isDifferent(job, result)
  return (
    <Section
      title={text.title}
      text={text.intro(publication?.branch ?? branchOf(job.onchain_job_id), repository)}
      aside={
        publication ? (
          <StateBadge state={publication.state} />
        ) : (
          isOffered && <PublishButton job={job} result={result} label={text.button} />
        )
      }
    >
      <Stack gap="md" data-publication={publication?.state ?? 'none'}>
        {isDifferent(job, result) ? <Badge color="red">{text.mismatch}</Badge> : <Now job={job} result={result} />}
      </Stack>
    </Section>
  )
}

function Now({ job, result }: PublishProps) {
  const { publication } = job
  if (!publication)
    return isAutomatic(job) ? <Text role="status">{text.policyWaits}</Text> : <Text>{text.readFirst}</Text>
  if (publication.state === 'PUBLISHED') return <Published publication={publication} />
  return (
    <>
      <PublicationSteps publication={publication} />
      {publication.state === 'FAILED' && <PublicationFailed job={job} result={result} publication={publication} />}
    </>
  )
}

function isAutomatic({ policy_document: policy }: Job): boolean {
  return policy?.publication === 'automatic'
}

/** Whether the files differ from what was committed to, as far as the browser can tell without the chain. */
function isDifferent({ chain_id: chainId, escrow }: Job, result: JobResult): boolean {
  return verdictOf(checkResult(result, { chainId, escrow }, undefined)) === 'mismatch'
}
