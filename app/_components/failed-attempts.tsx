import { Stack, Text } from '@mantine/core'
import type { ReplyOf } from '#lib/client/api.ts'
import { withoutMachinePaths } from '#lib/client/machine-paths.ts'
import { visible } from '#lib/client/readable.ts'
import { moneyText, parseAmount } from '#lib/domain/money.ts'
import { failedAttemptText as text } from '../_text/common.ts'
import { Copyable } from './copyable.tsx'
import classes from './lines.module.css'
import { Section } from './section.tsx'
import { StateBadge } from './state-badge.tsx'
import { TimeText } from './time-text.tsx'

export type FailedAttempt = ReplyOf<'getRuntimeStatus'>['failed_attempts'][number]
type Verdict = FailedAttempt['verdicts'][number]

type Reader = 'client' | 'agent_owner'
type FailedAttemptsProps = { attempts: readonly FailedAttempt[]; reader: Reader }

/** What the verifiers of rejected and undecided attempts answered; nothing where there are none. */
export function FailedAttempts({ attempts, reader }: FailedAttemptsProps) {
  if (attempts.length === 0) return null
  return (
    <Section title={text.title} isFlush>
      <ul className={classes.list}>
        {attempts.map((attempt) => (
          <li key={`${attempt.onchain_job_id}/${attempt.attempt}`} className={classes.line}>
            <Stack gap={4} className={classes.about}>
              <Text fw={600}>
                {text.attempt(attempt.onchain_job_id, attempt.attempt)} {text.outcomes[attempt.outcome]}{' '}
                <TimeText at={attempt.ended_at} />
              </Text>
              <AttemptLesson attempt={attempt} reader={reader} />
              <AttemptVerdicts attempt={attempt} />
            </Stack>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Which command and test failed, what it cost, what is left and what to do next. */
export function AttemptLesson({ attempt, reader }: { attempt: FailedAttempt; reader: Reader }) {
  const { failed_commands: commands, next_steps: steps } = attempt
  const mine = steps.find(({ who }) => who === reader) ?? steps.find(({ who }) => who === 'service')
  return (
    <>
      {commands.map(({ name, missing, missing_count: count }) => (
        <Text key={name} fz="sm">
          {text.command(visible(name))}
          {count > 0 &&
            ` ${text.missing(
              missing.map((test) => visible(withoutMachinePaths(test))),
              count,
            )}`}
        </Text>
      ))}
      {reader === 'client' && <Text fz="sm">{costText(attempt)}</Text>}
      {reader === 'agent_owner' && attempt.outcome === 'rejected' && <Text fz="sm">{text.unpaid}</Text>}
      {mine && (
        <Text fz="sm">
          <strong>{text.next}:</strong> {mine.text}
        </Text>
      )}
    </>
  )
}

/** What each verifier of the attempt answered. */
export function AttemptVerdicts({ attempt: { verdicts, is_evidence_hidden: isHidden } }: { attempt: FailedAttempt }) {
  return (
    <>
      {verdicts.length === 0 && <Text c="dimmed">{text.noVerdicts}</Text>}
      {isHidden && <Text c="dimmed">{text.hidden}</Text>}
      {verdicts.map((verdict) => (
        <VerdictLines key={verdict.agent} verdict={verdict} />
      ))}
    </>
  )
}

function costText({ cost, remaining: { held, attempts } }: FailedAttempt): string {
  const paid = text.cost(moneyText(cost))
  return parseAmount(held.amount) === 0n ? paid : `${paid} ${text.left(moneyText(held), attempts)}`
}

function VerdictLines({ verdict }: { verdict: Verdict }) {
  return (
    <div>
      <StateBadge state={verdict.verdict} /> <Copyable value={verdict.agent} label={text.verifier} short />
      {verdict.reason && <Text fz="sm">{visible(withoutMachinePaths(verdict.reason))}</Text>}
      {verdict.commands.flatMap(({ name, ...runs }) =>
        (['base', 'result', 'rerun'] as const).flatMap((moment) => {
          const run = runs[moment]
          if (!run) return []
          return (
            <Text key={name + moment} component="div" fz="xs" c="dimmed">
              {visible(name)} {text.moments[moment]}: {text.exit(run.exit_code)}
              {run.output_sha256 && (
                <>
                  {' · '}
                  {text.output} <Copyable value={run.output_sha256} label={text.output} short />
                </>
              )}
            </Text>
          )
        }),
      )}
    </div>
  )
}
