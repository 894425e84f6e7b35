import { Text } from '@mantine/core'
import Link from 'next/link'
import type { ReactNode } from 'react'
import classes from './resource-list.module.css'

type ResourceLineProps = { href: string; title: string; about: ReactNode; children: ReactNode }

/** One line of a list; all of it leads to the resource. */
export function ResourceLine({ href, title, about, children }: ResourceLineProps) {
  return (
    <li className={classes.line}>
      <div className={classes.about}>
        <Link href={href} className={classes.title}>
          {title}
        </Link>
        <Text c="dimmed" fz="xs" mt={2}>
          {about}
        </Text>
      </div>
      <div className={classes.aside}>{children}</div>
    </li>
  )
}
