import ReactMarkdown, { type Components } from 'react-markdown'
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize'
import classes from './markdown.module.css'
import { OutsideLink } from './outside-link.tsx'

const schema = {
  ...defaultSchema,
  tagNames: (defaultSchema.tagNames ?? []).filter((tag) => tag !== 'img' && tag !== 'input'),
}

const components: Components = {
  a: ({ href, children }) => <OutsideLink href={href ?? ''}>{children}</OutsideLink>,
  h1: ({ children }) => <h3>{children}</h3>,
  h2: ({ children }) => <h3>{children}</h3>,
  h3: ({ children }) => <h4>{children}</h4>,
}

/** A stranger's text: sanitised, raw HTML as words, no images, links only to web addresses. */
export function Markdown({ text }: { text: string }) {
  return (
    <div className={classes.markdown}>
      <ReactMarkdown rehypePlugins={[[rehypeSanitize, schema]]} components={components}>
        {text}
      </ReactMarkdown>
    </div>
  )
}
