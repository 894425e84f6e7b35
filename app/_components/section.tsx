import { Group, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './section.module.css'

type SectionProps = { title: string; text?: string; aside?: ReactNode; isFlush?: boolean; children: ReactNode }

/** A titled card; `isFlush` lets a list or table reach its edges. */
export function Section({ title, text, aside, isFlush = false, children }: SectionProps) {
  const id = useId()
  return (
    <section className="card" aria-labelledby={id}>
      <div className={classes.head}>
        <Group justify="space-between" gap="sm">
          <Title order={2} id={id}>
            {title}
          </Title>
          {aside}
        </Group>
        {text && (
          <Text c="dimmed" mt={aside ? 6 : 0}>
            {text}
          </Text>
        )}
      </div>
      <div className={isFlush ? classes.flush : classes.body}>{children}</div>
    </section>
  )
}
