'use client'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ConfirmAction } from '#app/_components/confirm-action.tsx'
import classes from '#app/_components/lines.module.css'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { Section } from '#app/_components/section.tsx'
import { sessionsText as text } from '#app/_text/settings.ts'
import { call, type ReplyOf } from '#lib/client/api.ts'
import { queries } from '#lib/client/queries.ts'
import { retrying } from '#lib/client/retrying.ts'
import { SessionLine } from './session-line.tsx'

/** Where the person is signed in, the browser in use first. */
export function Sessions({ initial }: { initial: ReplyOf<'listSessions'> }) {
  const { data, error } = useQuery({ ...queries.sessions(), initialData: initial })
  const sessions = [...data.data].sort((a, b) => Number(b.current) - Number(a.current))
  return (
    <Section title={text.title} text={text.text} aside={sessions.length > 1 && <EndOthers />} isFlush>
      <ProblemAlert error={error} />
      <ul className={classes.list}>
        {sessions.map((session) => (
          <SessionLine key={session.id} session={session} />
        ))}
      </ul>
    </Section>
  )
}

function EndOthers() {
  const client = useQueryClient()
  const end = useMutation({
    mutationFn: (idempotencyKey: string) => retrying(() => call('revokeOtherSessions', { idempotencyKey })),
    onSuccess: async ({ revoked }) => {
      notifications.show({ message: text.others.done(revoked) })
      await client.invalidateQueries({ queryKey: ['sessions'] })
    },
  })
  return (
    <ConfirmAction run={end} words={text.others} label={text.others.button} button={{ size: 'xs' }} color="red.9" />
  )
}
