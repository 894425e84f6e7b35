'use client'
import { Anchor, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import classes from '#app/_components/lines.module.css'
import { healthText as text } from '#app/_text/agents.ts'
import type { ReplyOf } from '#lib/client/api.ts'
import { OutageLine } from './outage-line.tsx'
import styles from './runtime-health.module.css'

type Health = ReplyOf<'getRuntimeStatus'>['health']

const shownFirst = 3

/** How reliably the runtime was heard, and each time it was not; nothing while it never was. */
export function RuntimeHealth({ health }: { health: Health }) {
  const { heard_share: share, outages } = health
  const [isAll, { open: showAll }] = useDisclosure(false)
  if (share === null) return null
  return (
    <div className={styles.health} data-health>
      <Title order={3}>
        {text.heard} {text.share(percent(share))}
      </Title>
      <Text c="dimmed" fz="xs">
        {text.span}
      </Text>
      <Text mt="sm" fw={600}>
        {text.outages}
      </Text>
      {outages.length === 0 && <Text c="dimmed">{text.none}</Text>}
      <ul className={classes.plain}>
        {outages.slice(0, isAll ? undefined : shownFirst).map((outage) => (
          <OutageLine key={outage.began_at} outage={outage} />
        ))}
      </ul>
      {!isAll && outages.length > shownFirst && (
        <Anchor component="button" type="button" onClick={showAll}>
          {text.showAll(outages.length)}
        </Anchor>
      )}
    </div>
  )
}

/** To a tenth and rounded down, so that a share with an outage in it is never a hundred. */
function percent(share: number): number {
  return Math.floor(share * 1_000) / 10
}
