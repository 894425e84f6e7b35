import { Text } from '@mantine/core'
import Link from 'next/link'
import lines from '#app/_components/lines.module.css'
import { MoneyText } from '#app/_components/money-text.tsx'
import { StateBadge } from '#app/_components/state-badge.tsx'
import { TimeText } from '#app/_components/time-text.tsx'
import { visible } from '#lib/client/readable.ts'
import type { Worker } from '../_find-worker.ts'
import classes from './worker.module.css'

/** Its results, one line each, with the receipt of the job. */
export function WorkList({ work }: { work: Worker['work'] }) {
  return (
    <ol className={lines.list}>
      {work.map(({ onchain_job_id: id, attempt, repository, issue_number: issue, title, outcome, paid, at }) => (
        <li key={`${id}/${attempt}`} className={lines.line}>
          <span className={lines.about}>
            <Link href={`/jobs/${id}`} prefetch={false} className={classes.title}>
              {visible(title)}
            </Link>
            <Text component="span" display="block" c="dimmed" fz="sm">
              {repository} #{issue} · <TimeText at={at} />
            </Text>
          </span>
          <span className={lines.aside}>
            <MoneyText money={paid} />
            <StateBadge state={outcome} />
          </span>
        </li>
      ))}
    </ol>
  )
}
