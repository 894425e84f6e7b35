import { ButtonLink } from '../../../_components/button-link.tsx'
import { Message } from '../../../_components/message.tsx'
import { publicIssueText as text } from '../../../_text/explorer.ts'

export default function UnknownIssue() {
  return (
    <Message title={text.unknownTitle} text={text.unknown}>
      <ButtonLink href="/issues">{text.toList}</ButtonLink>
    </Message>
  )
}
