'use client'
import { Anchor, Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { pageOf } from '#lib/domain/page-of.ts'
import type { Step } from '#lib/domain/step.ts'
import { CountdownText } from '../../_components/countdown-text.tsx'
import classes from '../../_components/lines.module.css'
import { Section } from '../../_components/section.tsx'
import { TimeText } from '../../_components/time-text.tsx'
import { commonText } from '../../_text/common.ts'
import { dashboardText as text } from '../../_text/workspace.ts'

/** What the person has to do, and below it what others have to do; the soonest deadline first. */
export function Needs({ needs }: { needs: readonly Step[] }) {
  const own = needs.filter(isOwn)
  const others = needs.filter((need) => !isOwn(need))
  return (
    <>
      <Section title={text.needs} isFlush={own.length > 0}>
        {own.length > 0 ? <NeedList needs={own} /> : <Text c="dimmed">{text.nothing}</Text>}
      </Section>
      {others.length > 0 && (
        <Section title={text.waiting} isFlush>
          <NeedList needs={others} />
        </Section>
      )}
    </>
  )
}

function isOwn({ who }: Step): boolean {
  return who === 'client' || who === 'agent_owner'
}

/** So many are shown at first; one more is not worth a click. */
const shown = 5

function NeedList({ needs }: { needs: readonly Step[] }) {
  const [isOpen, { toggle }] = useDisclosure(false)
  const isLong = needs.length > shown + 1
  return (
    <>
      <ul className={classes.list}>
        {needs.slice(0, isLong && !isOpen ? shown : needs.length).map((need) => (
          <NeedLine key={`${need.code} ${need.href}`} need={need} />
        ))}
      </ul>
      {isLong && (
        <div className={classes.more}>
          <Button variant="default" size="xs" aria-expanded={isOpen} onClick={toggle}>
            {isOpen ? text.fewerNeeds : text.moreNeeds(needs.length - shown)}
          </Button>
        </div>
      )}
    </>
  )
}

function NeedLine({ need }: { need: Step }) {
  const here = usePathname()
  const page = pageOf(need)
  return (
    <li className={classes.line} data-need={need.code}>
      {page && page !== here ? (
        <Anchor component={Link} href={page} className={classes.about} fz="sm">
          {need.text}
        </Anchor>
      ) : (
        <Text component="span" className={classes.about} fz="sm">
          {need.text}
        </Text>
      )}
      {(need.until || !isOwn(need)) && (
        <Text component="span" c="dimmed" fz="xs">
          {!isOwn(need) && commonText.who[need.who]}
          {need.until && (
            <>
              {!isOwn(need) && ', '}
              {text.until} <TimeText at={need.until} /> <CountdownText at={need.until} />
            </>
          )}
        </Text>
      )}
    </li>
  )
}
