import { ButtonLink } from './_components/button-link.tsx'
import { MessagePage } from './_components/message-page.tsx'
import { commonText } from './_text/common.ts'

const text = commonText.notFound

export default function NotFound() {
  return (
    <MessagePage title={text.title} text={text.text}>
      <ButtonLink href="/">{text.home}</ButtonLink>
    </MessagePage>
  )
}
