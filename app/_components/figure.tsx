import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './figure.module.css'

/** One number that matters, named above and explained below. */
export function Figure({ label, value, note }: { label: string; value: ReactNode; note: ReactNode }) {
  return (
    <div className={`card ${classes.figure}`}>
      <Text c="dimmed" fw={500}>
        {label}
      </Text>
      <p className={classes.value}>{value}</p>
      <Text c="dimmed" fz="xs">
        {note}
      </Text>
    </div>
  )
}
