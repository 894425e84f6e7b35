'use client'
import { Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { ApiError, type ReplyOf } from '#lib/client/api.ts'
import { queries } from '#lib/client/queries.ts'
import { visible } from '#lib/client/readable.ts'
import { awaited } from '../../../../../_components/awaited.tsx'
import { ProblemAlert } from '../../../../../_components/problem-alert.tsx'
import { Section } from '../../../../../_components/section.tsx'
import { TimeText } from '../../../../../_components/time-text.tsx'
import { resultText as text } from '../../../../../_text/jobs.ts'
import { BundleDownload } from './bundle-download.tsx'
import type { Job } from './job-page-view.tsx'
import { PatchDownload } from './patch-download.tsx'
import { Publish } from './publish.tsx'
import styles from './result.module.css'
import { ResultCheck } from './result-check.tsx'
import { ResultFiles } from './result-files.tsx'
import { Verdicts } from './verdicts.tsx'

export type JobResult = ReplyOf<'getJobResult'>

// Nobody needs what compares files before there are some to compare.
const ResultDiff = dynamic(async () => (await import('./result-diff.tsx')).ResultDiff, {
  ssr: false,
  loading: awaited(320),
})

const delivered = ['SUBMITTED', 'PASSED', 'REJECTED']

/** What the newest attempt delivered: commitment and sizes at first, everything once its worker is paid for it. */
export function Result({ job }: { job: Job }) {
  const { assignments, panel } = job.execution
  const isDelivered = job.state === 'LAPSED' || assignments.some(({ state }) => delivered.includes(state))
  const moment = JSON.stringify([
    job.state,
    assignments.length,
    panel.filter((seat) => seat.state === 'RECORDED').length,
  ])
  const { data: result, error } = useQuery({
    ...queries.jobResult(job.onchain_job_id, moment),
    enabled: isDelivered,
    placeholderData: (before: JobResult | undefined) => before,
  })
  const isUnknown = error instanceof ApiError && error.problem.code === 'not_found'
  if (!result) return error && !isUnknown ? <ProblemAlert error={error} /> : null
  return (
    <>
      <Section title={text.title} text={noteOf(job, result)} aside={<Download result={result} />}>
        <Stack gap="lg">
          <Text c="dimmed" fz="xs">
            {text.files(result.files.length)} · {text.bytes(result.files.reduce((sum, file) => sum + file.bytes, 0))} ·{' '}
            {text.delivered} <TimeText at={result.submitted_at} />
          </Text>
          <ResultCheck job={job} result={result} moment={moment} />
          <div className={result.changes ? styles.review : undefined}>
            {result.changes ? <ResultDiff result={result} changes={result.changes} /> : <ResultFiles result={result} />}
            <Verdicts result={result} />
          </div>
          {result.summary && (
            <div>
              <Title order={3}>{text.summary}</Title>
              <Text c="dimmed" fz="xs">
                {text.summaryNote}
              </Text>
              <Text mt={6} style={{ whiteSpace: 'pre-wrap' }}>
                {visible(result.summary)}
              </Text>
            </div>
          )}
        </Stack>
      </Section>
      <Publish job={job} result={result} />
    </>
  )
}

function noteOf(job: Job, result: JobResult): string {
  if (result.is_content_released) return job.state === 'LAPSED' ? text.lapsed : text.released
  if (job.state === 'LAPSED') return text.unpaid
  return job.state === 'SUBMITTED' ? text.withheld : text.rejected
}

function Download({ result }: { result: JobResult }) {
  if (!result.changes) return null
  return (
    <Group gap="xs">
      <BundleDownload result={result} />
      <PatchDownload result={result} />
    </Group>
  )
}
