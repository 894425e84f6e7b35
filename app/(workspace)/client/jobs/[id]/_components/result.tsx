'use client'
import { Group, Stack, Text, Title } from '@mantine/core'
import dynamic from 'next/dynamic'
import { awaited } from '#app/_components/awaited.tsx'
import { EmptyState } from '#app/_components/empty-state.tsx'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { Section } from '#app/_components/section.tsx'
import { TimeText } from '#app/_components/time-text.tsx'
import { resultText as text } from '#app/_text/jobs.ts'
import { visible } from '#lib/client/readable.ts'
import { BundleDownload } from './bundle-download.tsx'
import type { Job, JobResult } from './job.ts'
import { PatchDownload } from './patch-download.tsx'
import { Publish } from './publish.tsx'
import { ResultCheck } from './result-check.tsx'
import { ResultFiles } from './result-files.tsx'
import { useJobResult } from './use-job-result.ts'

// Nobody needs what compares files before there are some to compare.
const ResultDiff = dynamic(async () => (await import('./result-diff.tsx')).ResultDiff, {
  ssr: false,
  loading: awaited(320),
})

const AwaitedResult = awaited(480)

/** What the newest attempt delivered: commitment and sizes at first, everything once its worker is paid for it. */
export function Result({ job }: { job: Job }) {
  const { result, isLoading, error, moment } = useJobResult(job)
  if (!result) {
    if (error) return <ProblemAlert error={error} />
    return isLoading ? <AwaitedResult /> : <EmptyState icon="branch" title={text.noneTitle} text={text.none} />
  }
  return (
    <>
      <Publish job={job} result={result} />
      <Section title={text.title} text={noteOf(job, result)} aside={<Download result={result} />}>
        <Stack gap="lg">
          <Text c="dimmed" fz="xs">
            {text.files(result.files.length)} · {text.bytes(result.files.reduce((sum, file) => sum + file.bytes, 0))} ·{' '}
            {text.delivered} <TimeText at={result.submitted_at} />
          </Text>
          {result.changes ? <ResultDiff result={result} changes={result.changes} /> : <ResultFiles result={result} />}
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
          <ResultCheck job={job} result={result} moment={moment} />
        </Stack>
      </Section>
    </>
  )
}

const isSharePaid = ({ accounts }: Job) => accounts.payments.some(({ kind }) => kind === 'silence_share')

function noteOf(job: Job, result: JobResult): string {
  if (result.is_content_released) return job.state === 'LAPSED' ? text.lapsed : text.released
  if (job.state === 'LAPSED') return isSharePaid(job) ? text.ownCommands : text.unpaid
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
