'use client'
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { ConfirmAction } from '#app/_components/confirm-action.tsx'
import { focusFirst } from '#app/_components/focus-field.ts'
import classes from '#app/_components/lines.module.css'
import { OutsideLink } from '#app/_components/outside-link.tsx'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { ReadyFields } from '#app/_components/ready-fields.tsx'
import { Section } from '#app/_components/section.tsx'
import { mailText as text } from '#app/_text/notification-settings.ts'
import { call } from '#lib/client/api.ts'
import { type Settings, useSettingsChange } from './use-notification-settings.ts'

type Email = Settings['email']

/** Where e-mails go, and how it is changed. */
export function EmailAddress({ email }: { email: Email }) {
  if (!email.available) {
    return (
      <Section title={text.title}>
        <Text c="dimmed">{text.off}</Text>
      </Section>
    )
  }
  return (
    <Section title={text.title} text={text.text}>
      <Stack gap="sm">
        {email.failure && <LastFailure failure={email.failure} />}
        {email.address === null ? (
          !email.pending && <Text c="dimmed">{text.none}</Text>
        ) : (
          <Group justify="space-between" gap="sm">
            <Text fw={600} className={classes.about}>
              {email.address}
            </Text>
            <RemoveAddress />
          </Group>
        )}
        {email.pending && <Text role="status">{text.pending(email.pending.address)}</Text>}
        <AddressForm hasAddress={email.address !== null} />
        {email.mailbox_url && <OutsideLink href={email.mailbox_url}>{text.mailbox}</OutsideLink>}
      </Stack>
    </Section>
  )
}

function LastFailure({ failure }: { failure: NonNullable<Email['failure']> }) {
  return (
    <Alert color="yellow" role="status" title={text.failed}>
      <Text>{text.faults[failure.fault]}</Text>
      {failure.answer && (
        <Text c="dimmed" fz="sm">
          {text.answer(failure.address, failure.answer)}
        </Text>
      )}
    </Alert>
  )
}

function AddressForm({ hasAddress }: { hasAddress: boolean }) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { address: '' },
    validate: { address: (address) => (/^\S+@\S+\.\S+$/.test(address.trim()) ? null : text.invalid) },
  })
  const send = useSettingsChange(
    (address: string) => call('setMailAddress', { body: { address } }),
    () => {
      form.reset()
      notifications.show({ message: text.sent })
    },
  )
  return (
    <form noValidate onSubmit={form.onSubmit(({ address }) => send.mutate(address.trim()), focusFirst)}>
      <ReadyFields>
        <Stack gap="sm">
          <ProblemAlert error={send.error} />
          <Group align="flex-end" gap="sm">
            <TextInput
              flex="1 1 220px"
              type="email"
              autoComplete="email"
              label={hasAddress ? text.newLabel : text.label}
              key={form.key('address')}
              {...form.getInputProps('address')}
            />
            <Button type="submit" variant="default" loading={send.isPending}>
              {hasAddress ? text.change : text.set}
            </Button>
          </Group>
        </Stack>
      </ReadyFields>
    </form>
  )
}

function RemoveAddress() {
  const remove = useSettingsChange(
    (_key: string) => call('removeMailAddress'),
    () => notifications.show({ message: text.remove.done }),
  )
  return (
    <ConfirmAction run={remove} words={text.remove} label={text.remove.button} button={{ size: 'xs' }} color="red.9" />
  )
}
