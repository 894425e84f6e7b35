import { ButtonLink } from '../../_components/button-link.tsx'
import { Message } from '../../_components/message.tsx'

type GoneProps = { text: { title: string; text: string; list: string }; href: string }

/** In place of a page whose subject is gone, with the way to what is left. */
export function Gone({ text, href }: GoneProps) {
  return (
    <div role="alert">
      <Message title={text.title} text={text.text}>
        <ButtonLink href={href}>{text.list}</ButtonLink>
      </Message>
    </div>
  )
}
