'use client'
import { Accordion, AccordionControl, AccordionItem, AccordionPanel, Group, Stack, Text } from '@mantine/core'
import { AttemptLesson, AttemptVerdicts } from '#app/_components/failed-attempts.tsx'
import lines from '#app/_components/lines.module.css'
import { Section } from '#app/_components/section.tsx'
import { StateBadge } from '#app/_components/state-badge.tsx'
import { executionText as text } from '#app/_text/jobs.ts'
import { timeSpan } from '#app/_time-span.ts'
import { type Assignment, AssignmentFacts, OfferLine } from './assignment-lines.tsx'
import type { Job, JobResult } from './job.ts'
import { Verdicts } from './verdicts.tsx'

/** Every worker that had the job, the newest first and open, each with the verdicts on what it delivered. */
export function Attempts({ job, result }: { job: Job; result: JobResult | undefined }) {
  const assignments = job.execution.assignments.toReversed()
  const attempts = assignments.filter(({ attempt }) => attempt !== null)
  const offers = assignments.filter(({ attempt }) => attempt === null)
  const [newest] = attempts
  return (
    <Section title={text.attempts}>
      <Stack gap="sm">
        {attempts.length === 0 && <Text c="dimmed">{text.noAttempts}</Text>}
        {assignments.some(({ state }) => state === 'RELEASED') && <Text c="dimmed">{text.givenBack}</Text>}
        {newest && (
          <Accordion multiple variant="contained" keepMounted={false} defaultValue={[keyOf(newest)]}>
            {attempts.map((assignment) => (
              <AttemptItem key={keyOf(assignment)} job={job} result={result} assignment={assignment} />
            ))}
          </Accordion>
        )}
        {offers.length > 0 && (
          <ul className={lines.plain}>
            {offers.map((offer) => (
              <OfferLine key={offer.offered_at + offer.agent} offer={offer} />
            ))}
          </ul>
        )}
      </Stack>
    </Section>
  )
}

type AttemptItemProps = { job: Job; result: JobResult | undefined; assignment: Assignment }

function AttemptItem({ job, result, assignment }: AttemptItemProps) {
  const { attempt, state, offered_at: offeredAt, ended_at: endedAt } = assignment
  const failed = job.execution.failed_attempts.find((failure) => failure.attempt === attempt)
  const seconds = endedAt && (Date.parse(endedAt) - Date.parse(offeredAt)) / 1_000
  return (
    <AccordionItem value={keyOf(assignment)} data-attempt={attempt}>
      <AccordionControl>
        <Group gap="sm" component="span">
          <Text component="span" fw={600}>
            {text.attempt(attempt ?? 0)}
          </Text>
          <StateBadge state={state} />
          {seconds && (
            <Text component="span" c="dimmed" fz="xs">
              {text.took(timeSpan(seconds))}
            </Text>
          )}
        </Group>
      </AccordionControl>
      <AccordionPanel>
        <Stack gap="xs">
          <AssignmentFacts assignment={assignment} />
          {failed && <AttemptLesson attempt={failed} reader="client" />}
          {result?.attempt === attempt ? <Verdicts result={result} /> : failed && <AttemptVerdicts attempt={failed} />}
        </Stack>
      </AccordionPanel>
    </AccordionItem>
  )
}

function keyOf({ attempt }: Assignment): string {
  return `attempt-${attempt}`
}
