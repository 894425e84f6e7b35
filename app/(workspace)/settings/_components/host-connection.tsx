'use client'
import { Anchor, Text } from '@mantine/core'
import Link from 'next/link'
import classes from '#app/_components/lines.module.css'
import { Section } from '#app/_components/section.tsx'
import { connectionText as text } from '#app/_text/settings.ts'
import type { ReplyOf } from '#lib/client/api.ts'

type Status = ReplyOf<'getGithubStatus'>

/** The connection to the repository host in a line; it is managed where the repositories are. */
export function HostConnection({ status }: { status: Status | null }) {
  return (
    <Section title={text.title} isFlush>
      <div className={classes.line}>
        <div className={`${classes.about} ${classes.sentence}`}>
          <Text {...(!status && { c: 'dimmed' })}>{status ? sentenceOf(status) : text.clientsOnly}</Text>
          {status?.installation_requested_at && (
            <Text c="dimmed" fz="xs" mt={2}>
              {text.requested}
            </Text>
          )}
        </div>
        {status && (
          <Anchor component={Link} href="/client/repositories">
            {text.manage}
          </Anchor>
        )}
      </div>
    </Section>
  )
}

function sentenceOf({ connected, account }: Status): string {
  if (!account) return text.none
  return connected ? text.connected(account.login) : text.refused(account.login)
}
