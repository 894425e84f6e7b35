'use client'
import { Anchor, Text } from '@mantine/core'
import Link from 'next/link'
import classes from '../../../_components/lines.module.css'
import { Section } from '../../../_components/section.tsx'
import { notificationSettingsText as text } from '../../../_text/notification-settings.ts'

/** The way to what is notified where. */
export function NotificationsLink() {
  return (
    <Section title={text.section} isFlush>
      <div className={classes.line}>
        <div className={classes.about}>
          <Text>{text.sectionText}</Text>
        </div>
        <Anchor component={Link} href="/settings/notifications">
          {text.manage}
        </Anchor>
      </div>
    </Section>
  )
}
