'use client'
import { Anchor } from '@mantine/core'
import Link from 'next/link'
import type { ReactNode } from 'react'

/** A link within the text, for server components too. */
export function PlainLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Anchor component={Link} href={href} prefetch={false} inherit>
      {children}
    </Anchor>
  )
}
