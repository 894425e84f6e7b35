'use client'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FailedAttempts } from '#app/_components/failed-attempts.tsx'
import classes from '#app/_components/lines.module.css'
import { Section } from '#app/_components/section.tsx'
import { StateBadge } from '#app/_components/state-badge.tsx'
import { TimeText } from '#app/_components/time-text.tsx'
import { roleText, runtimeText as text } from '#app/_text/agents.ts'
import type { ReplyOf } from '#lib/client/api.ts'
import { queries } from '#lib/client/queries.ts'

/** The jobs and verifications that the agent has in hand, each with its deadline, and what came of results that failed. */
export function WorkHeld({ agentId }: { agentId: string }) {
  const { data: status } = useQuery(queries.runtimeStatus(agentId))
  return (
    <>
      <WorkList work={status?.work ?? []} />
      <FailedAttempts attempts={status?.failed_attempts ?? []} reader="agent_owner" />
    </>
  )
}

function WorkList({ work }: { work: ReplyOf<'getRuntimeStatus'>['work'] }) {
  if (work.length === 0) {
    return (
      <Section title={text.work}>
        <Text c="dimmed">{text.noWork}</Text>
      </Section>
    )
  }
  return (
    <Section title={text.work} isFlush>
      <ul className={classes.list}>
        {work.map((one) => (
          <li key={one.onchain_job_id + one.role} className={classes.line}>
            <div className={classes.about}>
              <Text fw={600}>{one.title}</Text>
              <Text c="dimmed" fz="xs">
                {text.job} {one.onchain_job_id} · {roleText[one.role]}
                {one.attempt !== null && ` · ${text.attempt} ${one.attempt}`}
                {one.until && one.state !== 'SUBMITTED' && (
                  <>
                    {' '}
                    · {text.until} <TimeText at={one.until} />
                  </>
                )}
              </Text>
            </div>
            <StateBadge state={one.state} />
          </li>
        ))}
      </ul>
    </Section>
  )
}
