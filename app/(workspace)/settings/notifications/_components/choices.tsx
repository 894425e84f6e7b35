'use client'
import { Anchor, Checkbox } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import Link from 'next/link'
import { useState } from 'react'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { Section } from '#app/_components/section.tsx'
import { notificationSettingsText as text } from '#app/_text/notification-settings.ts'
import { notificationsText } from '#app/_text/notifications.ts'
import { savedSearchesText } from '#app/_text/saved-searches.ts'
import { call } from '#lib/client/api.ts'
import type { NotificationKind } from '#lib/domain/notification.ts'
import { notificationTitles } from '#lib/domain/notification-text.ts'
import classes from './choices.module.css'
import { type Settings, useSettingsChange } from './use-notification-settings.ts'

type Choice = Settings['choices'][number]
type Change = { name: Choice['name']; inbox?: boolean; email?: boolean }
type ChoicesProps = { kind: NotificationKind; choices: Choice[]; hasEmail: boolean }

/** One group of the inbox; each box is saved when it is changed. */
export function Choices({ kind, choices, hasEmail }: ChoicesProps) {
  const { mutateAsync } = useSettingsChange((change: Change) =>
    call('updateNotificationSettings', { body: { changes: [change] } }),
  )
  // The mutation forgets a refusal as soon as another box is saved.
  const [error, setError] = useState<unknown>(null)
  const save = (change: Change) => {
    setError(null)
    return mutateAsync(change).catch(setError)
  }
  const rule = notificationsText.rules[kind]
  return (
    <Section
      title={notificationsText.kinds[kind]}
      text={kind === 'security' ? `${rule} ${text.securityFixed}` : rule}
      aside={kind === 'issues' && <SearchesLink />}
      isFlush
    >
      <ProblemAlert error={error} />
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{text.what}</th>
            <th scope="col">{text.inbox}</th>
            {hasEmail && <th scope="col">{text.email}</th>}
          </tr>
        </thead>
        <tbody>
          {choices.map(({ name, inbox, email, inbox_fixed, email_fixed }) => (
            <tr key={name}>
              <th scope="row">{notificationTitles[name]}</th>
              <td>
                <Box
                  label={text.inInbox(notificationTitles[name])}
                  isOn={inbox}
                  isFixed={inbox_fixed}
                  save={(inbox) => save({ name, inbox })}
                />
              </td>
              {hasEmail && (
                <td>
                  <Box
                    label={text.byEmail(notificationTitles[name])}
                    isOn={email}
                    isFixed={email_fixed}
                    save={(email) => save({ name, email })}
                  />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}

type BoxProps = { label: string; isOn: boolean; isFixed: boolean; save: (isOn: boolean) => Promise<unknown> }

/** Shows what was chosen last until its answer is there, which may be a refusal that the group shows. */
function Box({ label, isOn, isFixed, save }: BoxProps) {
  const [chosen, setChosen] = useState<{ isOn: boolean }>()
  // What is ticked before this is hydrated would be shown, and not saved.
  const isMounted = useMounted()
  const choose = async (next: boolean) => {
    const choice = { isOn: next }
    setChosen(choice)
    await save(next)
    setChosen((latest) => (latest === choice ? undefined : latest))
  }
  return (
    <span className={classes.box} {...(isFixed && { title: text.fixed })}>
      <Checkbox
        aria-label={label}
        checked={chosen?.isOn ?? isOn}
        disabled={isFixed || !isMounted}
        onChange={(event) => choose(event.currentTarget.checked)}
      />
    </span>
  )
}

/** Which searches and issues make these notifications is chosen there. */
function SearchesLink() {
  return (
    <Anchor component={Link} href="/saved-searches">
      {savedSearchesText.title}
    </Anchor>
  )
}
