import { Badge, Text } from '@mantine/core'
import Link from 'next/link'
import { MoneyText } from '#app/_components/money-text.tsx'
import { OutsideLink } from '#app/_components/outside-link.tsx'
import { StateBadge } from '#app/_components/state-badge.tsx'
import { TimeText } from '#app/_components/time-text.tsx'
import { WorkerLink } from '#app/_components/worker-link.tsx'
import { jobsText as text } from '#app/_text/job-list.ts'
import { jobText } from '#app/_text/jobs.ts'
import { timeSpan } from '#app/_time-span.ts'
import type { ReplyOf } from '#lib/client/api.ts'
import { parseAmount } from '#lib/domain/money.ts'
import classes from '../../_components/list-table.module.css'

type ListedJob = ReplyOf<'listJobs'>['data'][number]

/** One job as a row; on a phone its figures stand below its title, each with its name. */
export function JobLine({ job }: { job: ListedJob }) {
  const { columns } = text
  const repository = job.repository_full_name ? ` · ${job.repository_full_name} #${job.issue_number}` : ''
  return (
    <tr>
      <th scope="row" className={classes.lead}>
        <Link href={`/client/jobs/${job.onchain_job_id}`} className={classes.title}>
          {job.title}
        </Link>
        <Text c="dimmed" fz="xs" mt={2}>
          {jobText.number} {job.onchain_job_id}
          {repository} · <TimeText at={job.created_at} />
        </Text>
      </th>
      <td>
        <StateBadge state={job.state} /> {!job.recognised && <Badge color="orange">{text.unrecognised}</Badge>}
      </td>
      <td className={classes.amount} data-label={columns.cost}>
        <span>
          <MoneyText money={job.cost} />
          {parseAmount(job.held.amount) > 0n && (
            <Text span display="block" c="dimmed" fz="xs">
              {text.held} <MoneyText money={job.held} />
            </Text>
          )}
        </span>
      </td>
      <td data-label={columns.duration} className="number" data-empty={job.duration_seconds === null}>
        {job.duration_seconds === null ? text.none : timeSpan(job.duration_seconds)}
      </td>
      <td data-label={columns.worker} data-empty={job.worker === null}>
        {job.worker ? <WorkerLink address={job.worker} name={job.worker_name} label={text.workerAddress} /> : text.none}
      </td>
      <td data-label={columns.pull} data-empty={job.pull_request_url === null}>
        {job.pull_request_url ? (
          <OutsideLink href={job.pull_request_url}>{pullName(job.pull_request_url)}</OutsideLink>
        ) : (
          text.none
        )}
      </td>
    </tr>
  )
}

/** Its number, where the address ends with one. */
function pullName(url: string): string {
  const number = /\/(\d+)\/?$/.exec(url)?.[1]
  return number ? `#${number}` : text.columns.pull
}
