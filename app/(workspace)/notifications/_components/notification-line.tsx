import { Text } from '@mantine/core'
import Link from 'next/link'
import lines from '#app/_components/lines.module.css'
import { TimeText } from '#app/_components/time-text.tsx'
import { notificationsText as text } from '#app/_text/notifications.ts'
import type { ReplyOf } from '#lib/client/api.ts'
import { pageOfNotification, titleOfNotification } from '#lib/domain/notification-text.ts'
import classes from './notifications.module.css'

type Notification = ReplyOf<'listNotifications'>['data'][number]
type NotificationLineProps = { notification: Notification; onOpen: () => void }

export function NotificationLine({ notification, onOpen }: NotificationLineProps) {
  const { kind, subject, at, read_at } = notification
  const isUnread = read_at === null
  return (
    <li className={lines.line} data-unread={isUnread || undefined}>
      <span className={classes.mark}>
        {isUnread && <span role="img" className={classes.dot} aria-label={text.unread} />}
      </span>
      <span className={lines.about}>
        <Link href={pageOfNotification(subject)} className={classes.title} onClick={onOpen}>
          {titleOfNotification(notification)}
        </Link>
        <Text component="span" display="block" c="dimmed" fz="sm">
          {subject.title ?? text.kinds[kind]}
        </Text>
      </span>
      <Text component="span" c="dimmed" fz="xs" className={classes.time}>
        <TimeText at={at} />
      </Text>
    </li>
  )
}
