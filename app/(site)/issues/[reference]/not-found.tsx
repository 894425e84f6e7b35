import { ButtonLink } from '#app/_components/button-link.tsx'
import { Message } from '#app/_components/message.tsx'
import { publicIssueText as text } from '#app/_text/explorer.ts'

export default function UnknownIssue() {
  return (
    <Message title={text.unknownTitle} text={text.unknown}>
      <ButtonLink href="/issues">{text.toList}</ButtonLink>
    </Message>
  )
}
