import type { ReactNode } from 'react'
import { ButtonLink } from '../../_components/button-link.tsx'
import { Message } from '../../_components/message.tsx'

type GoneProps = {
  text: { title: string; text: string; list: string }
  href: string
  /** What is left of the subject in this tab. */
  children?: ReactNode
}

/** In place of a page whose subject is gone, with the way to what is left. */
export function Gone({ text, href, children }: GoneProps) {
  return (
    <div role="alert">
      <Message title={text.title} text={text.text}>
        <ButtonLink href={href}>{text.list}</ButtonLink>
        {children}
      </Message>
    </div>
  )
}
