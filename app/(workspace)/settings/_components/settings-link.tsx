'use client'
import { Anchor, Text } from '@mantine/core'
import Link from 'next/link'
import classes from '#app/_components/lines.module.css'
import { Section } from '#app/_components/section.tsx'

type SettingsLinkProps = { title: string; text: string; href: string; label: string }

/** The way to settings on another page. */
export function SettingsLink({ title, text, href, label }: SettingsLinkProps) {
  return (
    <Section title={title} isFlush>
      <div className={classes.line}>
        <div className={`${classes.about} ${classes.sentence}`}>
          <Text>{text}</Text>
        </div>
        <Anchor component={Link} href={href}>
          {label}
        </Anchor>
      </div>
    </Section>
  )
}
