import { SimpleGrid, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { ResourceLine } from '#app/_components/resource-line.tsx'
import lines from '#app/_components/resource-list.module.css'
import { Section } from '#app/_components/section.tsx'
import { StateBadge } from '#app/_components/state-badge.tsx'
import { UntilText } from '#app/_components/until-text.tsx'
import { overviewText as text } from '#app/_text/workspace.ts'
import type { ReplyOf } from '#lib/client/api.ts'

type Overview = ReplyOf<'getOverview'>
type RunningProps = { jobs: Overview['running_jobs']; work: Overview['running_work'] }

/** Jobs that the person pays for beside the work that their agents do for others. */
export function Running({ jobs, work }: RunningProps) {
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
      <RunningList title={text.jobs} empty={text.noJobs}>
        {jobs.map((job) => (
          <ResourceLine
            key={job.onchain_job_id}
            href={`/client/jobs/${job.onchain_job_id}`}
            title={titleOf(job)}
            about={job.until && <UntilText at={job.until} />}
          >
            <StateBadge state={job.state} />
          </ResourceLine>
        ))}
      </RunningList>
      <RunningList title={text.work} empty={text.noWork}>
        {work.map((item) => (
          <ResourceLine
            key={`${item.onchain_job_id} ${item.agent.id}`}
            href={`/agents/${item.agent.id}`}
            title={titleOf(item)}
            about={
              <>
                {item.agent.name}
                {item.until && (
                  <>
                    {' · '}
                    <UntilText at={item.until} />
                  </>
                )}
              </>
            }
          >
            <StateBadge state={item.state} />
          </ResourceLine>
        ))}
      </RunningList>
    </SimpleGrid>
  )
}

function RunningList({ title, empty, children }: { title: string; empty: string; children: ReactNode[] }) {
  return (
    <Section title={title} isFlush={children.length > 0}>
      {children.length > 0 ? <ul className={lines.list}>{children}</ul> : <Text c="dimmed">{empty}</Text>}
    </Section>
  )
}

function titleOf(job: Overview['running_jobs'][number]): string {
  return job.title ?? `${text.job} ${job.onchain_job_id}`
}
