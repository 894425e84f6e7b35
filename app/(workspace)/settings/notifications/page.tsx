import type { Metadata } from 'next'
import { readPage } from '#app/_session.ts'
import { notificationSettingsText } from '#app/_text/notification-settings.ts'
import { toNotificationSettingsReply } from '#lib/http/replies/notification-settings-reply.ts'
import { readNotificationSettings } from '#lib/usecases/notifications/read-notification-settings.ts'
import { NotificationSettings } from './_components/notification-settings.tsx'

export const metadata: Metadata = { title: notificationSettingsText.title }

type PageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function NotificationSettingsPage({ searchParams }: PageProps) {
  const { confirm } = await searchParams
  const initial = toNotificationSettingsReply(await readPage(readNotificationSettings))
  return <NotificationSettings initial={initial} token={typeof confirm === 'string' ? confirm : null} />
}
