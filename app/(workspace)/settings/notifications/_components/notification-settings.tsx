'use client'
import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { BackLink } from '#app/_components/back-link.tsx'
import { PageHeader } from '#app/_components/page-header.tsx'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { notificationSettingsText as text } from '#app/_text/notification-settings.ts'
import { queries } from '#lib/client/queries.ts'
import { notificationKinds } from '#lib/domain/notification.ts'
import { Choices } from './choices.tsx'
import { ConfirmAddress } from './confirm-address.tsx'
import { EmailAddress } from './email-address.tsx'
import type { Settings } from './use-notification-settings.ts'

/** Where each notification goes, in the groups of the inbox. */
export function NotificationSettings({ initial, token }: { initial: Settings; token: string | null }) {
  const { data, error } = useQuery({ ...queries.notificationSettings(), initialData: initial })
  return (
    <Stack gap="lg" maw={760}>
      <PageHeader title={text.title} text={text.text} above={<BackLink href="/settings" label={text.back} />} />
      <ProblemAlert error={error} />
      {token !== null && <ConfirmAddress token={token} />}
      <EmailAddress email={data.email} />
      {notificationKinds.map((kind) => (
        <Choices
          key={kind}
          kind={kind}
          choices={data.choices.filter((choice) => choice.kind === kind)}
          hasEmail={data.email.available}
        />
      ))}
    </Stack>
  )
}
