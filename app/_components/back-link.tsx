'use client'
import { Anchor } from '@mantine/core'
import Link from 'next/link'

/** The way up to the list that a page belongs to, for server components too. */
export function BackLink({ href, label }: { href: string; label: string }) {
  return (
    <Anchor component={Link} href={href}>
      ← {label}
    </Anchor>
  )
}
