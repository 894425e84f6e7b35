'use client'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { queries } from '#lib/client/queries.ts'
import { Icon } from '../../_components/icon.tsx'
import { notificationsText as text } from '../../_text/notifications.ts'
import classes from './notification-bell.module.css'

/** Leads to the notifications, and says how many are unread. */
export function NotificationBell() {
  const { data } = useQuery(queries.unreadNotifications())
  const unread = data?.unread ?? 0
  return (
    <Link href="/notifications" className={classes.bell} aria-label={text.open(unread)}>
      <Icon name="bell" />
      {unread > 0 && (
        <span className={classes.badge} aria-hidden="true">
          {text.badge(unread)}
        </span>
      )}
    </Link>
  )
}
