import { Container } from '@mantine/core'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { helpText as text } from '#app/_text/help.ts'
import { type ChapterName, chapters } from '../_chapters.ts'
import classes from './help.module.css'

/** The list of chapters beside what is read; on a phone it follows the text. */
export function HelpPage({ current, children }: { current?: ChapterName; children: ReactNode }) {
  return (
    <Container size="lg" py={48} className={classes.page}>
      <article className={classes.article}>{children}</article>
      <nav aria-label={text.chapters} className={classes.nav}>
        <p className={classes.navTitle}>
          <Link href="/docs">{text.title}</Link>
        </p>
        <ul className={classes.list}>
          {chapters().map(({ name, title }) => (
            <li key={name}>
              <Link href={`/docs/${name}`} aria-current={name === current ? 'page' : undefined}>
                {title}
              </Link>
            </li>
          ))}
          <li>
            <a href="/api/docs/">{text.reference}</a>
          </li>
        </ul>
      </nav>
    </Container>
  )
}
