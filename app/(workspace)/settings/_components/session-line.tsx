'use client'
import { Badge, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ConfirmAction } from '#app/_components/confirm-action.tsx'
import classes from '#app/_components/lines.module.css'
import { SinceText } from '#app/_components/since-text.tsx'
import { TimeText } from '#app/_components/time-text.tsx'
import { sessionsText as text } from '#app/_text/settings.ts'
import { call, type ReplyOf } from '#lib/client/api.ts'
import { browserName } from '#lib/client/browser-name.ts'
import { visible } from '#lib/client/readable.ts'
import { useLeave } from '../../_components/leave.ts'

type Session = ReplyOf<'listSessions'>['data'][number]

export function SessionLine({ session }: { session: Session }) {
  const { id, current: isCurrent, user_agent: userAgent } = session
  const name = nameOf(userAgent)
  return (
    <li className={classes.line} data-session={isCurrent ? 'current' : 'other'}>
      <div className={classes.about}>
        <Group gap="xs">
          <Text fw={600} {...(userAgent && { title: visible(userAgent) })}>
            {name}
          </Text>
          {isCurrent && <Badge color="teal">{text.current}</Badge>}
        </Group>
        <Text c="dimmed" fz="xs" mt={2}>
          {text.signedIn} <TimeText at={session.signed_in_at} /> · {text.lastSeen}{' '}
          <SinceText at={session.last_seen_at} /> · {text.ends} <TimeText at={session.expires_at} />
        </Text>
      </div>
      <div className={classes.aside}>
        <EndSession id={id} isCurrent={isCurrent} name={name} />
      </div>
    </li>
  )
}

function EndSession({ id, isCurrent, name }: { id: string; isCurrent: boolean; name: string }) {
  const client = useQueryClient()
  const leave = useLeave()
  const end = useMutation({
    mutationFn: async (_key: string) => {
      await (isCurrent ? leave('/sign-in') : call('revokeSession', { params: { session_id: id } }))
    },
    onSuccess: async () => {
      if (isCurrent) return
      notifications.show({ message: text.end.done })
      await client.invalidateQueries({ queryKey: ['sessions'] })
    },
  })
  return (
    <ConfirmAction
      run={end}
      words={isCurrent ? text.leave : text.end}
      label={text.end.button}
      button={{ size: 'xs', 'aria-label': text.end.label(name) }}
      color="red.9"
    />
  )
}

function nameOf(userAgent: string): string {
  if (!userAgent) return text.unnamed
  const { browser, system } = browserName(userAgent)
  return browser && system
    ? text.on(browser, system)
    : (browser ?? system ?? text.program(visible(userAgent).slice(0, 60)))
}
