import { Icon } from '#app/_components/icon.tsx'
import { TimeText } from '#app/_components/time-text.tsx'
import { jobText } from '#app/_text/jobs.ts'
import { stateText } from '#app/_text/records.ts'
import { timeSpan } from '#app/_time-span.ts'
import type { Job } from './job.ts'
import classes from './job-progress.module.css'
import { stepsOf } from './job-steps.ts'

const text = jobText.progress

/** How far the job has come, at a glance. */
export function JobProgress({ job }: { job: Job }) {
  return (
    <ol className={classes.steps} aria-label={text.title}>
      {stepsOf(job.state, job.timeline).map(({ name, status, at, tookSeconds }, index) => (
        <li
          key={name}
          className={classes.step}
          data-status={status}
          aria-current={status === 'waiting' ? 'step' : undefined}
        >
          <span className={classes.mark} aria-hidden="true">
            {status === 'done' ? <Icon name="check" size={12} /> : status === 'failed' ? '!' : index + 1}
          </span>
          <span className={classes.words}>
            <span className={classes.name}>{name === 'ended' ? (stateText[job.state] ?? job.state) : text[name]}</span>
            <span className={classes.time}>
              <span className={classes.at}>{at ? <TimeText at={at} /> : text[status]}</span>
              {tookSeconds !== null && <span className={classes.took}>{text.after(timeSpan(tookSeconds))}</span>}
            </span>
          </span>
        </li>
      ))}
    </ol>
  )
}
