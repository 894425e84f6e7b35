'use client'
import { usePathname } from 'next/navigation'
import { ButtonLink } from '../../_components/button-link.tsx'
import { Message } from '../../_components/message.tsx'
import { commonText } from '../../_text/common.ts'

const text = commonText.sessionEnded

/** In place of a page whose every step would be refused; the new sign-in comes back to it. */
export function SessionEnded() {
  const here = usePathname()
  return (
    <div role="alert">
      <Message title={text.title} text={text.text}>
        <ButtonLink href={`/sign-in?${new URLSearchParams({ next: here })}`}>
          {commonText.problem.signInAgain}
        </ButtonLink>
      </Message>
    </div>
  )
}
