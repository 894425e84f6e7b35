'use client'
import { Alert, Stack, Tabs, TabsList, TabsPanel, TabsTab } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { awaited } from '#app/_components/awaited.tsx'
import { BackLink } from '#app/_components/back-link.tsx'
import { PageHeader } from '#app/_components/page-header.tsx'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { StateBadge } from '#app/_components/state-badge.tsx'
import { useFocusBack } from '#app/_components/use-focus-back.ts'
import { jobText as text } from '#app/_text/jobs.ts'
import { Gone } from '#app/(workspace)/_components/gone.tsx'
import { queries } from '#lib/client/queries.ts'
import { isGone } from '#lib/client/refusals.ts'
import { useJobPayment } from '#lib/client/use-job-payment.ts'
import { isLive } from '#lib/domain/transaction.ts'
import { ChainNote } from './chain-note.tsx'
import type { Job } from './job.ts'
import { actionOf, JobAction } from './job-action.tsx'
import classes from './job-page.module.css'
import { JobPayment } from './job-payment.tsx'
import { JobProgress } from './job-progress.tsx'
import { JobSummary } from './job-summary.tsx'
import { newestFailure, RejectedCard } from './rejected-card.tsx'
import { isDelivered } from './use-job-result.ts'
import { jobTabs, useJobTab } from './use-job-tab.ts'

const ChainComparison = dynamic(async () => (await import('./chain-comparison.tsx')).ChainComparison, {
  ssr: false,
  loading: awaited(22),
})
const tabHeight = 480
const panels = {
  result: dynamic(async () => (await import('./result.tsx')).Result, { ssr: false, loading: awaited(tabHeight) }),
  verification: dynamic(async () => (await import('./verification.tsx')).Verification, { loading: awaited(tabHeight) }),
  money: dynamic(async () => (await import('./money.tsx')).Money, { loading: awaited(tabHeight) }),
  proof: dynamic(async () => (await import('./proof.tsx')).Proof, { loading: awaited(tabHeight) }),
}

export function JobPageView({ initial }: { initial: Job }) {
  const { data: job, error } = useQuery({ ...queries.job(initial.onchain_job_id), initialData: initial })
  const failed = newestFailure(job)
  const [tab, openTab] = useJobTab(isDelivered(job) && !failed ? 'result' : 'verification')
  const payment = useJobPayment(job.onchain_job_id)
  // What the wallet was given to send must not be asked for again; a challenge that still waits can be opened again.
  const isSent = payment !== undefined && isLive(payment.state) && payment.state !== 'CHALLENGE_ISSUED'
  const action = isSent ? undefined : actionOf(job)
  const place = useFocusBack<HTMLDivElement>(action !== undefined)
  const repository = job.repository_full_name ? ` · ${job.repository_full_name} #${job.issue_number}` : ''
  if (isGone(error)) return <Gone text={text.gone} href="/client/jobs" />
  return (
    <Stack gap="lg">
      <PageHeader
        title={job.title}
        badge={<StateBadge state={job.state} />}
        text={`${text.number} ${job.onchain_job_id}${repository}`}
        above={<BackLink href="/client/jobs" label={text.back} />}
      >
        {action && !failed && <JobAction job={job} action={action} />}
      </PageHeader>
      <ProblemAlert error={error} />
      <JobProgress job={job} />
      <div className={classes.comparison}>
        <ChainComparison job={job} />
      </div>
      <ChainNote job={job} />
      {!job.recognised && <Alert color="orange">{text.unrecognised}</Alert>}
      {failed && <RejectedCard job={job} failed={failed} action={action} onRead={() => openTab('verification')} />}
      {payment && <JobPayment payment={payment} place={place} />}
      <div className={classes.columns} data-first={job.execution.phase === 'over' ? 'main' : 'aside'}>
        <div className={classes.aside}>
          <JobSummary job={job} />
        </div>
        <Tabs className={classes.main} value={tab} onChange={openTab} keepMounted={false}>
          <TabsList aria-label={text.tabsLabel}>
            {jobTabs.map((name) => (
              <TabsTab key={name} value={name}>
                {text.tabs[name]}
              </TabsTab>
            ))}
          </TabsList>
          {jobTabs.map((name) => {
            const Panel = panels[name]
            return (
              <TabsPanel key={name} value={name} pt="lg">
                <Stack gap="lg">
                  <Panel job={job} />
                </Stack>
              </TabsPanel>
            )
          })}
        </Tabs>
      </div>
    </Stack>
  )
}
