'use client'
import { Anchor, Text } from '@mantine/core'
import Link from 'next/link'
import classes from '../../../_components/lines.module.css'
import { Section } from '../../../_components/section.tsx'
import { webhooksText as text } from '../../../_text/webhooks.ts'

/** The way to the webhook endpoints. */
export function WebhooksLink() {
  return (
    <Section title={text.section} isFlush>
      <div className={classes.line}>
        <div className={classes.about}>
          <Text>{text.sectionText}</Text>
        </div>
        <Anchor component={Link} href="/settings/webhooks">
          {text.manage}
        </Anchor>
      </div>
    </Section>
  )
}
