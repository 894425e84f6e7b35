import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'

/** A link out of this application. Anything but a web address is shown as words. */
export function OutsideLink({ href, children }: { href: string; children: ReactNode }) {
  const isWebAddress = URL.canParse(href) && ['https:', 'http:'].includes(new URL(href).protocol)
  if (!isWebAddress) return children
  return (
    <Anchor href={href} target="_blank" rel="noreferrer nofollow" inherit>
      {children}
    </Anchor>
  )
}
