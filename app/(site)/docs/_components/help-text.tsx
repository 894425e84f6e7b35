import Link from 'next/link'
import ReactMarkdown, { type Components } from 'react-markdown'
import { OutsideLink } from '#app/_components/outside-link.tsx'
import classes from './help.module.css'

const components: Components = {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
  pre: ({ children }) => <pre tabIndex={0}>{children}</pre>,
  a: ({ href = '', children }) =>
    href.startsWith('/') && !href.startsWith('/api/') ? (
      <Link href={href}>{children}</Link>
    ) : href.startsWith('/') ? (
      <a href={href}>{children}</a>
    ) : (
      <OutsideLink href={href}>{children}</OutsideLink>
    ),
}

/** Markdown of our own. */
export function HelpText({ text }: { text: string }) {
  return (
    <div className={classes.text}>
      <ReactMarkdown components={components}>{text}</ReactMarkdown>
    </div>
  )
}
