'use client'
import { useMounted } from '@mantine/hooks'
import type { ReactNode } from 'react'
import classes from './ready-fields.module.css'

/** Fields that the server draws: they take input from when none of it is lost. */
export function ReadyFields({ children }: { children: ReactNode }) {
  const isMounted = useMounted()
  return (
    <fieldset className={classes.fields} disabled={!isMounted}>
      {children}
    </fieldset>
  )
}
