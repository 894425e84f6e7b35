'use client'
import { Alert, Text } from '@mantine/core'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { challengeText as text } from '#app/_text/challenges.ts'
import { ContinuedElsewhere } from '#lib/client/one-tab.ts'
import { useOnline } from '#lib/client/use-online.ts'

type ChallengeNotesProps = {
  /** What this tab does now; undefined while it does nothing. */
  step: keyof typeof text.steps | undefined
  isElsewhere: boolean
  isUnanswered: boolean
}

/** What stands between a person and their wallet's answer: the step, another tab, a lost answer, a lost network. */
export function ChallengeNotes({ step, isElsewhere, isUnanswered }: ChallengeNotesProps) {
  const isOnline = useOnline()
  return (
    <div role="status">
      {step && <Text>{text.steps[step]}</Text>}
      {!isOnline && <Text fw={600}>{text.offline}</Text>}
      {isElsewhere && <Text>{text.elsewhere}</Text>}
      {isUnanswered && !isElsewhere && <Text>{text.unanswered}</Text>}
    </div>
  )
}

/** Why the wallet's window closed without an answer. */
export function ChallengeEnd({ error }: { error: unknown }) {
  if (!(error instanceof ContinuedElsewhere)) return <ProblemAlert error={error} />
  return (
    <Alert color="gray" role="status">
      {text.continued}
    </Alert>
  )
}
