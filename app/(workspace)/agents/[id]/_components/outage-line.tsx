'use client'
import { Badge, Text } from '@mantine/core'
import classes from '#app/_components/lines.module.css'
import { TimeRange, TimeText } from '#app/_components/time-text.tsx'
import { useNow } from '#app/_components/use-now.ts'
import { healthText as text } from '#app/_text/agents.ts'
import { timeSpan } from '#app/_time-span.ts'
import type { ReplyOf } from '#lib/client/api.ts'

type Outage = ReplyOf<'getRuntimeStatus'>['health']['outages'][number]

/** One silence of the runtime: how long, and from when to when. */
export function OutageLine({ outage }: { outage: Outage }) {
  const { began_at: beganAt, ended_at: endedAt } = outage
  return (
    <li className={classes.plainLine} data-outage={endedAt ? 'ended' : 'lasts'}>
      <div className={classes.about}>
        <Text className="number">
          {endedAt ? timeSpan((Date.parse(endedAt) - Date.parse(beganAt)) / 1_000) : <Lasting beganAt={beganAt} />}
        </Text>
        <Text c="dimmed" fz="xs">
          {endedAt ? (
            <TimeRange from={beganAt} to={endedAt} />
          ) : (
            <>
              {text.since} <TimeText at={beganAt} />
            </>
          )}
        </Text>
      </div>
      {!endedAt && <Badge color="red">{text.lasts}</Badge>}
    </li>
  )
}

function Lasting({ beganAt }: { beganAt: string }) {
  const now = useNow()
  return now === undefined ? null : timeSpan((now - Date.parse(beganAt)) / 1_000)
}
