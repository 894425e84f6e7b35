import type { Metadata } from 'next'
import { notificationsText } from '../../_text/notifications.ts'
import { NotificationList } from './_components/notification-list.tsx'

export const metadata: Metadata = { title: notificationsText.title }

export default function NotificationsPage() {
  return <NotificationList />
}
