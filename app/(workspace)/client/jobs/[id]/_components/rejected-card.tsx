import { Alert, Anchor, Group, Stack, Text } from '@mantine/core'
import Link from 'next/link'
import { AttemptLesson, AttemptVerdicts } from '#app/_components/failed-attempts.tsx'
import { rejectedText as text } from '#app/_text/jobs.ts'
import { isOver } from '#lib/domain/job.ts'
import { moneyText } from '#lib/domain/money.ts'
import type { Job } from './job.ts'
import { type ActionName, JobAction, returnedTo } from './job-action.tsx'

type Failure = Job['execution']['failed_attempts'][number]
type RejectedCardProps = { job: Job; failed: Failure; action: ActionName | undefined; onRead: () => void }

/** What came of the newest attempt where it did not pass: what failed, what it cost, and the ways on. */
export function RejectedCard({ job, failed, action, onRead }: RejectedCardProps) {
  const reference = job.repository_full_name && `${job.repository_full_name.replace('/', ':')}:${job.issue_number}`
  const draftAgain = isOver(job.state) ? null : reference
  const isUndecided = failed.outcome === 'undecided'
  const share = isUndecided && job.accounts.payments.find(({ kind }) => kind === 'silence_share')
  return (
    <Alert color="red" title={text.title[failed.outcome](failed.attempt)} data-rejected={failed.attempt}>
      <Stack gap="xs" align="flex-start">
        {isUndecided && <AttemptVerdicts attempt={failed} />}
        <AttemptLesson attempt={failed} reader="client" />
        {share && <Text fz="sm">{text.share(moneyText(share.amount))}</Text>}
        {draftAgain && <Text fz="sm">{text.changeText}</Text>}
        <Group gap="md">
          {action && <JobAction job={job} action={action} label={text[action](moneyText(returnedTo(job)))} />}
          {draftAgain && (
            <Anchor component={Link} href={`/client/fund/${draftAgain}`} underline="always">
              {text.change}
            </Anchor>
          )}
          {!isUndecided && (
            <Anchor component="button" type="button" underline="always" onClick={onRead}>
              {text.read}
            </Anchor>
          )}
        </Group>
      </Stack>
    </Alert>
  )
}

/** The newest attempt, unless it passed or another worker has the job by now. */
export function newestFailure({ execution }: Job): Failure | undefined {
  const { failed_attempts: failures, assignments } = execution
  const newest = Math.max(...assignments.flatMap(({ attempt }) => attempt ?? []))
  return failures.find(({ attempt }) => attempt === newest)
}
