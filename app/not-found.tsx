import type { Metadata } from 'next'
import { ButtonLink } from './_components/button-link.tsx'
import { Message } from './_components/message.tsx'
import { commonText } from './_text/common.ts'
import SiteLayout from './(site)/layout.tsx'

const text = commonText.notFound

export const metadata: Metadata = { title: text.title }

export default function NotFound() {
  return (
    <SiteLayout>
      <Message title={text.title} text={text.text}>
        <ButtonLink href="/">{text.home}</ButtonLink>
      </Message>
    </SiteLayout>
  )
}
