import { ButtonLink } from '../_components/button-link.tsx'
import { Message } from '../_components/message.tsx'
import { commonText } from '../_text/common.ts'

const text = commonText.notFound

/** Within the workspace's frame, so that every other page stays one step away. */
export default function NotInWorkspace() {
  return (
    <Message title={text.title} text={text.text}>
      <ButtonLink href="/">{text.home}</ButtonLink>
    </Message>
  )
}
