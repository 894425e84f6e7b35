'use client'
import { Alert, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useRouter } from 'next/navigation'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { ReadyButton } from '#app/_components/ready-button.tsx'
import { mailText } from '#app/_text/notification-settings.ts'
import { call } from '#lib/client/api.ts'
import { useSettingsChange } from './use-notification-settings.ts'

const text = mailText.confirm

/** The link of the e-mail leads here; a press uses it, since programs that check e-mails open every link. */
export function ConfirmAddress({ token }: { token: string }) {
  const router = useRouter()
  const confirm = useSettingsChange(
    (_: undefined) => call('confirmMailAddress', { body: { token } }),
    () => {
      notifications.show({ message: text.done })
      router.replace('/settings/notifications')
    },
  )
  return (
    <Alert title={text.title} role="region" aria-label={text.title}>
      <Stack gap="sm" align="flex-start">
        <Text>{text.text}</Text>
        <ProblemAlert error={confirm.error} />
        <ReadyButton loading={confirm.isPending || confirm.isSuccess} onClick={() => confirm.mutate(undefined)}>
          {text.button}
        </ReadyButton>
      </Stack>
    </Alert>
  )
}
