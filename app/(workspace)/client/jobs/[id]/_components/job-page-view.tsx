'use client'
import { Alert, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import type { ReplyOf } from '#lib/client/api.ts'
import { queries } from '#lib/client/queries.ts'
import { useJobPayment } from '#lib/client/use-job-payment.ts'
import { isLive } from '#lib/domain/transaction.ts'
import { awaited } from '../../../../../_components/awaited.tsx'
import { BackLink } from '../../../../../_components/back-link.tsx'
import { FailedAttempts } from '../../../../../_components/failed-attempts.tsx'
import { PageHeader } from '../../../../../_components/page-header.tsx'
import { ProblemAlert } from '../../../../../_components/problem-alert.tsx'
import { WorkerReputation } from '../../../../../_components/reputation.tsx'
import { Section } from '../../../../../_components/section.tsx'
import { StateBadge } from '../../../../../_components/state-badge.tsx'
import { useFocusBack } from '../../../../../_components/use-focus-back.ts'
import { jobText as text } from '../../../../../_text/jobs.ts'
import { reputationText } from '../../../../../_text/reputation.ts'
import { PendingActions } from '../../../_components/pending-actions.tsx'
import { Accounts } from './accounts.tsx'
import { Awaiting } from './awaiting.tsx'
import { ChainNote } from './chain-note.tsx'
import { Execution } from './execution.tsx'
import { actionOf, JobAction } from './job-action.tsx'
import { JobEvidence, JobSummary } from './job-facts.tsx'
import classes from './job-page.module.css'
import { JobPayment } from './job-payment.tsx'
import { JobProgress } from './job-progress.tsx'
import { Timeline } from './timeline.tsx'

const ChainComparison = dynamic(async () => (await import('./chain-comparison.tsx')).ChainComparison, {
  ssr: false,
  loading: awaited(22),
})
const CommitmentCheck = dynamic(async () => (await import('./commitment-check.tsx')).CommitmentCheck, {
  ssr: false,
  loading: awaited(420),
})
const Exits = dynamic(async () => (await import('./exits.tsx')).Exits, { ssr: false, loading: awaited(120) })
const Result = dynamic(async () => (await import('./result.tsx')).Result, { ssr: false, loading: awaited(0) })

export type Job = ReplyOf<'getJob'>

export function JobPageView({ initial }: { initial: Job }) {
  const { data: job, error } = useQuery({ ...queries.job(initial.onchain_job_id), initialData: initial })
  const payment = useJobPayment(job.onchain_job_id)
  // What the wallet was given to send must not be asked for again; a challenge that still waits can be opened again.
  const isSent = payment !== undefined && isLive(payment.state) && payment.state !== 'CHALLENGE_ISSUED'
  const action = isSent ? undefined : actionOf(job)
  const place = useFocusBack<HTMLDivElement>(action !== undefined)
  return (
    <Stack gap="lg">
      <PageHeader
        title={job.title}
        badge={<StateBadge state={job.state} />}
        text={`${text.number} ${job.onchain_job_id}`}
        above={<BackLink href="/client/jobs" label={text.back} />}
      >
        {action && <JobAction job={job} action={action} />}
      </PageHeader>
      <ProblemAlert error={error} />
      <JobProgress job={job} />
      <ChainNote job={job} />
      <div className={classes.comparison}>
        <ChainComparison job={job} />
      </div>
      {!job.recognised && <Alert color="orange">{text.unrecognised}</Alert>}
      <Awaiting job={job} />
      <JobSummary job={job} />
      {payment && <JobPayment payment={payment} place={place} />}
      <Section title={text.pending}>
        <PendingActions
          actions={job.pending_actions}
          empty={job.on_chain ? text.nothingPending : text.pendingUnknown}
        />
      </Section>
      <Execution job={job} />
      <FailedAttempts attempts={job.execution.failed_attempts} reader="client" />
      {job.worker_reputation && (
        <Section title={reputationText.worker}>
          <WorkerReputation record={job.worker_reputation} />
        </Section>
      )}
      <Result job={job} />
      <Accounts job={job} />
      <CommitmentCheck job={job} />
      <JobEvidence job={job} />
      <Section title={text.timeline} isFlush>
        <Timeline job={job} />
      </Section>
      <Exits job={job} />
    </Stack>
  )
}
