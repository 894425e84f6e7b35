import { Alert, Anchor, Group, Stack } from '@mantine/core'
import { moneyText } from '#lib/domain/money.ts'
import { AttemptLesson } from '../../../../../_components/failed-attempts.tsx'
import { rejectedText as text } from '../../../../../_text/jobs.ts'
import { JobAction, returnedTo } from './job-action.tsx'
import type { Job } from './job-page-view.tsx'

type RejectedCardProps = { job: Job; canCancel: boolean; onRead: () => void }

/** What came of the newest attempt where it did not pass: what failed, what it cost, and the ways on. */
export function RejectedCard({ job, canCancel, onRead }: RejectedCardProps) {
  const failed = newestFailure(job)
  if (!failed) return null
  return (
    <Alert color="red" title={text.title[failed.outcome](failed.attempt)} data-rejected={failed.attempt}>
      <Stack gap="xs" align="flex-start">
        <AttemptLesson attempt={failed} reader="client" />
        <Group gap="md">
          {canCancel && <JobAction job={job} action="cancel" label={text.cancel(moneyText(returnedTo(job)))} />}
          <Anchor component="button" type="button" underline="always" onClick={onRead}>
            {text.read}
          </Anchor>
        </Group>
      </Stack>
    </Alert>
  )
}

/** The newest attempt, unless it passed or another worker has the job by now. */
export function newestFailure({ execution }: Job): Job['execution']['failed_attempts'][number] | undefined {
  const { failed_attempts: failures, assignments } = execution
  const newest = Math.max(...assignments.flatMap(({ attempt }) => attempt ?? []))
  return failures.find(({ attempt }) => attempt === newest)
}
